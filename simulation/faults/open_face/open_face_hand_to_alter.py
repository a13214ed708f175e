"""An open-face hand about to be written, and consistent changes of its record."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import UNSET

from rules.records.events import HandIrregularity, OfcHand, OfcSeat, Placement
from simulation.faults.hand_to_alter import HandToAlter, cards_of, plain, replaced, row_of
from simulation.open_face_parameters import SimulatedOpenFace
from simulation.open_face_results import out_of, write_result
from simulation.simulated_game import SimulatedGame
from simulation.written_results import SettledBlock

ROWS = ("front", "middle", "back")


class OpenDeal(HandToAlter):
    hand: OfcHand
    before: OfcHand | None = None

    @property
    def rules(self) -> SimulatedOpenFace:
        return rules_of(self.game)

    @property
    def seats(self) -> list[OfcSeat]:
        return self.hand.seats

    def set_seats(self) -> list[OfcSeat]:
        """Seats whose recorded rows count: not missed or fouled."""
        return [each for each in self.seats if plain(each)]

    @property
    def acts(self) -> list[Placement]:
        return self.hand.placements if isinstance(self.hand.placements, list) else []

    def acts_of(self, seat: OfcSeat) -> list[Placement]:
        return [act for act in self.acts if act.seat == seat.seat]

    @property
    def clocked(self) -> bool:
        """Whether a clock was called, so that times decide more than rows."""
        return bool(self.hand.clock_calls)

    def pay(self, settled: SettledBlock) -> None:
        write_result(self.hand, settled, 0, self.worth, full=self.hand.transfers is not UNSET)

    def replace_card(self, seat: OfcSeat, row: str, old: str, new: str) -> None:
        """Replaces a card (or removes it) in a row and in its act."""
        setattr(seat, row, replaced(row_of(seat, row), old, new))
        for act in self.acts_of(seat):
            if old in cards_of(getattr(act, row)):
                setattr(act, row, replaced(getattr(act, row), old, new))
                act.dealt = replaced(act.dealt, old, new)

    def same_player(self, seat: OfcSeat) -> OfcSeat | None:
        """The player's seat in the hand before, where nothing was wrong with it."""
        if self.before is None or self.before.void is True or self.before.hand + 1 != self.hand.hand:
            return None
        same = (each for each in self.before.seats if each.seat == seat.seat and each.player == seat.player)
        return next(same, None)

    def note(self, irregularity: HandIrregularity) -> None:
        listed = self.hand.irregularities
        self.hand.irregularities = [*listed, irregularity] if isinstance(listed, list) else [irregularity]

    def pays_as_recorded(self) -> bool:
        """Whether the replay gives the recorded payments and eliminations."""
        settled = self.settle(self.hand)
        out = self.hand.eliminated if isinstance(self.hand.eliminated, list) else []
        nets = settled.nets[0][: len(self.seats)]
        return nets == [seat.net for seat in self.seats] and out_of(self.hand, settled, 0) == out


def rules_of(game: SimulatedGame) -> SimulatedOpenFace:
    assert game.open_face is not None
    return game.open_face


def moment(text: object) -> datetime:
    assert isinstance(text, str)
    return datetime.fromisoformat(text)


def later(text: object, seconds: float) -> str:
    return (moment(text) + timedelta(seconds=int(seconds))).isoformat()


def move(acts: Sequence[Placement], card: str, row: str) -> None:
    """Moves a card to another row, in the act that set it."""
    for act in acts:
        for each in ROWS:
            text = getattr(act, each)
            if card in cards_of(text):
                setattr(act, each, replaced(text, card, ""))
                setattr(act, row, getattr(act, row) + card)
                return

"""A hand about to be written, still honest, that a fault reads and alters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from msgspec import UNSET, Struct

from rules.records.events import ChineseHand, ChineseSeat, OfcHand, OfcSeat, Transfer
from simulation.seconds_of_session import SessionClock
from simulation.simulated_game import SimulatedGame
from simulation.written_results import Payer, SettledBlock

AnyHand = ChineseHand | OfcHand
AnySeat = ChineseSeat | OfcSeat


class Settle(Protocol):
    """Payments of a hand as recorded now, under an altered ruleset."""

    def __call__(
        self, hand: AnyHand, without: str = "", instead: Mapping[str, Any] | None = None
    ) -> SettledBlock: ...


class HandToAlter(Struct):
    """An honest hand, with what a fault may read."""

    hand: AnyHand
    unit: int
    game: SimulatedGame
    random: Random
    clock: SessionClock
    settle: Settle  # what a record pays, by the replay
    number: int = 1  # how many hands were written, with this one
    last: bool = False  # no hand follows
    before: AnyHand | None = None  # the hand before, where nothing is wrong with it

    @property
    def played(self) -> bool:
        return self.hand.void is not True

    @property
    def worth(self) -> int:
        """Money of a unit."""
        return self.hand.unit if isinstance(self.hand.unit, int) else self.unit

    @property
    def seats(self) -> Sequence[AnySeat]:
        return self.hand.seats

    @property
    def nets(self) -> list[int]:
        return [seat.net for seat in self.seats if isinstance(seat.net, int)]

    def set_seats(self) -> Sequence[AnySeat]:
        """Seats whose recorded rows count."""
        return [each for each in self.seats if plain(each)]

    def pay(self, settled: SettledBlock) -> None:
        """Writes payments into the fields that the record has."""
        raise NotImplementedError

    def replace_card(self, seat: Any, row: str, old: str, new: str) -> None:
        """Replaces a card (or removes it) wherever the seat's record has it."""
        raise NotImplementedError

    def pick(self, seats: Sequence[Any]) -> Any:
        """One at random; None of none."""
        return self.random.choice(seats) if seats else None


class ClosedDeal(HandToAlter):
    hand: ChineseHand
    before: ChineseHand | None = None

    @property
    def seats(self) -> list[ChineseSeat]:
        return self.hand.seats

    def set_seats(self) -> list[ChineseSeat]:
        return [each for each in self.seats if plain(each)]

    def pay(self, settled: SettledBlock) -> None:
        full = self.hand.transfers is not UNSET or self.hand.pool is not UNSET
        Payer(settled, self.worth, full=full)(self.hand, 0)

    def replace_card(self, seat: ChineseSeat, row: str, old: str, new: str) -> None:
        setattr(seat, row, replaced(row_of(seat, row), old, new))
        if isinstance(seat.dealt, str):
            seat.dealt = replaced(seat.dealt, old, new)


def cards_of(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def replaced(text: str, old: str, new: str) -> str:
    """A text of cards with one card replaced or removed."""
    return "".join(new if card == old else card for card in cards_of(text))


def row_of(seat: AnySeat, row: str) -> str:
    text = getattr(seat, row)
    assert isinstance(text, str)
    return text


def plain(seat: AnySeat) -> bool:
    """Whether a hand was set and is played by its rows."""
    special = isinstance(seat, ChineseSeat) and (seat.surrendered is True or seat.declared is not UNSET)
    return isinstance(seat.back, str) and seat.fouled is not True and not special


def brought(moves: list[Transfer]) -> Counter[int]:
    total: Counter[int] = Counter()
    for move in moves:
        total[move.payee] += move.amount
        total[move.payer] -= move.amount
    return total

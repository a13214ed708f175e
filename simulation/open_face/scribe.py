"""Open-face hands as a table system writes them: cards of every seat, then players."""

from __future__ import annotations

from msgspec import UNSET, Struct

from rules.records.events import OfcHand, OfcSeat
from simulation.open_face.open_face_dealing import Layout
from simulation.open_face_parameters import SimulatedOpenFace
from simulation.seconds_of_session import HandTimes, SessionClock, recording
from simulation.simulated_game import SimulatedGame
from simulation.simulated_table import TableState

NOBODY = "-"  # the player of a seat until the player is known


class OpenFaceScribe(Struct):
    game: SimulatedGame
    rules: SimulatedOpenFace
    clock: SessionClock
    number: int = 1

    def write(self, cards: Layout, moments: HandTimes) -> list[OfcHand]:
        """Records of a block, as if every seat were taken and nothing went wrong."""
        at, ended_at = self.clock.texts(moments.at), self.clock.texts(moments.ended_at)
        hands = []
        for i, second in enumerate(moments.at.tolist()):
            hand = OfcHand(
                hand=self.number,
                variant=self.rules.variant,
                at=at[i],
                ended_at=ended_at[i],
                shuffler="sh-1",
                video=recording(second),
                seats=self._seats(cards, i),
            )
            if self.rules.levels:
                hand.level = self.rules.levels.level(self.number)
                hand.unit = self.rules.levels.value(hand.level)
            self.number += 1
            hands.append(hand)
        return hands

    def _seats(self, cards: Layout, i: int) -> list[OfcSeat]:
        seats = [OfcSeat(seat=place + 1, player=NOBODY) for place in range(self.game.most)]
        for seat in seats:
            self.set_rows(seat, cards, i)
        return seats

    def seat(self, hand: OfcHand, sitting: TableState, cards: Layout, i: int) -> bool:
        """Writes the players of a hand; False where that changes the value of its cards."""
        taken = dict(zip(sitting.seats, sitting.players, strict=True))
        hand.seats = [seat for seat in hand.seats if seat.seat in taken]
        for seat in hand.seats:
            seat.player = taken[seat.seat]
        hand.dealer, hand.dealer_id, hand.deck = sitting.button, sitting.dealer_id, sitting.deck
        if isinstance(hand.irregularities, list):
            here = [each for each in hand.irregularities if each.seat is UNSET or each.seat in taken]
            hand.irregularities = here or UNSET
        missed = [seat for seat in hand.seats if seat.status == "missed"]
        if not missed or len(hand.seats) > 2:
            return True
        hand.irregularities, missed[0].status = UNSET, UNSET  # nobody plays alone
        self.set_rows(missed[0], cards, i)
        return False

    def set_rows(self, seat: OfcSeat, cards: Layout, i: int) -> None:
        text = cards.texts[i * self.game.most + seat.seat - 1]
        seat.front, seat.middle, seat.back = text[:6], text[6:16], text[16:26]

"""Play of an open-face hand: acts with times, the clock, discards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import UNSET, Struct

from rules.records.events import HandIrregularity, OfcHand
from simulation.open_face.misplays import OpenFaceMisplay
from simulation.open_face.open_face_acts import DealTurn, PlacedHand, discards, turns, written
from simulation.open_face.open_face_dealing import OpenFaceCards
from simulation.open_face.timing import ClockToCall, plan, recorded, times
from simulation.open_face_parameters import SimulatedOpenFace
from simulation.seconds_of_session import Stamps


class OpenFacePlay(Struct):
    rules: SimulatedOpenFace
    seats: int  # of the table
    cards: OpenFaceCards
    stamps: Stamps
    random: Random
    supervisor: str
    hurried: bool

    def __call__(self, hand: OfcHand, i: int, at: int, ended: int, misplay: OpenFaceMisplay | None) -> None:
        """Plays hand ``i``; a void deal has no acts."""
        if hand.void is True:
            return
        hands = self._hands(hand, i)
        acts = turns(self.rules, hands, hand.dealer if isinstance(hand.dealer, int) else 0)
        call = self._call(hand, acts, misplay)
        done = times(acts, at, ended, self.random, call)
        hand.placements = written(acts, [self.stamps[second] for second in done])
        if self.rules.clock:
            hand.clock_calls = recorded(call, acts, done, self.stamps)
        if self.rules.discarded:
            gone = {each.seat: discards(each) for each in hands}
            for seat in hand.seats:
                seat.discards = gone.get(seat.seat, UNSET)

    def _call(
        self, hand: OfcHand, acts: Sequence[DealTurn], misplay: OpenFaceMisplay | None
    ) -> ClockToCall | None:
        """Clock of the hand; the floor records a card forced into a row."""
        if self.rules.clock is None or self.hurried:
            return None
        seats = [each.seat for each in hand.seats]
        expired = misplay.place + 1 if misplay and misplay.kind == "expired" else None
        fouled = [each.seat for each in hand.seats if each.fouled is True]
        call = plan(self.rules.clock, acts, expired if expired in seats else None, fouled, self.random)
        if call and call.expires and self.rules.clock.forces:
            forced = HandIrregularity(
                kind="clock_expired",
                when="play",
                seat=acts[call.act].seat,
                ruling="play_on",
                by=self.supervisor,
            )
            listed = hand.irregularities
            hand.irregularities = [*listed, forced] if isinstance(listed, list) else [forced]
        return call

    def _hands(self, hand: OfcHand, i: int) -> list[PlacedHand]:
        found = []
        for seat in hand.seats:
            if seat.status == "missed":
                continue
            at_once = seat.fantasyland if isinstance(seat.fantasyland, int) else 0
            layout = self.cards.in_fantasyland if at_once else self.cards.street_by_street
            assert layout is not None
            place = i * self.seats + seat.seat - 1
            found.append(PlacedHand(seat.seat, layout.cards[place], layout.places[place], at_once))
        return found

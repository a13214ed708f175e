"""Fees of the house: a fixed amount from each hand, or an amount from a table for each period."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.records.events import ChineseHand, Fee, HandFee, OfcHand, Totals
from rules.records.pot_records import PotHand
from simulation.seconds_of_session import SessionClock
from simulation.simulated_game import SimulatedGame

_RAKES = (300, 400, 500, 600)  # money, minor units
_JACKPOTS = (50, 100)
_OF_TIME = (5, 8, 10)  # a table is charged the most for a period divided by one of these
_AHEAD = 1  # second before the first hand of a period is dealt, when it is collected and begins


def of_seats(hand: ChineseHand | OfcHand) -> list[tuple[int, int]]:
    """(seat, amount) of fees of a hand that name a seat."""
    fees = hand.fees if isinstance(hand.fees, list) else []
    return [(fee.seat, fee.amount) for fee in fees if isinstance(fee.seat, int)]


class HouseFees:
    def __init__(self, game: SimulatedGame, clock: SessionClock, random: Random) -> None:
        self._clock = clock
        self._fees: list[tuple[str, int]] = []
        if game.rake:
            self._fees.append(("rake", random.choice(_RAKES)))
        if game.jackpot:
            self._fees.append(("jackpot", random.choice(_JACKPOTS)))
        self._hand_fee = game.hand_fee
        self._period = 0
        self._of_period = 0
        if game.time is not None:
            most, self._period = game.time
            self._of_period = most // random.choice(_OF_TIME)
        self._paid_until = 0  # seconds from the opening
        self._taken: Counter[str] = Counter()

    def charge(self, hands: Sequence[ChineseHand | OfcHand]) -> None:
        """Writes fees onto hands; a void deal has none."""
        for hand in hands:
            if hand.void is True:
                if self._fees or self._hand_fee:
                    hand.fees = []
            elif self._fees:
                hand.fees = [HandFee(kind=kind, amount=amount) for kind, amount in self._fees]  # type: ignore[arg-type]  # kinds of the format
            elif self._hand_fee:
                amount = self._hand_fee
                hand.fees = [
                    HandFee(kind="hand_fee", amount=amount, seat=seat.seat, before_deal=True)
                    for seat in hand.seats
                ]

    def collect(self, seats: Sequence[tuple[int, str]], dealt: int) -> list[Fee]:
        """Collections before a hand, for a period that begins with it. seats: (number, player), who all pay. dealt: seconds."""
        if not self._period or dealt < self._paid_until:
            return []
        begins = dealt - _AHEAD
        self._paid_until = begins + self._period
        self._taken["time"] += self._of_period
        at, ends = self._clock.text(begins), self._clock.text(self._paid_until)
        share, odd = divmod(self._of_period, len(seats))
        return [
            Fee(
                kind="time",
                at=at,
                seat=seat,
                player=player,
                amount=share + (place < odd),
                covers_from=at,
                covers_to=ends,
            )
            for place, (seat, player) in enumerate(sorted(seats))
        ]

    def price(self, seats: int) -> int:
        """Most chips that a player pays before a hand, at so many seats."""
        time = -(-self._of_period // seats) if self._period else 0
        return time + (self._hand_fee or 0)

    def count(self, hand: ChineseHand | OfcHand | PotHand) -> None:
        if isinstance(hand.fees, list):
            for fee in hand.fees:
                self._taken[fee.kind] += fee.amount

    def add(self, fee: Fee) -> None:
        """Counts a fee that was collected outside of a hand."""
        self._taken[fee.kind] += fee.amount

    def totals(self) -> Totals:
        taken = self._taken
        return Totals(
            rake=taken["rake"], hand_fee=taken["hand_fee"], jackpot=taken["jackpot"], time=taken["time"]
        )

"""What the house takes from a hand, where the ruleset has it the same in every hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.records.events import ChineseHand, HandFee, OfcHand, Totals
from rules.simulation.game import Game

_RAKES = (300, 400, 500, 600)  # money, minor units
_JACKPOTS = (50, 100)


class House:
    """The fees of a session and their totals."""

    def __init__(self, game: Game, random: Random) -> None:
        self._fees: list[tuple[str, int]] = []
        if game.rake:
            self._fees.append(("rake", random.choice(_RAKES)))
        if game.jackpot:
            self._fees.append(("jackpot", random.choice(_JACKPOTS)))
        self._taken: Counter[str] = Counter()

    def charge(self, hands: Sequence[ChineseHand | OfcHand]) -> None:
        """Write the fees onto hands. A void deal costs nothing."""
        for hand in hands:
            if self._fees and hand.void is not True:
                hand.fees = [HandFee(kind=kind, amount=amount) for kind, amount in self._fees]  # type: ignore[arg-type]  # kinds of the format

    def count(self, hand: ChineseHand | OfcHand) -> None:
        """Add what the record of a hand says was taken."""
        if isinstance(hand.fees, list):
            for fee in hand.fees:
                self._taken[fee.kind] += fee.amount

    def totals(self) -> Totals:
        """The sums for the close."""
        taken = self._taken
        return Totals(rake=taken["rake"], hand_fee=taken["hand_fee"], jackpot=taken["jackpot"], time=0)

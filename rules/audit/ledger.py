"""A few columns of every hand, kept for what concerns the log as a whole."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable

import numpy as np

from rules.cards import HAND_SIZE
from rules.hands import Flags, Hands, Ints, every_seat
from rules.records.events import OfcHand

_COLUMNS = ("number", "line", "at", "ended_at", "unit")
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Ledger:
    """Collects blocks into columns that grow in place, so that a million hands are held once."""

    def __init__(self) -> None:
        self._columns = {name: array("q") for name in (*_COLUMNS, "deal")}
        self._flags = {name: array("b") for name in ("void", "covered", "fees_recorded", "ranked")}
        self.fees: Counter[str] = Counter()
        self.irregular: dict[str, list[int]] = {}

    def add(self, hands: Hands, covered: Flags, ranked: Flags) -> None:
        """Take a block.

        covered: (H,) a revision of the ruleset was in force for the hand. ranked: (H,) what every seat brought to
        the comparison is known.
        """
        for name in _COLUMNS:
            self._columns[name].frombytes(getattr(hands, name).astype(np.int64).tobytes())
        self._columns["deal"].frombytes(deal_numbers(hands).tobytes())
        self._flags["void"].frombytes((hands.void == 1).tobytes())
        self._flags["covered"].frombytes(covered.tobytes())
        self._flags["fees_recorded"].frombytes(hands.fees_recorded.tobytes())
        self._flags["ranked"].frombytes(ranked.tobytes())
        for kind in np.unique(hands.fees["kind"]).tolist():
            taken = hands.fees["amount"][hands.fees["kind"] == kind]
            self.fees[hands.names[kind]] += int(taken.sum())
        for hand, kind in zip(
            hands.irregularities.hand.tolist(), hands.irregularities["kind"].tolist(), strict=True
        ):
            self.irregular.setdefault(hands.names[kind], []).append(int(hands.number[hand]))

    def column(self, name: str) -> Ints:
        """(N,) one column over all hands."""
        return np.frombuffer(self._columns[name], np.int64)

    def flags(self, name: str) -> Flags:
        """(N,) void, or covered by a revision."""
        return np.frombuffer(self._flags[name], np.bool_)


def deal_numbers(hands: Hands) -> Ints:
    """(H,) a number made of which seat held which card; 0 where a seat's thirteen cards are not all recorded.

    Two deals of the same number hold the same cards in the same seats, whatever rows they were set in.
    """
    held = np.where(np.bitwise_count(hands.held) == HAND_SIZE, hands.held, hands.held_at_deal)
    full = (np.bitwise_count(held) == HAND_SIZE) | ~hands.present
    number = np.zeros(len(hands), np.uint64)
    with np.errstate(over="ignore"):
        for seat in range(held.shape[1]):
            number = (number ^ held[:, seat] ^ hands.seat[:, seat].astype(np.uint64)) * _MIX
            number ^= number >> np.uint64(29)
    return np.where(every_seat(full), number.astype(np.int64), 0)


def open_face_fees(hands: Iterable[tuple[int, OfcHand]]) -> Counter[str]:
    """Fees by kind of open-face hands, which are not replayed but whose fees are in the room's totals."""
    fees: Counter[str] = Counter()
    for _, hand in hands:
        for fee in hand.fees or ():
            fees[fee.kind] += fee.amount
    return fees

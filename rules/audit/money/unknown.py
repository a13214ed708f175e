"""Unknown amounts of one kind of money."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rules.audit.money.money_of_seats import Reasons
from rules.hands import NOT_RECORDED, Flags, Ints


class Unknown:
    """Hands where a kind is unknown, reasons, and its bound there."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()
        self.hands = 0
        self.bound: int | None = 0

    def add(self, reason: str, hands: int, bound: int | None = None) -> None:
        """Add hands where the kind is unknown. bound: its sum in them; None: unknown."""
        if hands:
            self.hands += hands
            self.reasons[reason] += hands
            self.bound = None if bound is None or self.bound is None else self.bound + bound

    def take(self, reasons: Reasons, unknown: Flags, bounds: Ints | None = None) -> None:
        """Take hands (H,) where the kind is unknown, under their first reason. bounds: (H,) or NOT_RECORDED; None: of no hand."""
        left = unknown.copy()
        for mask, reason in reasons:
            mine = mask & left
            most = np.full(0, NOT_RECORDED) if bounds is None else bounds[mine]
            bounded = bounds is not None and bool((most != NOT_RECORDED).all())
            self.add(reason, int(mine.sum()), int(most.sum()) if bounded else None)
            left &= ~mask
        self.add("what moved or what was due is not known", int(left.sum()))

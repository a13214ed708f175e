"""Occurrences in the deals of a gap report."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from rules.checks.support.log_view import OpenPoint
from rules.clauses import Ambiguity
from simulation.gaps.gap_results import Dealt


class SeenInDeals(Struct):
    """Counts. touched: deals by topic. counted: by name, such as `outcome 1-0-2` or `natural dragon`."""

    dealt: Dealt
    points: dict[str, OpenPoint] = field(default_factory=dict)
    touched: Counter[str] = field(default_factory=Counter)
    counted: Counter[str] = field(default_factory=Counter)

    def touches(self, ambiguity: Ambiguity) -> int | None:
        """Deals that a point touches; None where deals cannot show it."""
        if ambiguity.touches is None or not self.dealt.deals:
            return None
        return self.touched[ambiguity.touches]

    def count(self, what: str) -> int | None:
        """Number of occurrences; None without deals."""
        return self.counted[what] if self.dealt.deals else None

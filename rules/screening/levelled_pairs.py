"""Payments between two players beside what the payee gets from everybody: what an alarm of SCN004 needs beyond E.

A strong player gets more than the others of the hand from every payer, and opponents are not exchangeable. His lead over them
in the hands of all other payers is therefore taken off, hand by hand, before E is compared with the limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import TILTS
from rules.screening.nano_nats import NANO
from rules.screening.statistics import PairRow, Unit
from rules.screening.unit_totals import UnitTotals
from rules.screening.windows import ByDay

_MARGIN = Fraction(1, 4)  # units a hand that a payee has to get beyond his mean from the other players


class _PaidInAll(Struct):
    """What a payee got over some hands, and the mean of the other opponents, in parts of 2,520 to a unit."""

    hands: int = 0
    paid: int = 0
    others: int = 0

    def without(self, other: _PaidInAll) -> _PaidInAll:
        return _PaidInAll(self.hands - other.hands, self.paid - other.paid, self.others - other.others)

    def add(self, row: PairRow) -> None:
        self.hands += row.hands
        self.paid += row.paid
        self.others += row.others

    @property
    def mean(self) -> Fraction:
        """Units a hand."""
        return Fraction(self.paid, SHARES * self.hands) if self.hands else Fraction()

    @property
    def lead(self) -> Fraction:
        """Units a hand beyond the other opponents of the same hands; 0 where there are fewer."""
        return Fraction(max(0, self.paid - self.others), SHARES * self.hands) if self.hands else Fraction()


class LevelledPairs:
    """Pairs of an indicator, each beside all other payers of its payee. Units of other indicators are left as they are."""

    def __init__(self, units: Mapping[Unit, UnitTotals]) -> None:
        self._of: dict[Unit, _PaidInAll] = {}
        self._all: defaultdict[str, _PaidInAll] = defaultdict(_PaidInAll)
        self._units = units
        for unit, totals in units.items():
            for row in totals.all_rows:
                if isinstance(row, PairRow):
                    self._of.setdefault(unit, _PaidInAll()).add(row)
                    self._all[unit[1][1]].add(row)

    @property
    def asked(self) -> bool:
        """Whether any unit is a pair."""
        return bool(self._of)

    def allow(self, unit: Unit) -> bool:
        """Whether a payee got 0.25 units a hand more from the payer than from all others, where that is asked."""
        return unit not in self._of or self._of[unit].mean - self._rest(unit).mean >= _MARGIN

    def levelled(self, unit: Unit, days: ByDay) -> ByDay:
        """Sums by gaming day without what the payee's lead over the other opponents explains."""
        if unit not in self._of:
            return days
        lead = self._rest(unit).lead * NANO
        hands = {
            day: sum(row.hands for row in rows if isinstance(row, PairRow))
            for day, rows in self._units[unit].rows.items()
        }
        return {
            day: tuple(
                tuple(
                    each + int(-lead * hands[day] // tilt) for each, tilt in zip(coding, TILTS, strict=True)
                )
                for coding in sums
            )
            for day, sums in days.items()
        }

    def _rest(self, unit: Unit) -> _PaidInAll:
        return self._all[unit[1][1]].without(self._of[unit])

"""Payments between two players beside what the payee gets from everybody: what an alarm of SCN004 needs beyond E.

A strong player gets more than the others of the hand from every payer, and opponents are not exchangeable. His lead over them
in the hands of all other payers is therefore taken off, hand by hand, before E is compared with the limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from msgspec import Struct

from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import TILTS
from rules.screening.nano_nats import NANO
from rules.screening.statistics import PairRow, Row, Unit
from rules.screening.windows import ByDay

_MARGIN = Fraction(1, 4)  # units a hand that a payee has to get beyond his mean from the other players


class PaidInAll(Struct, frozen=True):
    """Payments to a payee over some hands, and the mean to the other opponents, in parts of 2,520 to a unit."""

    hands: int = 0
    paid: int = 0
    others: int = 0

    def __add__(self, other: PaidInAll) -> PaidInAll:
        return PaidInAll(self.hands + other.hands, self.paid + other.paid, self.others + other.others)

    def __sub__(self, other: PaidInAll) -> PaidInAll:
        return PaidInAll(self.hands - other.hands, self.paid - other.paid, self.others - other.others)

    @property
    def mean(self) -> Fraction:
        """Units a hand."""
        return Fraction(self.paid, SHARES * self.hands) if self.hands else Fraction()

    @property
    def lead(self) -> Fraction:
        """Units a hand beyond the other opponents of the same hands; 0 where there are fewer."""
        return Fraction(max(0, self.paid - self.others), SHARES * self.hands) if self.hands else Fraction()


def paid_in(rows: Iterable[Row]) -> PaidInAll:
    """Payments to the payee of a pair; nothing where the rows are of no pair."""
    found = PaidInAll()
    for row in rows:
        if isinstance(row, PairRow):
            found += PaidInAll(row.hands, row.paid, row.others)
    return found


class LevelledPairs:
    """Pairs of an indicator, each beside all other payers of its payee. Units of other indicators are left as they are."""

    def __init__(self, pairs: Mapping[Unit, PaidInAll]) -> None:
        self._of = pairs
        self._all: defaultdict[str, PaidInAll] = defaultdict(PaidInAll)
        for unit, paid in pairs.items():
            self._all[unit[1][1]] += paid

    def allow(self, unit: Unit) -> bool:
        """Whether a payee got 0.25 units a hand more from the payer than from all others, where that is asked."""
        return unit not in self._of or self._of[unit].mean - self._rest(unit).mean >= _MARGIN

    def levelled(self, unit: Unit, days: ByDay, hands: Mapping[date, int]) -> ByDay:
        """Sums by gaming day without what the payee's lead over the other opponents explains. hands: of the pair by day."""
        if unit not in self._of:
            return days
        lead = self._rest(unit).lead * NANO
        return {
            day: tuple(
                tuple(
                    each + int(-lead * hands[day] // tilt) for each, tilt in zip(coding, TILTS, strict=True)
                )
                for coding in sums
            )
            for day, sums in days.items()
        }

    def _rest(self, unit: Unit) -> PaidInAll:
        return self._all[unit[1][1]] - self._of[unit]

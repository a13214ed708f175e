"""Counts of a unit that are shown beside its evidence: cases, marked, favourable, both, what chance gives, odds and p."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from rules.replay.scoring import SHARES
from rules.screening.engines.known_chance import chance_of_as_often
from rules.screening.engines.marked import MarkedStratum, chance_of_as_many, expected_both, odds_ratio
from rules.screening.statistics import DifferenceRow, MarkedRow, PairRow, Row, SumsRow, TrialRow
from rules.screening.unit_totals import in_parts


class UnitCounts(Struct, frozen=True):
    """Counts by the letters of the tables of two by two; None: the engine has no such count.

    Of trials cases are the trials, both how often the event happened. Of sums cases are the deals or hands, both the sum. Of
    differences cases are the days, marked those with a difference, both those of the side that has more of them.
    """

    cases: int | None = None  # N
    marked: int | None = None  # K
    favourable: int | None = None  # n
    both: int | Fraction | None = None  # k
    expected: Fraction | None = None
    odds: Fraction | None = None
    p: Fraction | None = None


def counts_of(rows: Sequence[Row], *, with_p: bool = False) -> UnitCounts:
    """Counts of the rows of one coding. with_p: the exact p too, which takes longest."""
    first = rows[0]
    if isinstance(first, MarkedRow):
        return _marked([each for each in rows if isinstance(each, MarkedRow)], with_p)
    if isinstance(first, TrialRow):
        return _trials([each for each in rows if isinstance(each, TrialRow)], with_p)
    if isinstance(first, DifferenceRow):
        return _differences(rows, with_p)
    if isinstance(first, PairRow):
        pairs = [each for each in rows if isinstance(each, PairRow)]
        paid, others = (
            Fraction(sum(each), SHARES) for each in zip(*((p.paid, p.others) for p in pairs), strict=True)
        )
        return UnitCounts(cases=sum(each.hands for each in pairs), both=paid, expected=others)
    sums = [each for each in rows if isinstance(each, SumsRow)]
    expected = sum((Fraction(*each.expected) for each in sums), Fraction())
    return UnitCounts(
        cases=sum(each.count for each in sums), both=sum(each.found for each in sums), expected=expected
    )


def _marked(rows: Sequence[MarkedRow], with_p: bool) -> UnitCounts:
    strata = [each.stratum for each in rows for _ in range(each.times)]
    return UnitCounts(
        *_totals(strata),
        expected=expected_both(strata),
        odds=odds_ratio(strata),
        p=chance_of_as_many(strata) if with_p else None,
    )


def _totals(strata: Iterable[MarkedStratum]) -> tuple[int, int, int, int]:
    counts = ((each.cases, each.marked, each.favourable, each.both) for each in strata)
    cases, marked, favourable, both = map(sum, zip(*counts, strict=True))
    return cases, marked, favourable, both


def _trials(rows: Sequence[TrialRow], with_p: bool) -> UnitCounts:
    happened = sum(each.happened for each in rows)
    chances = [each.p for each in rows for _ in range(each.trials)]
    return UnitCounts(
        cases=len(chances),
        both=happened,
        expected=sum(chances, Fraction()),
        p=chance_of_as_often(chances, happened) if with_p else None,
    )


def _differences(rows: Sequence[Row], with_p: bool) -> UnitCounts:
    signs = [row.difference for row in in_parts(rows) if isinstance(row, DifferenceRow)]
    more, less = (sum(side * each > 0 for each in signs) for side in (1, -1))
    chances = [Fraction(1, 2)] * (more + less)
    return UnitCounts(
        cases=len(signs),
        marked=more + less,
        both=max(more, less),
        expected=sum(chances, Fraction()),
        p=chance_of_as_often(chances, max(more, less)) if with_p else None,
    )


def as_decimal(value: int | Fraction) -> Decimal:
    """A fraction in the precision of the context."""
    return Decimal(value.numerator) / value.denominator

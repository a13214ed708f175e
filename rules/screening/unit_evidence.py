"""Evidence of units: nano-nats of each row, and the mean of e over tilts and codings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal, localcontext

from rules.screening.engines.known_chance import logs_of_either
from rules.screening.engines.marked import logs_of_marked
from rules.screening.engines.signs import logs_of_sign
from rules.screening.nano_nats import exponential
from rules.screening.statistics import CaseRow, DifferenceRow, MarkedRow, PairRow, Row, SumsRow, TrialRow

_PRECISE = Context(prec=50)
_FIGURES = Context(prec=6)


def logs_of_row(row: Row) -> tuple[int, ...]:
    """Nano-nats of e of a row, by tilt."""
    if isinstance(row, MarkedRow):
        logs = logs_of_marked(row.stratum)
        return logs if row.times == 1 else tuple(row.times * each for each in logs)
    if isinstance(row, TrialRow):
        missed = row.trials - row.happened
        did, did_not = logs_of_either(row.chance)
        return tuple(row.happened * yes + missed * no for yes, no in zip(did, did_not, strict=True))
    if isinstance(row, DifferenceRow):
        return logs_of_sign(row.difference)
    assert isinstance(
        row, SumsRow | PairRow
    )  # the others are compared between sessions; nothing of them adds up
    return row.sums


def added(sums: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Sums of several rows, by tilt."""
    return tuple(map(sum, zip(*sums, strict=True)))


def weight_of(rows: Sequence[Row]) -> int:
    """Weight of a session's rows of a unit: the largest of their sums; of a session that is one case whether it is marked."""
    cases = [row for row in rows if isinstance(row, CaseRow)]
    return sum(case.marked for case in cases) if cases else max(added(map(logs_of_row, rows)))


def counted_coding(rows: Sequence[Row]) -> int:
    """The coding whose counts are stated of a unit: with trials among them the one that says most, else the first."""
    codings = sorted({row.coding for row in rows})
    if not any(isinstance(row, TrialRow) for row in rows):
        return codings[0]
    return max(codings, key=lambda coding: weight_of([row for row in rows if row.coding == coding]))


def mean_e(codings: Sequence[Sequence[int]]) -> Decimal:
    """Mean over the codings of the mean over tilts of e, to 50 digits."""
    with localcontext(_PRECISE):
        means = [sum(map(exponential, sums), Decimal()) / len(sums) for sums in codings]
        return sum(means, Decimal()) / len(means)


def figures(value: Decimal) -> str:
    """A number to 6 significant digits."""
    return str(_FIGURES.create_decimal(value).normalize(_FIGURES)) if value else "0"


def log10_of(value: Decimal) -> Decimal:
    """Decimal logarithm, to 50 digits."""
    return _PRECISE.log10(value)

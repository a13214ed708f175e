"""A table paid more for a period than the limit.

Finds: collections for the same time that are above the limit for a table and a period. Also finds collections for
consecutive times that together cost more than the periods that they fall within. A time longer than a period counts as
the number of periods that cover it. Where collections for different times overlap, a person decides on a sum above the
limit.
Why: the limit is the cost of a table, however many players sit there. Anything above it was taken from all of them.
Example: ten players paid €26.00 each for 20:00 to 20:30; the limit is €250.00 a table.
Needs: `fee` events.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.checks.fees.hourly_charges import MINUTE, ChargedTime, too_much
from rules.checks.fees.limits_in_force import limited
from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import Collection, by_period, collections_under, missing, span
from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.fee_limits import above_limit, foreign
from rules.checks.support.fee_rules import left_open
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "FEE014",
    "time-above-table-limit",
    "violation",
    "major",
    ("OLY-2.37-a",),
    title="The table paid more for time than the limit",
    quotes=False,
    scope="log",
    rule=("fees.time.table_period", "fees.time.period", "fees.currency"),
    area="fees",
    applies=lambda ruleset: ruleset.sections.fees.time.table_period.max_money is not None,
    follows=("FEE011",),
    games=ANY_GAME,
)
_LIMIT = "fees.time.table_period"
_MOST = f"{_LIMIT}.max_money"
Span = tuple[int, int]  # from an instant to another


def run(log: LogView) -> Tested:
    ruled, in_other_currency = limited(log, _MOST)
    return where_time_is_charged(
        log, Tested(_findings(log), [*in_other_currency, *missing(log, ruled, covers=True)])
    )


def _findings(log: LogView) -> Iterator[Draft]:
    for (ruleset, most, length), spans in _spans(log).items():
        reported: set[Span] = set()
        for span_, listed in spans.items():
            allowed = most * _periods(span_, length)
            if (total := _sum(listed)) > allowed:
                reported.add(span_)
                slack = _slack(ruleset, listed, most) * _periods(span_, length)
                open_ = "rounded" if total - allowed <= slack else ""
                yield _finding(log, ruleset, listed, span_, total, allowed, open_)
        for window in _neighbours(spans, reported, most, length):
            reported.update(window.spans)
            listed = [each for span_ in window.spans for each in spans[span_]]
            yield _finding(
                log, ruleset, listed, window.whole, _sum(listed), most * window.periods, window.open
            )
        ordered = sorted(spans)
        longest = max(ends - begins for begins, ends in ordered)
        for span_ in (each for each in spans if each not in reported):
            allowed = most * _periods(span_, length)
            near = _about((span_[0] + span_[1]) // 2, ordered, longest)
            stated = _sum(spans[span_]) + _beside(spans, near, span_, length)
            if stated > allowed:
                yield _finding(log, ruleset, spans[span_], span_, stated, allowed, "overlap")


def _spans(log: LogView) -> dict[tuple[Ruleset, int, int], dict[Span, list[Collection]]]:
    """Collections by ruleset, limit and period, then by time."""
    found: dict[tuple[Ruleset, int, int], dict[Span, list[Collection]]] = {}
    collections = collections_under(log, CHECK.applies_to)
    for span_, listed in by_period(collections).items():
        ruleset = listed[0].ruleset
        assert ruleset is not None
        if not foreign(ruleset, log.session.currency):
            time = ruleset.sections.fees.time
            most, minutes = time.table_period.max_money, time.period.minutes
            assert most is not None
            assert minutes is not None
            found.setdefault((ruleset, most, minutes * MINUTE), {})[span_] = listed
    return found


def _sum(listed: Sequence[Collection]) -> int:
    return sum(each.amount for each in listed)


def _periods(span_: Span, length: int) -> int:
    return -(-(span_[1] - span_[0]) // length)


def _slack(ruleset: Ruleset, listed: Sequence[Collection], most: int) -> int:
    """Excess that rounding shares up may cause."""
    split = ruleset.sections.fees.time.split
    odd = split.odd
    if odd != "round_up" and (odd is None or left_open(ruleset, "fees.time.split.odd") is None):
        return 0
    whole = split.step_money * len({each.player for each in listed})
    return int(-most % whole)


class _Neighbours(NamedTuple):
    """Times within so many periods that cost more than these."""

    spans: list[Span]
    periods: int

    @property
    def whole(self) -> Span:
        return min(begins for begins, _ in self.spans), max(ends for _, ends in self.spans)

    @property
    def open(self) -> str:
        """Reason why an excess is uncertain; empty: no times overlap."""
        apart = all(one[1] <= other[0] for one, other in pairwise(sorted(self.spans)))
        return "" if apart else "overlap"


def _neighbours(
    spans: dict[Span, list[Collection]], reported: set[Span], most: int, length: int
) -> Iterator[_Neighbours]:
    """Neighbours without overlaps, whose excess is certain; then the rest."""
    left = [each for each in spans if each not in reported]
    for some in (_apart(spans, left), left):
        fresh = [each for each in some if each not in reported]
        for window in too_much([ChargedTime(*each, _sum(spans[each])) for each in fresh], most, length):
            yield _Neighbours([fresh[place] for place in window.members], window.periods)


def _apart(spans: dict[Span, list[Collection]], left: Sequence[Span]) -> list[Span]:
    """Times without overlaps; of those that do, the dearest."""
    found: list[Span] = []  # in order
    for span_ in sorted(left, key=lambda each: (-_sum(spans[each]), each)):
        place = bisect(found, span_)
        if all(
            span_[1] <= other[0] or other[1] <= span_[0] for other in found[max(place - 1, 0) : place + 1]
        ):
            found.insert(place, span_)
    return found


def _about(moment: int, ordered: Sequence[Span], longest: int) -> Sequence[Span]:
    """Ordered times that may hold a moment."""
    return ordered[bisect(ordered, (moment - longest,)) : bisect(ordered, (moment, moment + longest))]


def _beside(spans: dict[Span, list[Collection]], near: Sequence[Span], span_: Span, length: int) -> int:
    """Payments for other times around this one's middle, each for this length."""
    begins, ends = span_
    middle, periods = (begins + ends) // 2, _periods(span_, length)
    return sum(
        _sum(spans[other]) * periods // _periods(other, length)
        for other in near
        if other != span_ and other[0] <= middle < other[1] and other[1] - other[0] >= ends - begins
    )


def _finding(
    log: LogView, ruleset: Ruleset, listed: Sequence[Collection], period: Span, stated: int, most: int, open_: str,
) -> Draft:  # fmt: skip
    why = {
        "": "",
        "rounded": ", which rounding up every share can explain",
        "overlap": ", including payments for other times that overlap",
    }[open_]
    said = f"{log.money(stated)} was collected from the table for {span(log, *period)}{why}; the limit for that time is"
    return above_limit(
        log,
        said,
        stated,
        most,
        ruleset.cite(_LIMIT),
        sure=not open_,
        line=max(each.line for each in listed),
        fact=f"{period[0]}|{period[1]}|{stated}|{most}",
        money_kind=None if open_ else "over_collected",
    )

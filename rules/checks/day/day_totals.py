"""A room's totals of a day beside its sessions, for FEE026 and FEE027."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from rules.checks.day.day_view import DayView, unknown_sides
from rules.checks.support.check import Draft, Tested
from rules.checks.support.fee_triangle import KINDS, WORDS, Span, summed

_IN_WORDS = {
    "recorded": "the room's total of {kind} is {stated}; the entries of its sessions add up to {expected}",
    "drop": "the room counted {stated} of {kind} in the drop boxes; the counts of its sessions add up to {expected}",
}


def compare_totals(
    view: DayView, totals: Mapping[str, int] | None, side: Literal["recorded", "drop"]
) -> Tested:
    """Compare totals by kind with a side of the tables' triangles."""
    if view.totals is None or not totals:
        return view.tested(
            (), [(view.everywhere, "the room's own totals of the day were not provided")], view.in_chips
        )
    tables = [each for each in view.tables if each.money == view.totals.currency]
    skipped = any(each.money == view.totals.currency for each in view.skipped)
    unknown_ones = unknown_sides() if skipped else ()
    sums = {
        kind: summed(kind, (*(sides for each in tables for sides in each.sides), *unknown_ones))
        for kind in KINDS
    }
    spans: dict[str, Span] = {kind: getattr(sums[kind], side) for kind in totals}
    unknown = [kind for kind, stated in totals.items() if not Span(stated, stated).testable(spans[kind])]
    reason = (
        "the fees of some hands were not recorded"
        if side == "recorded"
        else "the counts of the sessions do not cover the whole day"
    )
    return view.tested(
        _findings(view, totals, spans, side),
        [(view.everywhere if len(unknown) == len(totals) else (), reason)],
        [at for at in view.everywhere if at not in _counted(view)],
    )


def _counted(view: DayView) -> tuple[int, ...]:
    assert view.totals is not None
    return tuple(at for at in view.everywhere if view.sittings[at].money == view.totals.currency)


def _findings(
    view: DayView, totals: Mapping[str, int], spans: Mapping[str, Span], side: Literal["recorded", "drop"]
) -> Iterator[Draft]:
    assert view.totals is not None
    currency = view.totals.currency
    for kind, stated in totals.items():
        over = Span(stated, stated).over(spans[kind])
        if not over:
            continue
        words = {
            "kind": WORDS[kind],
            "stated": view.money(stated, currency),
            "expected": view.money(stated - over, currency),
        }
        yield Draft(
            stated=stated,
            expected=stated - over,
            unit="money",
            money=abs(over),
            fact=f"{currency}|{kind}|{stated}|{stated - over}",
            sessions=_counted(view),
            message=(
                f"Gaming day {view.day.isoformat()}: {_IN_WORDS[side].format(**words)}, a difference of "
                f"{view.money(over, currency)}."
            ),
        )

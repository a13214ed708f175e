"""Two sides of a day's fee triangle compared, for FEE023 to FEE025."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.checks.day.day_view import DayView, TableFees
from rules.checks.support.check import Draft, Tested
from rules.checks.support.fee_triangle import (
    WORDS,
    Side,
    Sides,
    comparable,
    side_difference,
    untestable_because,
    weight,
)


def compare_sides(
    view: DayView, tables: Iterable[TableFees], stated: Side, expected: Side, template: str
) -> Tested:
    """Compare two sides by table and kind."""
    found: list[Draft] = []
    reasons: list[tuple[tuple[int, ...], str]] = []
    tested: set[int] = set()
    for each in tables:
        pairs = [sides for sides in each.sides if comparable(sides, stated, expected)]
        if pairs:
            tested.update(each.sittings)
            found += _differences(view, each, pairs, stated, expected, template)
        else:
            reasons.append((each.sittings, untestable_because(each.sides, stated, expected)))
    rest = [(tuple(at for at in sittings if at not in tested), reason) for sittings, reason in reasons]
    unfixed = [at for at in view.everywhere if view.sittings[at].fixed_fees is False]
    return view.tested(found, rest, [*view.in_chips, *(unfixed if expected == "due" else ())])


def _differences(
    view: DayView, each: TableFees, pairs: Iterable[Sides], stated: Side, expected: Side, template: str
) -> Iterator[Draft]:
    for sides in pairs:
        found = side_difference(sides, stated, expected)
        if found is None or (less := weight(sides, expected, found)) == "nothing":
            continue
        text = template.format(
            kind=WORDS[sides.kind], stated=view.money(found.stated, each.money),
            expected=view.money(found.expected, each.money),
        )  # fmt: skip
        only = each.sittings[0] if len(each.sittings) == 1 else None
        yield Draft(
            session="" if only is None or each.table is None else view.sittings[only].session,
            stated=found.stated,
            expected=found.expected,
            unit="money",
            money=abs(found.difference),
            severity="note" if less == "note" else None,
            fact=f"{each.money}|{each.tournament}|{each.table}|{sides.kind}|{found.stated}|{found.expected}",
            sessions=each.sittings,
            message=(
                f"{each.name} on gaming day {view.day.isoformat()}: {text}, "
                f"{view.money(abs(found.difference), each.money)} {found.word}."
            ),
        )

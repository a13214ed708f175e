"""Two sides of a log's fee triangle compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.checks.support.check import Draft, Tested, nothing_to_test
from rules.checks.support.fee_triangle import (
    WORDS,
    Side,
    Sides,
    comparable,
    price,
    scheduled,
    side_difference,
    untestable_because,
    weight,
)
from rules.checks.support.log_view import LogView
from rules.parties import HOUSE


def compare_sides(log: LogView, stated: Side, expected: Side, template: str) -> Tested:
    """Compare two sides, kind by kind."""
    pairs = [each for each in log.fees.sides if comparable(each, stated, expected)]
    if not pairs:
        return nothing_to_test(log, untestable_because(log.fees.sides, stated, expected))
    return Tested(_differences(log, pairs, stated, expected, template))


def _differences(
    log: LogView, pairs: Sequence[Sides], stated: Side, expected: Side, template: str
) -> Iterator[Draft]:
    for each in pairs:
        found = side_difference(each, stated, expected)
        if found is None or (less := weight(each, expected, found)) == "nothing":
            continue
        what = template.format(
            kind=WORDS[each.kind], stated=log.money(found.stated), expected=log.money(found.expected)
        )
        yield Draft(
            stated=found.stated,
            expected=found.expected,
            unit="money",
            money=abs(found.difference),
            party=HOUSE if stated == "drop" else None,
            money_kind="unaccounted" if stated == "drop" else None,
            severity="note" if less == "note" else None,
            clause=_due_by(log, each.kind) if expected == "due" else None,
            fact=f"{each.kind}|{found.stated}|{found.expected}",
            message=f"{what[:1].upper()}{what[1:]}: {log.money(abs(found.difference))} {found.word}.",
        )


def _due_by(log: LogView, kind: str) -> str | None:
    """Citation of the fixed amount; None: none."""
    for ruleset in log.rulesets:
        fixed = price(ruleset, kind, log.session.currency)
        path = scheduled(ruleset, kind) if fixed is None else fixed.path
        if path is not None:
            return ruleset.cite(path)
    return None

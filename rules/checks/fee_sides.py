"""Two sides of the fee triangle of a log held against each other: shared by the checks of fees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.checks.base import Draft, LogView, Tested, nothing_to_test
from rules.checks.triangle import WORDS, Side, Sides, apart, comparable, price, untestable_because


def held_against(log: LogView, stated: Side, expected: Side, template: str) -> Tested:
    """One side of a log's fee triangle against another, kind by kind."""
    pairs = [each for each in log.sides if comparable(each, stated, expected)]
    if not pairs:
        return nothing_to_test(log, untestable_because(log.sides, stated, expected))
    return Tested(_apart(log, pairs, stated, expected, template))


def _apart(
    log: LogView, pairs: Sequence[Sides], stated: Side, expected: Side, template: str
) -> Iterator[Draft]:
    for each in pairs:
        found = apart(each, stated, expected)
        if found is None:
            continue
        what = template.format(
            kind=WORDS[each.kind], stated=log.money(found.stated), expected=log.money(found.expected)
        )
        yield Draft(
            stated=found.stated,
            expected=found.expected,
            unit="money",
            money=abs(found.difference),
            clause=_due_by(log, each.kind) if expected == "due" else None,
            fact=f"{each.kind}|{found.stated}|{found.expected}",
            message=f"{what[:1].upper()}{what[1:]}: {log.money(abs(found.difference))} {found.word}.",
        )


def _due_by(log: LogView, kind: str) -> str | None:
    """What the controls cite for the amount that they fix; None where none of the log's do."""
    for ruleset in log.rulesets:
        fixed = price(ruleset, kind, log.session.currency)
        if fixed is not None:
            return ruleset.cite(fixed.path)
    return None

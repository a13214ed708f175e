"""A ruleset that the hands contradict, where one other of its kind fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.lines_put_otherwise import TableLines, Value
from rules.audit.table_causes.speaking import Checking, TableChecked, gone_facts, speaks
from rules.findings.finding_columns import NONE
from rules.results import Cause

MOST_OTHERS = 6  # rulesets that a log is checked with: among more of them, another one fits too easily
_LEAST_HANDS, _LEAST_SHARE = 10, 2  # hands, and one of so many, in which findings are gone

Corrected = tuple[Caused, TableLines, TableChecked]


def wrong_ruleset(
    lines: TableLines, found: TableChecked, checking: Checking, names: Sequence[str], hands: int
) -> Corrected | None:
    """Ruleset that removes most findings, with the log; None for two alike. names: all others. hands: number in the log."""
    line, session = next(lines.of("session"))
    stated = session.get("ruleset")
    if not isinstance(stated, str) or not 0 < len(names) <= MOST_OTHERS or not _many(found.facts, hands):
        return None
    fitting: list[tuple[str, TableLines, TableChecked]] = []
    for name in names:
        edited = lines.with_lines({line: {**session, "ruleset": name}})
        after = checking(edited.data)
        if after is not None and speaks(found, after) and _fits(found, after, hands):
            fitting.append((name, edited, after))
    least = min((after.facts.total() for _, _, after in fitting), default=0)
    best = [each for each in fitting if each[2].facts.total() == least]
    if len(best) != 1:
        return None
    ((name, edited, after),) = best
    return _caused(line, stated, name, gone_facts(found, after)), edited, after


def _fits(found: TableChecked, after: TableChecked, hands: int) -> bool:
    still = {code for code, tested in found.tested.items() if after.tested.get(code, 0) >= tested}
    return _many([each for each in gone_facts(found, after) if each[0] in still], hands)


def _many(facts: Iterable[Fact], hands: int) -> bool:
    numbers = {number for _, number, _ in facts if number != NONE}
    return len(numbers) >= max(_LEAST_HANDS, hands / _LEAST_SHARE)


def _caused(line: int, stated: Value, name: str, facts: frozenset[Fact]) -> Caused:
    cause = Cause(
        line=line,
        field="ruleset",
        stated=stated,
        implied=name,
        message=f"Line {line} (session) names {stated} as ruleset; with {name} these findings are gone.",
    )
    return Caused("The hands contradict the ruleset that the log names", cause, facts, many=True)

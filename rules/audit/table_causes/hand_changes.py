"""Changed hands checked all at once, each judged by its own findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from rules.audit.incidents.caused import Fact
from rules.audit.table_causes.lines_put_otherwise import Record, TableLines
from rules.audit.table_causes.speaking import Checking, TableChecked, gone_facts, speaks

_LEAST_HANDS, _LEAST_SHARE = 10, 5  # hands, and one of so many


class HandChange(Struct, frozen=True):
    """Another record of a hand. number: of the hand; after: of the next, whose findings can go too."""

    line: int
    number: int
    after: int | None
    record: Record


def fitting_changes(
    lines: TableLines, found: TableChecked, changes: Sequence[HandChange], checking: Checking
) -> list[tuple[HandChange, frozenset[Fact]]]:
    """Changes that remove findings of their hands, with these. Others are tried again without those that do not."""
    for _ in range(2):
        after = (
            checking(lines.with_lines({each.line: each.record for each in changes}).data) if changes else None
        )
        if after is None:
            return []
        gone, new = gone_facts(found, after), _hands(after.facts - found.facts)
        mine = {each.number for each in changes}
        own = [(each, _own(each, gone, mine)) for each in changes]
        fitting = [(each, facts) for each, facts in own if facts and not new & {each.number, each.after}]
        if len(fitting) == len(changes):
            return fitting if speaks(found, after) else []
        changes = [each for each, _ in fitting]
    return []


def repeats(taken: int, lines: TableLines) -> bool:
    """Whether a fault of so many hands repeats."""
    hands = sum(1 for _ in lines.of("pot_hand"))
    return taken >= _LEAST_HANDS and taken * _LEAST_SHARE >= hands


def _hands(facts: Counter[Fact]) -> set[int | None]:
    return {number for _, number, _ in facts}


def _own(change: HandChange, gone: frozenset[Fact], changed: set[int]) -> frozenset[Fact]:
    """Findings gone in a hand and, unless changed too, in the next."""
    hands = {change.number} | ({change.after} - changed)
    return frozenset(each for each in gone if each[1] in hands)

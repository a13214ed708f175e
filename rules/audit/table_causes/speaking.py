"""Findings of a log before and after a change, and whether they support it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.audit.incidents.caused import Fact

LEAST_GONE = 2  # findings: a single one needs no cause


class TableChecked(Struct, frozen=True):
    """Findings of a log: facts, and hands tested and untestable by check."""

    facts: Counter[Fact]
    tested: Mapping[str, int]
    untestable: Mapping[str, int]


Checking = Callable[[bytes], TableChecked | None]  # of a log as a file; None where a check failed to run


def speaks(before: TableChecked, after: TableChecked) -> bool:
    """Whether findings went, none came, and checks that lost one test as much as before."""
    gone = gone_facts(before, after)
    if after.facts - before.facts or sum(before.facts[each] for each in gone) < LEAST_GONE:
        return False
    return all(after.untestable.get(code, 0) <= before.untestable.get(code, 0) for code, _, _ in gone)


def gone_facts(before: TableChecked, after: TableChecked) -> frozenset[Fact]:
    """Facts of which no finding is left."""
    return frozenset(each for each in before.facts if not after.facts[each])

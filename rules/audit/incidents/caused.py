"""Findings that one corrected fact removes, as one incident."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rules.audit.incidents.groups import Groups, Pattern
from rules.results import Cause

Fact = tuple[
    str, int, int
]  # what a finding is about: code, number of the hand (NONE: of none), seat (0: of none)


class Caused(Struct, frozen=True):
    """A cause with the facts that it removes. title: of the incident; many: it concerns many hands."""

    title: str
    cause: Cause
    facts: frozenset[Fact]
    many: bool


def merge_caused(groups: Groups, caused: Sequence[Caused]) -> None:
    """Merge the groups that each cause explains."""
    cases = groups.cases
    for each in caused:
        named = zip(cases.code.tolist(), cases.number.tolist(), cases.seat.tolist(), strict=True)
        gone = np.array(
            [(cases.codes[code], number, seat) in each.facts for code, number, seat in named], np.bool_
        )
        gone[list(cases.several)] = False
        members = np.flatnonzero(groups.every_case(gone & cases.in_hand) & groups.alone)
        if not len(members):
            continue
        first = int(members[0])
        if each.many:
            groups.merge(members, Pattern(f"{each.cause.field} of line {each.cause.line}", 0, "session"))
        else:
            groups.join(members[1:], first)
        groups.causes[first] = each.cause
        if each.many or len(members) > 1:
            groups.titles[first] = each.title

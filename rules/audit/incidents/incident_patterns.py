"""One fault that repeats, over the session, else by dealer, else by player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.audit.incidents.attendance import Attendance
from rules.audit.incidents.groups import Groups, Pattern, in_groups, packed
from rules.findings.finding_columns import NONE
from rules.hands import Flags, Ints

LEAST_HANDS = 10
LEAST_SHARE = 5  # a pattern has at least one in so many of the hands tested

_Key = tuple[str, str, Pattern]  # root code, revision, what is common
_Keyed = Iterator[tuple[_Key, Ints]]  # with the groups that have it, ascending
Tested = Callable[[str, Pattern], int]


def merge_patterns(groups: Groups, tested: Tested, attendance: Attendance) -> None:
    """Merge groups that repeat, one scope after another, most hands first. tested: hands tested under a code within a scope."""
    in_hands = groups.every_case(groups.cases.in_hand)
    for keyed in (_by_session, _by_dealer(attendance), _by_player):
        _merge(groups, list(keyed(groups, groups.alone & in_hands)), tested)


def _merge(groups: Groups, found: list[tuple[_Key, Ints]], tested: Tested) -> None:
    for key, members in sorted(found, key=lambda each: (-len(each[1]), repr(each[0]))):
        if groups.hands[members].sum() < LEAST_HANDS:  # of most keys; those that are left have no more
            continue
        left = members[groups.alone[members]] if groups.patterns else members
        if _repeats(groups, left, key, tested):
            groups.merge(left, key[2])


def _repeats(groups: Groups, members: Ints, key: _Key, tested: Tested) -> bool:
    if groups.hands[members].sum() < LEAST_HANDS:
        return False
    hands = len(groups.hands_of(members))
    return hands >= LEAST_HANDS and hands * LEAST_SHARE >= tested(key[0], key[2])


def _keys(
    groups: Groups, which: NDArray[Any], case: NDArray[Any], scope: str, who: NDArray[Any], names: list[str]
) -> _Keyed:
    """Groups (N,) by code, trace and sign of their cases (N,), and by who (N,), NONE: nobody."""
    cases = groups.cases
    key, distinct = packed(cases.code[case], cases.trace[case], cases.sign[case], who)
    for place, members in in_groups(which, key):
        code, trace, sign, person = distinct[place].tolist()
        tested_by = cases.traces[trace]
        name = None if person == NONE else names[person]
        yield (
            (cases.codes[code], tested_by.revision, Pattern(tested_by.parameter, sign, scope, name)),
            members,
        )


def _by_session(groups: Groups, which: Flags) -> _Keyed:
    mine = np.flatnonzero(which)
    if len(mine):
        yield from _keys(groups, mine, groups.root[mine], "session", np.full(len(mine), NONE), [])


def _by_dealer(attendance: Attendance) -> Callable[[Groups, Flags], _Keyed]:
    def keyed(groups: Groups, which: Flags) -> _Keyed:
        dealer = attendance.dealers_of(groups.hand)
        least, most = np.full(groups.size, NONE), np.full(groups.size, NONE)
        order = np.lexsort((dealer, groups.hand_group))
        of, by = groups.hand_group[order], dealer[order]
        least[of[::-1]], most[of] = by[::-1], by
        mine = np.flatnonzero(which & (least == most) & (least != NONE))
        if len(mine):
            names = list(attendance.names)
            yield from _keys(groups, mine, groups.root[mine], "dealer", least[mine], names)

    return keyed


def _by_player(groups: Groups, which: Flags) -> _Keyed:
    cases = groups.cases
    code = cases.code[groups.root[groups.of_case]]
    mine = np.flatnonzero(which[groups.of_case] & (cases.code == code) & (cases.player != NONE))
    if len(mine):
        yield from _keys(groups, groups.of_case[mine], mine, "player", cases.player[mine], cases.players)

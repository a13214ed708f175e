"""Groups of cases with their money astray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.audit.incidents.cases import Cases
from rules.audit.incidents.incident_places import Positions, begins
from rules.audit.incidents.links import LinkedCases
from rules.audit.money.fee_rows import FeeRows
from rules.audit.money.money_astray import Astray
from rules.checks.money.decided_keys import dense
from rules.findings.finding_columns import NONE
from rules.hands import Flags, Ints
from rules.results import Cause


class Pattern(Struct, frozen=True):
    """Common trait of a pattern. scope: session, dealer or player, with who; or a diagnosis."""

    parameter: str
    sign: int
    scope: str
    who: str | None = None


class Groups:
    """Groups of a session (G,): of cases in log order, then money without a finding. Merged groups keep their positions.

    fee_holder (F,): case of each fee. of_case (M,), of_astray (A,), of_fees (F,): groups. root (G,): leading case, or NONE.
    hand_group, hand (N,): hands of groups.
    """

    def __init__(
        self, cases: Cases, astray: Astray, fees: FeeRows, linked: LinkedCases, fee_holder: Positions
    ) -> None:
        self.cases, self.astray, self.fees = cases, astray, fees
        self.of_case = _numbered(linked.root)
        self.with_cases = int(self.of_case.max(initial=NONE)) + 1
        self.of_astray = self._with_money(linked.holder)
        self.size = self.with_cases + int((linked.holder == NONE).sum())
        self.of_fees = self._with_fees(fee_holder)
        self._rank = cases.ranks()
        self.root: Positions = np.full(self.size, NONE, np.int32)
        self.root[: self.with_cases] = self.roots(self.of_case)
        at, numbers = cases.numbers()
        self.hand_group, self.hand = _distinct(
            np.concatenate((self.of_case[at], self.of_astray, self.of_fees)),
            np.concatenate((numbers, astray.hand, fees.hand)),
        )
        self.hands = np.bincount(self.hand_group, minlength=self.size)  # (G,) how many
        self.merged = np.arange(
            self.size, dtype=np.int32
        )  # (G,) the first of the groups that a group is merged with
        self.patterns: dict[int, Pattern] = {}
        self.causes: dict[int, Cause] = {}  # by the first of the groups, as patterns are
        self.titles: dict[int, str] = {}  # of groups that only a cause makes one
        self._joined_to: set[int] = set()

    def _with_money(self, holder: Positions) -> Positions:
        found = np.full(len(holder), NONE, np.int32)
        held = holder != NONE
        found[held] = self.of_case[holder[held]]
        lost = np.flatnonzero(~held)
        _, first, kind = np.unique(self.astray.hand, return_index=True, return_inverse=True)
        lost = lost[np.argsort(first[kind][lost], kind="stable")]
        found[lost] = self.with_cases + np.arange(len(lost))
        return found

    def _with_fees(self, holder: Positions) -> Positions:
        found = np.full(len(holder), NONE, np.int32)
        held = holder != NONE
        found[held] = self.of_case[holder[held]]
        lost = np.flatnonzero(~held)
        lines, place = np.unique(self.fees.line[lost], return_inverse=True)
        found[lost] = self.size + place
        self.size += len(lines)
        return found

    def roots(self, group: Positions) -> Positions:
        """Root of each group of cases (M,), by place, area, catalogue, seat."""
        cases = self.cases
        order = np.lexsort((self.of_case, cases.seat, self._rank, cases.order, group))
        return order[begins(group[order])].astype(np.int32)

    def every_case(self, holds: Flags) -> Flags:
        """(G,) groups with cases for all of which ``holds`` (M,)."""
        found = np.zeros(self.size, np.bool_)
        found[: self.with_cases] = True
        found[self.of_case[~holds]] = False
        return found

    def any_case(self, holds: Flags) -> Flags:
        """(G,) groups with a case for which ``holds`` (M,)."""
        found = np.zeros(self.size, np.bool_)
        found[self.of_case[holds]] = True
        return found

    @property
    def alone(self) -> Flags:
        """(G,) groups of no pattern, and not part of another."""
        found = np.ones(self.size, np.bool_)
        found[np.isin(self.merged, [*self.patterns, *self._joined_to])] = False
        return found

    def join(self, members: Ints, target: int) -> None:
        """Make groups without a pattern part of another, which becomes part of none."""
        self.merged[members] = target
        self._joined_to.add(target)

    def merge(self, members: Ints, pattern: Pattern) -> None:
        """Make one group of ascending ones without a pattern."""
        first = int(members[0])
        self.merged[members] = first
        self.patterns[first] = pattern

    def hands_of(self, members: Ints) -> Ints:
        """Numbers of the hands of some groups."""
        wanted = np.zeros(self.size, np.bool_)
        wanted[members] = True
        found: Ints = np.unique(self.hand[wanted[self.hand_group]])
        return found

    def parts(self) -> Iterator[GroupedIncident]:
        """Groups as merged, in order."""
        case_of, astray_of = self.merged[self.of_case], self.merged[self.of_astray]
        fees_of = self.merged[self.of_fees]
        hand_of, hand = _distinct(self.merged[self.hand_group], self.hand)
        by_case = np.lexsort((self.of_case, case_of)).astype(np.int32)
        by_money = np.argsort(astray_of, kind="stable").astype(np.int32)
        by_fees = np.argsort(fees_of, kind="stable").astype(np.int32)
        firsts = np.unique(self.merged)
        roots = dict(zip(np.unique(case_of).tolist(), self.roots(case_of).tolist(), strict=True))
        cuts = [
            np.searchsorted(sorted_, [firsts, firsts + 1])
            for sorted_ in (case_of[by_case], astray_of[by_money], fees_of[by_fees], hand_of)
        ]
        for at, group in enumerate(firsts.tolist()):
            cases, money, fees, hands = (
                column[int(low[at]) : int(high[at])]
                for column, (low, high) in zip((by_case, by_money, by_fees, hand), cuts, strict=True)
            )
            yield GroupedIncident(
                root=roots.get(group, NONE),
                cases=cases,
                astray=money,
                fees=fees,
                hands=hands,
                pattern=self.patterns.get(group),
                cause=self.causes.get(group),
                title=self.titles.get(group),
            )


class GroupedIncident(Struct, frozen=True, eq=False):
    """A group that becomes an incident: positions of root, cases, Astray, FeeRows; numbers of hands. title None: its root's."""

    root: int
    cases: Positions
    astray: Positions
    fees: Positions
    hands: Ints
    pattern: Pattern | None
    cause: Cause | None = None
    title: str | None = None


def _distinct(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    first, second = _without_repeats(first, second)
    order = np.lexsort((second, first)).astype(np.int32)
    return _without_repeats(first[order], second[order])


def _without_repeats(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    new = begins(first) | begins(second)
    return first[new], second[new]


def _numbered(root: Positions) -> Positions:
    places = np.arange(len(root), dtype=np.int32)
    first = np.zeros(len(root), np.int32)
    first[root[::-1]] = places[::-1]  # of the places of a group, the last that is written is the first
    first = first[root]
    number = np.cumsum(first == places, dtype=np.int32) - np.int32(1)
    return number[first]


def in_groups(groups: NDArray[Any], key: Ints) -> Iterator[tuple[int, Ints]]:
    """Each distinct key (N,) with its groups (N,), ascending."""
    key, groups = _distinct(key, groups)
    if not len(key):
        return
    starts = np.flatnonzero(np.diff(key, prepend=key[0] - 1)).tolist()
    for begin, end in zip(starts, [*starts[1:], len(key)], strict=True):
        yield int(key[begin]), groups[begin:end].astype(np.int64)


def packed(*columns: NDArray[Any]) -> tuple[Ints, Ints]:
    """Positions (N,) of distinct rows of columns (N,), and those rows."""
    first, which = dense(columns)
    return which, np.column_stack([each[first] for each in columns])

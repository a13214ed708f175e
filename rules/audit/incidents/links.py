"""Findings that follow from one another, joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.audit.incidents.cases import Cases
from rules.audit.incidents.incident_places import BETWEEN_HANDS, LogPlaces
from rules.audit.incidents.joined import JoinedGroups
from rules.audit.money.money_astray import OF_RESULTS, Astray
from rules.checks.catalogue import every_module
from rules.checks.money.decided_keys import dense
from rules.checks.support.root_codes import DECK, PAID, POOL
from rules.findings.finding_columns import NONE
from rules.hands import Flags, Ints
from rules.results import Finding

RESULTS = (*PAID, *POOL, "SCR005", "POT004", "IRR001")  # where money is not as due
_OF_NO_SEAT = (
    *DECK,
    "SET010",
    "STK004",
)  # the cards of a deal, a player in two seats: whatever seats it shows in
_MONEY = ("SCR", "PAY", "SUR", "POT")
_Seats = frozenset[int]  # numbers of seats between which money went astray
_Found = dict[str, dict[int, list[int]]]  # positions of cases by code and seat; seat 0: of none


@cache
def linked() -> frozenset[tuple[str, str]]:
    """Pairs of dependent codes, each in alphabetical order."""
    return frozenset(
        (min(entry.code, cause), max(entry.code, cause))
        for entry in every_module()
        for cause in entry.check.follows
    )


class LinkedCases(Struct, frozen=True, eq=False):
    """root (M,): one position a group of cases. holder (A,): case that holds a row of Astray; NONE: none."""

    root: NDArray[np.int32]
    holder: NDArray[np.int32]


def linked_cases(
    cases: Cases, places: LogPlaces, astray: Astray, set_off: Sequence[Sequence[int]] = ()
) -> LinkedCases:
    """Join the cases of each place, equal hands at once. set_off: groups of positions of breaks that set each other off."""
    money = _Money(astray)
    root = np.arange(len(cases), dtype=np.int32)
    holder = np.full(len(astray), NONE, np.int32)
    numbers = _place_numbers(cases)
    entangled = _entangled(cases, places, numbers)
    _join_alone(cases, money, numbers, entangled, root, holder)
    _join_entangled(cases, places, money, entangled, root, holder)
    if set_off:
        groups = [np.searchsorted(cases.places, each) for each in set_off]
        of_breaks = np.flatnonzero(astray.broken != OF_RESULTS)
        holder[of_breaks] = [groups[each][0] for each in astray.broken[of_breaks].tolist()]
        root = _joined_over_places(root, groups)
    return LinkedCases(root, holder)


def _joined_over_places(root: NDArray[np.int32], groups: Sequence[Ints]) -> NDArray[np.int32]:
    joined = JoinedGroups(len(root))
    for each in groups:
        joined.join(*root[each].tolist())
    return np.array([joined.root(each) for each in root.tolist()], np.int32)


class _Money:
    """Money astray in results by hand. rows (R,): positions in Astray; masks (R,): seats as bits."""

    def __init__(self, astray: Astray) -> None:
        results = np.flatnonzero(astray.broken == OF_RESULTS)
        self.rows = results[np.argsort(astray.hand[results], kind="stable")]
        self._hands = astray.hand[self.rows].astype(np.int64)
        masks = np.zeros(len(astray), np.int64)
        np.bitwise_or.at(masks, astray.row, np.left_shift(np.int64(1), astray.seat.astype(np.int64)))
        self.masks = masks[self.rows]

    def spans(self, numbers: Ints) -> tuple[Ints, Ints]:
        return np.searchsorted(self._hands, numbers), np.searchsorted(self._hands, numbers, side="right")


def _seats(mask: int) -> _Seats:
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _entangled(cases: Cases, places: LogPlaces, numbers: Ints) -> Flags:
    sharing: set[int] = set()
    for at, hands in cases.several.items():
        if len(hands) > 1:
            sharing.update((*hands, int(cases.number[at])))
    between = np.isin(cases.code, [at for at, code in enumerate(cases.codes) if code in BETWEEN_HANDS])
    for number in np.unique(cases.number[between & (cases.number != NONE)]).tolist():
        before = places.before(number)
        sharing.add(number)
        if before is not None:
            sharing.add(int(before.name))
    found: Flags = ~cases.in_hand | np.isin(numbers, list(sharing - {NONE}))
    return found


def _place_numbers(cases: Cases) -> Ints:
    numbers = cases.number.copy()
    for at, hands in cases.several.items():
        if numbers[at] == NONE and hands:
            numbers[at] = hands[0]
    numbers[~cases.in_hand] = NONE
    return numbers


def _join_alone(
    cases: Cases,
    money: _Money,
    numbers: Ints,
    entangled: Flags,
    root: NDArray[np.int32],
    holder: NDArray[np.int32],
) -> None:
    mine = np.flatnonzero(~entangled).astype(np.int32)
    if not len(mine):
        return
    mine = mine[np.argsort(numbers[mine], kind="stable")]
    number = numbers[mine]
    starts = np.flatnonzero(np.diff(number, prepend=number[0] - 1))
    low, high = money.spans(number[starts])
    sizes, amounts = np.diff(starts, append=len(mine)), high - low
    first, kind = dense((sizes, amounts))
    for place, at in enumerate(first.tolist()):
        alike = np.flatnonzero(kind == place)
        here = mine[starts[alike, None] + np.arange(sizes[at])]
        rows = low[alike, None] + np.arange(amounts[at])
        _join_alike(cases, money, here, rows, root, holder)


def _join_alike(
    cases: Cases,
    money: _Money,
    here: NDArray[np.int32],
    rows: Ints,
    root: NDArray[np.int32],
    holder: NDArray[np.int32],
) -> None:
    many = here.shape[1]
    first, kind = dense((*cases.code[here].T, *cases.seat[here].T, *money.masks[rows].T))
    roots, holders = np.zeros((len(first), many), np.int32), np.zeros((len(first), rows.shape[1]), np.int32)
    for place, at in enumerate(first.tolist()):
        of_seats = list(zip(cases.code[here[at]].tolist(), cases.seat[here[at]].tolist(), strict=True))
        astray = [_seats(mask) for mask in money.masks[rows[at]].tolist()]
        roots[place], holders[place] = _joined_alone(cases.codes, of_seats, astray)
    root[here] = np.take_along_axis(here, roots[kind], axis=1)
    holder[money.rows[rows]] = np.take_along_axis(here, holders[kind], axis=1)


def _joined_alone(
    codes: Sequence[str], of_seats: Sequence[tuple[int, int]], astray: Sequence[_Seats]
) -> tuple[list[int], list[int]]:
    joined = JoinedGroups(len(of_seats))
    found: _Found = defaultdict(lambda: defaultdict(list))
    for at, (code, seat) in enumerate(of_seats):
        found[codes[code]][seat].append(at)
    _join_followers(joined, found)
    _join_by_money(joined, found, astray)
    holders = {seats: _holder(found, seats) for seats in set(astray)}
    return [joined.root(at) for at in range(len(of_seats))], [holders[seats] for seats in astray]


def _join_entangled(
    cases: Cases,
    places: LogPlaces,
    money: _Money,
    entangled: Flags,
    root: NDArray[np.int32],
    holder: NDArray[np.int32],
) -> None:
    which = np.flatnonzero(entangled).tolist()
    joined = JoinedGroups(len(which))
    there = _by_place(cases, places, which)
    held: list[tuple[int, int]] = []
    of_many = {at for at, case in enumerate(which) if len(cases.several.get(case, ())) > 1}
    for (kind, name), found in there.items():
        _join_followers(joined, found)
        if kind != "hand":
            continue
        low, high = (int(each[0]) for each in money.spans(np.array([int(name)])))
        astray = [_seats(mask) for mask in money.masks[low:high].tolist()]
        _join_by_money(joined, found, astray)
        holders = {seats: _holder(found, seats, of_many) for seats in set(astray)}
        for row, seats in zip(money.rows[low:high].tolist(), astray, strict=True):
            held.append((row, which[holders[seats]]))
    for at, place in enumerate(which):
        root[place] = which[joined.root(at)]
    for row, place in held:
        holder[row] = root[place]


def _by_place(cases: Cases, places: LogPlaces, which: Sequence[int]) -> dict[tuple[str, str], _Found]:
    """Cases by place, code and seat. One of many hands is in each, one between two in both."""
    there: dict[tuple[str, str], _Found] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    seats: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for at, case in enumerate(which):
        place = places.of(cases.findings[case])
        code, seat, player = cases.codes[cases.code[case]], int(cases.seat[case]), int(cases.player[case])
        there[place.kind, place.name][code][seat].append(at)
        for number in cases.several.get(case, ())[1:]:
            there["hand", str(number)][code][seat].append(at)
        if player != NONE and seat:
            seats[place.kind, place.name][player] = seat
    for at, case in enumerate(which):
        code, number = cases.codes[cases.code[case]], int(cases.number[case])
        before = places.before(number) if code in BETWEEN_HANDS and number != NONE else None
        if before is not None:
            where = before.kind, before.name
            seat = seats[where].get(int(cases.player[case]), int(cases.seat[case]))
            there[where][code][seat].append(at)
    return there


def _join_followers(joined: JoinedGroups, found: _Found) -> None:
    """Join dependent findings of one place and seat, and one check's about a seat. Without a seat, a finding shares all."""
    codes = sorted(found)
    for place, one in enumerate(codes):
        for other in codes[place:]:
            if (one, other) not in linked():
                if one == other:
                    _join_same(joined, found[one])
                continue
            if one in _OF_NO_SEAT and other in _OF_NO_SEAT:
                joined.join(*_all(found[one]), *_all(found[other]))
            else:
                _join_seats(joined, found[one], found[other])


def _join_seats(joined: JoinedGroups, one: Mapping[int, list[int]], other: Mapping[int, list[int]]) -> None:
    if one is other:
        joined.join(*one.get(0, ()))
        _join_same(joined, one)
    elif 0 in one or 0 in other:
        for whole, rest in ((one, other), (other, one)):
            if 0 in whole:
                joined.join(*whole[0], *_all(rest))
    for seat in one.keys() & other.keys():
        joined.join(*one[seat], *other[seat])


def _join_same(joined: JoinedGroups, found: Mapping[int, list[int]]) -> None:
    for seat, members in found.items():
        if seat:
            joined.join(*members)


def _join_by_money(joined: JoinedGroups, found: _Found, astray: Sequence[_Seats]) -> None:
    """Join findings of scoring, payment and surrender by the money between their seats."""
    sharing: set[int] = set()
    for seats in dict.fromkeys(astray):
        members = [
            at
            for code, by_seat in found.items()
            if code.startswith(_MONEY) or code == "IRR001"
            for seat, places in by_seat.items()
            if not seat or seat in seats
            for at in places
        ]
        joined.join(*members)
        sharing.update(members)
    joined.join(*(at for code in RESULTS for at in _all(found.get(code, {})) if at not in sharing))


def _holder(found: _Found, seats: _Seats, of_many: Container[int] = ()) -> int:
    """Finding that holds money: of its seats first, of results first, of many hands last. seats empty: of no seat by itself."""
    return min(
        (
            at in of_many,
            bool(seats) and seat not in seats and seat != 0,
            not code.startswith(_MONEY) and code != "IRR001",
            at,
        )
        for code, by_seat in found.items()
        for seat, places in by_seat.items()
        for at in places
    )[3]


def _all(by_seat: Mapping[int, list[int]]) -> list[int]:
    return [at for places in by_seat.values() for at in places]


def joined_over_a_day(findings: Sequence[Finding]) -> list[list[int]]:
    """Positions of a day's dependent findings that name no two sessions, grouped."""
    joined = JoinedGroups(len(findings))
    for at, one in enumerate(findings):
        for before, other in enumerate(findings[:at]):
            follows = (min(one.code, other.code), max(one.code, other.code)) in linked()
            apart = one.session and other.session and one.session != other.session
            if follows and not apart:
                joined.join(before, at)
    return joined.groups(range(len(findings)))

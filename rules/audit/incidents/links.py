"""Findings that follow from one another, joined into groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.audit.astray import Astray
from rules.audit.incidents.cases import Cases
from rules.audit.incidents.joined import Joined
from rules.audit.incidents.places import BETWEEN_HANDS, Places
from rules.checks.catalogue import every_check
from rules.checks.causes import DECK, PAID, POOL
from rules.findings.columns import NONE
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
    """Pairs of codes of which one follows the other, in alphabetical order."""
    return frozenset(
        (min(entry.code, cause), max(entry.code, cause))
        for entry in every_check()
        for cause in entry.check.follows
    )


@dataclass(frozen=True, eq=False)
class Linked:
    """root (M,): the same position for all cases of a group. holder (A,): the case that the money of a row of Astray goes
    with, NONE where the hand has no finding.
    """

    root: NDArray[np.int32]
    holder: NDArray[np.int32]


def linked_cases(cases: Cases, places: Places, astray: Astray) -> Linked:
    """Join the cases of each place. Most hands have cases of their own alone: equal ones are joined alike."""
    money = _Money(astray)
    root = np.arange(len(cases), dtype=np.int32)
    holder = np.full(len(astray), NONE, np.int32)
    entangled = _entangled(cases, places)
    _join_alone(cases, money, entangled, root, holder)
    _join_entangled(cases, places, money, entangled, root, holder)
    return Linked(root, holder)


class _Money:
    """What went astray, by the number of the hand."""

    def __init__(self, astray: Astray) -> None:
        self._order = np.argsort(astray.hand, kind="stable")
        self._hands = astray.hand[self._order]
        masks = np.zeros(len(astray), np.int64)
        np.bitwise_or.at(masks, astray.row, np.left_shift(np.int64(1), astray.seat.astype(np.int64)))
        self._masks = masks[self._order]

    def spans(self, numbers: Ints) -> tuple[Ints, Ints]:
        """From where to where the rows of some hands are."""
        return np.searchsorted(self._hands, numbers), np.searchsorted(self._hands, numbers, side="right")

    def masks(self, first: int, last: int) -> bytes:
        """The seats of some rows, as bits."""
        return self._masks[first:last].tobytes()

    def seats(self, first: int, last: int) -> list[_Seats]:
        """The same as sets."""
        return [
            frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
            for mask in self._masks[first:last].tolist()
        ]

    def rows(self, first: int, last: int) -> Ints:
        """Their positions among the rows of Astray."""
        return self._order[first:last]


def _entangled(cases: Cases, places: Places) -> Flags:
    """(M,) cases outside of hands, and those of hands that share a case with another place."""
    numbers: set[int] = set()
    for at, hands in cases.several.items():
        if len(hands) > 1:
            numbers.update((*hands, int(cases.number[at])))
    between = np.isin(cases.code, [at for at, code in enumerate(cases.codes) if code in BETWEEN_HANDS])
    for number in np.unique(cases.number[between & (cases.number != NONE)]).tolist():
        before = places.before(number)
        numbers.add(number)
        if before is not None:
            numbers.add(int(before.name))
    shared: Flags = ~cases.in_hand | np.isin(_place_numbers(cases), list(numbers - {NONE}))
    return shared


def _place_numbers(cases: Cases) -> Ints:
    """(M,) the number of the hand of each case; NONE outside of hands."""
    numbers = cases.number.copy()
    for at, hands in cases.several.items():
        if numbers[at] == NONE and hands:
            numbers[at] = hands[0]
    return np.where(cases.in_hand, numbers, NONE)


def _join_alone(
    cases: Cases, money: _Money, entangled: Flags, root: NDArray[np.int32], holder: NDArray[np.int32]
) -> None:
    """Join the cases of hands that share none with another place: once for all hands that are alike."""
    mine = np.flatnonzero(~entangled)
    if not len(mine):
        return
    number = _place_numbers(cases)[mine]
    order = np.argsort(number, kind="stable")
    mine, number = mine[order], number[order]
    starts = np.flatnonzero(np.diff(number, prepend=number[0] - 1))
    ends = np.append(starts[1:], len(mine))
    of_seats = np.column_stack((cases.code[mine], cases.seat[mine])).astype(np.int16)
    known: dict[tuple[bytes, bytes], tuple[Ints, Ints, Ints]] = {}
    for begin, end, low, high in _in_turn(starts, ends, *money.spans(number[starts])):
        key = of_seats[begin:end].tobytes(), money.masks(low, high)
        if key not in known:
            known[key] = _joined_alone(cases.codes, of_seats[begin:end].tolist(), money.seats(low, high))
        roots, held, holders = known[key]
        here = mine[begin:end]
        root[here] = here[roots]
        if len(held):
            holder[money.rows(low, high)[held]] = here[holders]


def _in_turn(*columns: Ints) -> Iterator[tuple[int, ...]]:
    """The rows of some columns (N,); few of their numbers are objects at once."""
    for begin in range(0, len(columns[0]), 4096):
        yield from zip(*(each[begin : begin + 4096].tolist() for each in columns), strict=True)


def _joined_alone(
    codes: Sequence[str], of_seats: list[list[int]], astray: list[_Seats]
) -> tuple[Ints, Ints, Ints]:
    """Of the cases of one hand, by code and seat: the root of each, the amounts that went astray and have a holder, and those."""
    joined = Joined(len(of_seats))
    found: _Found = defaultdict(lambda: defaultdict(list))
    for at, (code, seat) in enumerate(of_seats):
        found[codes[code]][seat].append(at)
    _join_followers(joined, found)
    _join_by_money(joined, found, astray)
    roots = np.array([joined.root(at) for at in range(len(of_seats))])
    holders = [_holder(found, seats) for seats in astray]
    held = [place for place, at in enumerate(holders) if at is not None]
    return roots, np.array(held, np.int64), np.array([holders[place] for place in held], np.int64)


def _join_entangled(
    cases: Cases,
    places: Places,
    money: _Money,
    entangled: Flags,
    root: NDArray[np.int32],
    holder: NDArray[np.int32],
) -> None:
    """Join cases outside of hands, and of hands that share cases with others."""
    which = np.flatnonzero(entangled).tolist()
    joined = Joined(len(which))
    there = _by_place(cases, places, which)
    held: list[tuple[int, int]] = []
    for (kind, name), found in there.items():
        _join_followers(joined, found)
        if kind != "hand":
            continue
        low, high = (int(each[0]) for each in money.spans(np.array([int(name)])))
        astray = money.seats(low, high)
        _join_by_money(joined, found, astray)
        for row, seats in zip(money.rows(low, high).tolist(), astray, strict=True):
            at = _holder(found, seats)
            if at is not None:
                held.append((row, which[at]))
    for at, place in enumerate(which):
        root[place] = which[joined.root(at)]
    for row, place in held:
        holder[row] = root[place]


def _by_place(cases: Cases, places: Places, which: Sequence[int]) -> dict[tuple[str, str], _Found]:
    """Cases by place, code and seat. One for many hands is in each of them, one between two hands in both."""
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


def _join_followers(joined: Joined, found: _Found) -> None:
    """Join findings of one place of which one follows the other, where they share a seat; and what one check finds of a seat.

    A finding without a seat shares all, and so do the cards of one deal, or the seats of one player, among themselves.
    """
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


def _join_seats(joined: Joined, one: Mapping[int, list[int]], other: Mapping[int, list[int]]) -> None:
    if one is other:
        _join_same(joined, one)
    elif 0 in one or 0 in other:
        for whole, rest in ((one, other), (other, one)):
            if 0 in whole:
                joined.join(*whole[0], *_all(rest))
    for seat in one.keys() & other.keys():
        joined.join(*one[seat], *other[seat])


def _join_same(joined: Joined, found: Mapping[int, list[int]]) -> None:
    for seat, members in found.items():
        if seat:
            joined.join(*members)


def _join_by_money(joined: Joined, found: _Found, astray: Sequence[_Seats]) -> None:
    """Join scoring, payment and surrender findings between whose seats differing money moved.

    Of seats whose money is not known to have moved, all whose results differ are one.
    """
    sharing: set[int] = set()
    for seats in astray:
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


def _holder(found: _Found, seats: _Seats) -> int | None:
    """The finding that the money of a hand goes with: of its seats before others, of results before others."""
    listed = [
        (seat not in seats and seat != 0, not code.startswith(_MONEY) and code != "IRR001", at)
        for code, by_seat in found.items()
        for seat, places in by_seat.items()
        for at in places
    ]
    return min(listed)[2] if listed else None


def _all(by_seat: Mapping[int, list[int]]) -> list[int]:
    return [at for places in by_seat.values() for at in places]


def joined_over_a_day(findings: Sequence[Finding]) -> list[list[int]]:
    """Positions of the findings of a gaming day, grouped: those that follow from one another and name no two sessions."""
    joined = Joined(len(findings))
    for at, one in enumerate(findings):
        for before, other in enumerate(findings[:at]):
            follows = (min(one.code, other.code), max(one.code, other.code)) in linked()
            apart = one.session and other.session and one.session != other.session
            if follows and not apart:
                joined.join(before, at)
    return joined.groups(range(len(findings)))

"""Findings that follow from one another, joined into groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from rules.audit.incidents.cases import Case, Group
from rules.audit.incidents.places import BETWEEN_HANDS, Places
from rules.audit.money import Astray, Joined
from rules.checks.catalogue import every_check
from rules.checks.causes import DECK, PAID, POOL
from rules.results import Finding

RESULTS = (*PAID, *POOL, "SCR005", "POT004", "IRR001")  # where money is not as due
_OF_NO_SEAT = (
    *DECK,
    "SET010",
    "STK004",
)  # the cards of a deal, a player in two seats: whatever seats it shows in
_MONEY = ("SCR", "PAY", "SUR", "POT")
_Found = dict[str, dict[int | None, list[int]]]  # positions of cases by code and seat


@cache
def linked() -> frozenset[tuple[str, str]]:
    """Pairs of codes of which one follows the other, in alphabetical order."""
    return frozenset(
        (min(entry.code, cause), max(entry.code, cause))
        for entry in every_check()
        for cause in entry.check.follows
    )


def grouped(cases: Sequence[Case], places: Places, astray: Mapping[int, Sequence[Astray]]) -> list[Group]:
    """The groups of a session, in the order of the log. astray: what went wrong, by the number of the hand.

    Money of a hand without a finding that its seats share goes to another of the hand's; where there is none, it is a group
    without a finding.
    """
    joined = Joined(len(cases))
    there = _by_place(cases, places)
    money: list[tuple[int | None, Astray]] = []
    for place, found in there.items():
        _join_followers(joined, found)
        if place[0] == "hand":
            _join_by_money(joined, found, astray.get(int(place[1]), ()))
    for number, listed in astray.items():
        here = there.get(("hand", str(number)), {})
        money += [(_holder(here, each), each) for each in listed]
    groups = {root: Group([cases[at] for at in members]) for root, members in _members(joined, len(cases))}
    lost: list[Group] = []
    for holder, each in money:
        if holder is None:
            lost.append(Group([], [each]))
        else:
            groups[joined.root(holder)].astray.append(each)
    return [*groups.values(), *lost]


def _members(joined: Joined, size: int) -> Iterable[tuple[int, list[int]]]:
    return ((joined.root(members[0]), members) for members in joined.groups(range(size)))


def _by_place(cases: Sequence[Case], places: Places) -> dict[tuple[str, str], _Found]:
    """Cases by place, code and seat. One for many hands stands in each of them, one between two hands in both."""
    there: dict[tuple[str, str], _Found] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    seats: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for at, (finding, place, _) in enumerate(cases):
        there[place.kind, place.name][finding.code][finding.seat].append(at)
        for number in (finding.hands or ())[1:]:
            there["hand", str(number)][finding.code][finding.seat].append(at)
        if finding.player is not None and finding.seat is not None:
            seats[place.kind, place.name][finding.player] = finding.seat
    for at, (finding, _, _) in enumerate(cases):
        if finding.code in BETWEEN_HANDS and finding.hand is not None:
            before = places.before(finding.hand)
            if before is not None:
                where = before.kind, before.name
                seat = seats[where].get(finding.player or "", finding.seat)
                there[where][finding.code][seat].append(at)
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


def _join_seats(
    joined: Joined, one: Mapping[int | None, list[int]], other: Mapping[int | None, list[int]]
) -> None:
    if one is other:
        _join_same(joined, one)
    elif None in one or None in other:
        for whole, rest in ((one, other), (other, one)):
            if None in whole:
                joined.join(*whole[None], *_all(rest))
    for seat in one.keys() & other.keys():
        joined.join(*one[seat], *other[seat])


def _join_same(joined: Joined, found: Mapping[int | None, list[int]]) -> None:
    for seat, members in found.items():
        if seat is not None:
            joined.join(*members)


def _join_by_money(joined: Joined, found: _Found, astray: Sequence[Astray]) -> None:
    """Join scoring, payment and surrender findings between whose seats differing money moved.

    Of seats whose money is not known to have moved, all whose results differ are one.
    """
    sharing: set[int] = set()
    for each in astray:
        seats = {share.seat for share in each.shares}
        members = [
            at
            for code, by_seat in found.items()
            if code.startswith(_MONEY) or code == "IRR001"
            for seat, places in by_seat.items()
            if seat is None or seat in seats
            for at in places
        ]
        joined.join(*members)
        sharing.update(members)
    joined.join(*(at for code in RESULTS for at in _all(found.get(code, {})) if at not in sharing))


def _holder(found: _Found, each: Astray) -> int | None:
    """The finding that the money of a hand goes with: of its seats before others, of results before others."""
    seats = {share.seat for share in each.shares}
    listed = [
        (seat not in seats and seat is not None, not code.startswith(_MONEY) and code != "IRR001", at)
        for code, by_seat in found.items()
        for seat, places in by_seat.items()
        for at in places
    ]
    return min(listed)[2] if listed else None


def _all(by_seat: Mapping[int | None, list[int]]) -> list[int]:
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

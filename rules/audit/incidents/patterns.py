"""One fault that repeats over many hands: over the session, else by dealer, else by player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rules.audit.incidents.cases import Group, Pattern, sign_of

LEAST_HANDS = 10
LEAST_SHARE = 5  # a pattern has at least one in so many of the hands tested

_Key = tuple[str, str, Pattern]  # root code, revision, what is common
_Keys = Callable[[Group], Iterable[_Key]]


def merged(
    groups: Sequence[Group], tested: Callable[[str, Pattern], int], dealer: Mapping[int, str]
) -> list[Group]:
    """Groups with those that repeat made one. tested: hands tested under a code within a scope. dealer: of hands by number.

    The scopes are looked at one after the other, and in each the pattern with the most hands first.
    """
    left = list(groups)
    for keys in (_of_session, _by_dealer(dealer), _by_player):
        left = _merged(left, keys, tested)
    return left


def _merged(groups: list[Group], keys: _Keys, tested: Callable[[str, Pattern], int]) -> list[Group]:
    found: dict[_Key, list[int]] = defaultdict(list)
    for at, group in enumerate(groups):
        if group.pattern is None and group.cases and all(case.place.kind == "hand" for case in group.cases):
            for key in set(keys(group)):
                found[key].append(at)
    gone: set[int] = set()
    new: dict[int, Group] = {}
    for key in sorted(found, key=lambda key: (-len(found[key]), repr(key))):
        members = [at for at in found[key] if at not in gone]
        if _repeats([groups[at] for at in members], key, tested):
            gone.update(members)
            new[members[0]] = together([groups[at] for at in members], key[2])
    return [new.get(at, group) for at, group in enumerate(groups) if at not in gone or at in new]


def _repeats(groups: Sequence[Group], key: _Key, tested: Callable[[str, Pattern], int]) -> bool:
    if sum(len(group.hands) for group in groups) < LEAST_HANDS:
        return False
    hands = len(set().union(*(group.hands for group in groups)))
    return hands >= LEAST_HANDS and hands * LEAST_SHARE >= tested(key[0], key[2])


def together(groups: Sequence[Group], pattern: Pattern) -> Group:
    """Groups as one."""
    return Group(
        [case for group in groups for case in group.cases],
        [each for group in groups for each in group.astray],
        pattern,
    )


def _of_session(group: Group) -> Iterator[_Key]:
    root = group.root
    pattern = Pattern(root.trace.parameter, sign_of(root.finding), "session")
    yield root.finding.code, root.trace.revision, pattern


def _by_dealer(dealer: Mapping[int, str]) -> _Keys:
    def keys(group: Group) -> Iterator[_Key]:
        root = group.root
        who = {dealer.get(number) for number in group.hands}
        if len(who) == 1 and None not in who:
            pattern = Pattern(root.trace.parameter, sign_of(root.finding), "dealer", who.pop())
            yield root.finding.code, root.trace.revision, pattern

    return keys


def _by_player(group: Group) -> Iterator[_Key]:
    """Of a player whatever the root's check finds of him, though another seat comes first."""
    code = group.root.finding.code
    for finding, _, trace in group.cases:
        if finding.code == code and finding.player is not None:
            pattern = Pattern(trace.parameter, sign_of(finding), "player", finding.player)
            yield code, trace.revision, pattern

"""The ruleset of a log, and its revisions by day."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import UNSET
from msgspec.structs import replace

from rules import times
from rules.card_room import Room
from rules.controls.fixed_currency import in_chips
from rules.controls.library import IN_USE, Library, NotApproved, RulesetChoice, UnknownRuleset
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Hands
from rules.narrow import distinct
from rules.records.events import Session
from rules.results import ControlsDecided, RulesetUsed

NO_RULESET = "no revision of the ruleset was in force on the hand's day"
OTHER_GAME = {
    "chinese": "the ruleset is not of closed hands, and the hand was closed",
    "ofc": "the ruleset is not of open-face play, and the hand was open-face",
    "pot": "the ruleset is not of pot games, and the hand was of one",
}


class NoRuleset(ValueError):
    """A log without a ruleset, where none was asked for."""


def rooms_own(room: Room | None, day: dt.date | None, registry: Library) -> list[Ruleset]:
    """Revisions of a room's controls in force on a gaming day, one a ruleset at most."""
    if room is None or day is None:
        return []
    found = (registry.choice(each).approved().on(day) for each in room.controls)
    return [each for each in found if each is not None]


def named(ruleset: str | None, room: Room | None, opened_at: str, registry: Library) -> str | None:
    """Ruleset of a session: stated, else the room's only one in force at its opening."""
    if ruleset or room is None:
        return ruleset or None
    mine = rooms_own(room, room.day(opened_at), registry)
    return mine[0].id if len(mine) == 1 else None


def chosen(
    session: Session,
    ruleset: str | None,
    registry: Library,
    room: Room | None = None,
    as_if: bool = False,
    game: str | None = None,
) -> RulesetChoice:
    """Ruleset of a log: asked for, else the room's approved controls beside the session's or the room's only one.

    game: family that NoRuleset lists; None: all. Raises NoRuleset, UnknownRuleset, NotApproved.
    """
    name = named(
        ruleset if ruleset is not None else session.ruleset or None, room, session.opened_at, registry
    )
    if not name:
        known = ", ".join(str(each) for each in registry.rulesets() if game in (None, each.family))
        raise NoRuleset(
            f"The log of session {session.session} names no ruleset, and none was asked for. Ask for one of: {known}."
        )
    if ruleset is not None:
        choice = registry.choice(name)
        return choice.as_if() if as_if else choice.approved()
    approved = deciding(room, registry, of_chips=session.tournament is not UNSET)
    return replace(_claimed(name, registry, approved), before=approved)


def deciding(room: Room | None, registry: Library, *, of_chips: bool = False) -> tuple[RulesetChoice, ...]:
    """Approved controls of a room, which decide on their days. of_chips: at a tournament's table."""
    if room is None:
        return ()
    own = [registry.choice(each) for each in room.controls]
    approved = [each.approved() for each in own if any(one.standing in IN_USE for one in each.revisions)]
    return tuple(each for each in approved if not of_chips or in_chips(each.revisions[-1]))


def decides(
    name: str | None,
    family: str,
    approved: Iterable[RulesetChoice],
    day: dt.date | None,
    fits: Callable[[Ruleset], bool] | None = None,
) -> Ruleset | None:
    """Revision of approved controls that decides on a day (None: the newest), the named one first; None: none.
    fits: a condition.
    """
    own = (name or "").partition("@")[0]
    for each in sorted((one for one in approved if one.family == family), key=lambda one: one.name != own):
        found = each.revisions[-1] if day is None else each.on(day)
        if found is not None and (fits is None or fits(found)):
            return found
    return None


def claims_others(name: str | None, decided: Ruleset, approved: Iterable[RulesetChoice]) -> bool:
    """Whether a file names other rules than the approved ones that decide."""
    own = {each.name for each in approved}
    return decided.id in own and name is not None and name not in (decided.id, str(decided))


def others_of_its_kind(choice: RulesetChoice, used: Iterable[Ruleset], registry: Library) -> list[str]:
    """Other rulesets that a log could name: approved for its game, else all of it; none where ``used`` are of two rulesets."""
    played = {(each.family, each.id) for each in used}
    if len(played) != 1:
        return []
    ((family, own),) = played
    approved = {each.name for each in choice.before if each.family == family}
    every = {each.id for each in registry.rulesets() if each.family == family and each.standing in IN_USE}
    return sorted((approved or every) - {own})


def _claimed(name: str, registry: Library, approved: Sequence[RulesetChoice]) -> RulesetChoice:
    """Revisions that a log names. Where approved controls decide, the named one need not exist."""
    try:
        return registry.choice(name).approved()
    except (UnknownRuleset, NotApproved):
        if not approved:
            raise
        return replace(approved[0], name=name)


def by_revision(hands: Hands, choice: RulesetChoice) -> Iterator[tuple[Ruleset | None, np.ndarray]]:
    """Revisions in force for a block, each with positions of its hands."""
    first, last = int(hands.day.min()), int(hands.day.max())
    if first == last != NOT_RECORDED:
        yield choice.on(times.date_of(first), hands.game), np.arange(len(hands))
        return
    days = distinct(hands.day)
    revisions = {
        int(day): None if day == NOT_RECORDED else choice.on(times.date_of(int(day)), hands.game)
        for day in days
    }
    if len(set(revisions.values())) == 1:
        yield revisions[int(days[0])], np.arange(len(hands))
        return
    for revision in dict.fromkeys(revisions.values()):
        mine = [day for day, each in revisions.items() if each is revision]
        yield revision, np.flatnonzero(np.isin(hands.day, mine))


def claimed_revision(hands: Hands, choice: RulesetChoice, decides: Ruleset) -> Ruleset | None:
    """Revision that a log names where another decides; None: none covers all hands."""
    if not choice.before:
        return None
    found = [each for each, _ in by_revision(hands, replace(choice, before=()))]
    if len(found) != 1 or found[0] is None or found[0].family != hands.game:
        return None
    return None if found[0].digest == decides.digest else found[0]


def decided(used: Mapping[Ruleset, int], room: Room | None, *, tried: bool) -> ControlsDecided:
    """Whether approved controls decided every hand, or the named ruleset some. tried: a what-if."""
    own = room.controls if room is not None and not tried else ()
    return "approved" if used and all(each.id in own for each in used) else "named"


def all_used(hands: Mapping[Ruleset, int]) -> list[RulesetUsed]:
    """Revisions that applied, the room's first, then mandatory ones, with numbers of hands."""
    filed: Counter[Ruleset] = Counter()
    mandatory: Counter[tuple[Ruleset, str]] = Counter()
    for revision, count in hands.items():
        filed[revision.as_filed] += count
        if revision.mandate is not None and revision.mandate.authority is not None:
            for each in revision.mandate.revisions:
                mandatory[each, revision.mandate.authority] += count
    return [
        *(used(revision, count) for revision, count in filed.items()),
        *(used(revision, count, authority) for (revision, authority), count in mandatory.items()),
    ]


def used(revision: Ruleset, hands: int, mandatory: str | None = None) -> RulesetUsed:
    """A revision as an audit lists it. mandatory: the authority that requires it."""
    return RulesetUsed(
        id=revision.id,
        revision=revision.revision,
        title=revision.title,
        digest=revision.digest,
        standing=revision.standing,
        hands=hands,
        readings=dict(revision.readings),
        mandatory=mandatory,
    )

"""The ruleset that a log names or lacks, and whether an audit takes it on its gaming day, for arrival and audit alike."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from auditor.registry import RegistryAtChange
from rules.audit import rooms_own
from rules.controls.library import IN_USE, NotApproved, UnknownRuleset
from rules.controls.ruleset import Ruleset

Kind = Literal["unreadable", "unnamed", "several", "unapproved", "unknown"]
DENIED = "denied"


class FiledRevision(Protocol):
    """A revision that a room filed."""

    @property
    def name(self) -> str:
        """Ruleset and revision as logs name them."""

    @property
    def revision(self) -> int:
        """The number of the revision."""

    @property
    def standing(self) -> str:
        """Standing, such as draft or denied."""


class FiledControls(Protocol):
    """Filed controls of rooms, from a store or read earlier."""

    def of_room(self, room: str, ruleset: str) -> Sequence[FiledRevision]:
        """A room's filed revisions of a ruleset, by number."""

    def undecided(self, room: str) -> Sequence[FiledRevision]:
        """Revisions of a room that may still be approved."""


class RulesetObstacle(Struct, frozen=True):
    """Obstacle to any audit of a log. named: the requested ruleset, else the log's; None: none.

    words: why it is unusable. several: the room's rulesets in force, none chosen. filed: the room's undecided or denied revision.
    """

    kind: Kind
    named: str | None
    words: str = ""
    several: tuple[Ruleset, ...] = ()
    filed: FiledRevision | None = None

    @property
    def passes(self) -> bool:
        """Whether an approval, or readable controls, would lift it."""
        return self.kind == "unreadable" or (self.filed is not None and self.filed.standing != DENIED)


def ruleset_obstacle(
    room: str,
    day: dt.date,
    named: str | None,
    asked: str | None,
    snapshot: RegistryAtChange,
    filed: FiledControls,
) -> RulesetObstacle | None:
    """Obstacle to the audit of a log of a gaming day, or None.

    named: the log's ruleset; asked: the requested one instead.
    """
    if room in snapshot.unreadable:
        return RulesetObstacle("unreadable", named, snapshot.unreadable[room])
    library = snapshot.of_room(room)
    own = rooms_own(snapshot.rooms.get(room), day, library)
    name = asked or named
    if name is None:
        return None if len(own) == 1 else _unnamed(room, own, filed)
    try:
        choice = library.choice(name)
        if asked is None:  # what is asked for may be a draft that is tried
            choice.approved()
    except (UnknownRuleset, NotApproved) as error:
        if asked is None and own:
            return None  # approved controls decide, whatever the log names
        found = _filed(room, name, filed)
        kind: Kind = "unapproved" if found or isinstance(error, NotApproved) else "unknown"
        return RulesetObstacle(kind, name, str(error), filed=found)
    return None


def _unnamed(room: str, own: list[Ruleset], filed: FiledControls) -> RulesetObstacle:
    if own:
        return RulesetObstacle("several", None, several=tuple(own))
    waiting = filed.undecided(room)
    return RulesetObstacle("unnamed", None, filed=waiting[-1] if waiting else None)


def _filed(room: str, name: str, filed: FiledControls) -> FiledRevision | None:
    base, _, revision = name.partition("@")
    own = [each for each in filed.of_room(room, base) if revision in ("", str(each.revision))]
    return own[-1] if own else None


def may_name(
    snapshot: RegistryAtChange, room: str, day: dt.date, games: Collection[str] = ()
) -> list[Ruleset]:
    """Rulesets that a log of a room may name on a gaming day: its own in force, else all in force.

    games: to choose from; empty: any.
    """
    library = snapshot.of_room(room)
    own = rooms_own(snapshot.rooms.get(room), day, library)
    return _of_games(own, games) or _of_games(
        (each for each in library.rulesets() if each.standing in IN_USE and each.holds_on(day)), games
    )


def _of_games(rulesets: Iterable[Ruleset], games: Collection[str]) -> list[Ruleset]:
    found = {each.id: each for each in rulesets if each.played and (not games or each.family in games)}
    return [found[each] for each in sorted(found)]


def is_in_force(room: str, day: dt.date, name: str, snapshot: RegistryAtChange) -> bool:
    """Whether a ruleset, or a room's approved controls in its place, is in force on a gaming day."""
    if rooms_own(snapshot.rooms.get(room), day, snapshot.of_room(room)):
        return True
    return named_revision(room, day, name, snapshot) is not None


def named_revision(room: str, day: dt.date, name: str | None, snapshot: RegistryAtChange) -> Ruleset | None:
    """A named ruleset's revision in force on a gaming day; None without one."""
    if name is None:
        return None
    try:
        return snapshot.of_room(room).choice(name).approved().on(day)
    except (UnknownRuleset, NotApproved):
        return None

"""A revision of a room's controls against the one in force: differences and bounds."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from msgspec import Struct

from auditor.registry import Registry, RegistryAtChange
from auditor.store.rows import ControlsRecord
from auditor.store.service_clock import now
from rules.controls.bounds import Bound, bounds
from rules.controls.difference import apart, differences
from rules.controls.library import Library, UnknownRuleset
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.ruleset import Ruleset
from rules.controls.what_if import WhatIfComparison

Beside = Literal["in force", "before", "extended"]


class Redline(Struct, frozen=True):
    """A revision compared with another. beside: in force today, else approved before, else the nearest that it extends."""

    comparison: WhatIfComparison
    beside: Beside
    bounds: tuple[Bound, ...]


class Redlines:
    """Comparisons of filed revisions."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def of(self, record: ControlsRecord, ruleset: Ruleset) -> Redline | None:
        """Changes by a revision; None without one to compare. ruleset: as resolved now. Raises ControlsUnreadable."""
        snapshot = self._registry.snapshot()
        library = snapshot.of_room(record.room)
        found = self._in_force(record, snapshot, library) or _before(record, library)
        beside: Beside = "in force"
        if found is None:
            bases = {str(each): each for each in library.revisions()}
            found, beside = (
                next((bases[each] for each in reversed(ruleset.extends) if each in bases), None),
                "extended",
            )
        elif not found.holds_on(self._today(record, snapshot)):
            beside = "before"
        if found is None:
            return None
        one = WhatIfComparison(str(found), record.name, found, ruleset, tuple(differences(found, ruleset)))
        return Redline(one, beside, tuple(self._bounds(record, ruleset, snapshot, library)))

    def _in_force(
        self, record: ControlsRecord, snapshot: RegistryAtChange, library: Library
    ) -> Ruleset | None:
        try:
            revisions = library.choice(record.ruleset).revisions
        except UnknownRuleset:
            return None
        today = self._today(record, snapshot)
        found = next((each for each in reversed(revisions) if each.holds_on(today)), None)
        return found if found is not None and found.revision < record.revision else None

    @staticmethod
    def _today(record: ControlsRecord, snapshot: RegistryAtChange) -> dt.date:
        room, at = snapshot.rooms.get(record.room), now()
        return (room.day(at) if room else None) or dt.date.fromisoformat(at[:10])

    @staticmethod
    def _bounds(
        record: ControlsRecord, ruleset: Ruleset, snapshot: RegistryAtChange, library: Library
    ) -> list[Bound]:
        """Bounds of a revision: rulesets that it extends, and mandatory limits on its first day."""
        extended = [(str(each), each.params) for each in library.revisions() if str(each) in ruleset.extends]
        day = ruleset.starts or dt.date.max
        parts = MandatoryLimits.of_room(library, snapshot.rooms.get(record.room)).mandatory(
            day, ruleset.family
        )
        named = {name for name, _ in extended}
        mandatory = [(str(each.revision), each.params) for each in parts if str(each.revision) not in named]
        return bounds(ruleset, [*extended, *mandatory])


def _before(record: ControlsRecord, library: Library) -> Ruleset | None:
    try:
        revisions = library.choice(record.ruleset).revisions
    except UnknownRuleset:
        return None
    return next((each for each in reversed(revisions) if each.revision < record.revision), None)


def _nearest(ruleset: Ruleset, library: Library) -> Ruleset | None:
    bases = {str(each): each for each in library.revisions()}
    found = [bases[each] for each in reversed(ruleset.extends) if each in bases]
    return min(found, key=lambda each: len(apart(differences(each, ruleset))[0]), default=None)

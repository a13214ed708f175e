"""The registry at a change: the shipped library, approved controls of rooms, and the rooms.

An audit keeps its change's number and can be repeated with that snapshot. Every process looks at the last change's number, so no
restart is needed.
"""

from __future__ import annotations

import hashlib
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import Struct

from auditor.engine import program
from auditor.errors import ControlsUnreadable
from auditor.store import Store
from auditor.store.caller import Caller
from auditor.store.rows import AuditBasis, ControlsRecord, encoded
from auditor.store.sealed_rooms import damaged_rooms
from auditor.terms import terms_of
from rules.card_room import Room
from rules.controls.examined_filing import Examined, examine
from rules.controls.library import APPROVED, BadRuleset, Library, load
from rules.controls.ruleset import Ruleset

KEPT = 16  # snapshots that are kept in memory
_EXAMINED = 256  # examinations


@dataclass(frozen=True)
class RegistryAtChange:
    """The registry at one change. ``owners``: room by approved ruleset of its own."""

    as_of: int
    library: Library
    rooms: Mapping[str, Room]
    owners: Mapping[str, str]
    tried: str | None = None  # a revision that was not approved
    unreadable: Mapping[str, str] = field(
        default_factory=dict
    )  # rooms whose approved controls cannot be read, and why
    # without some rulesets, as rooms and callers came to need them
    _libraries: dict[frozenset[str], Library] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def must_be_readable(self, room: str) -> None:
        """Raise ControlsUnreadable for a room with unreadable approved controls."""
        reason = self.unreadable.get(room)
        if reason is not None:
            raise ControlsUnreadable(reason)

    def of_room(self, room: str) -> Library:
        """The library without other rooms' controls, but with a draft on trial. Raises ControlsUnreadable."""
        self.must_be_readable(room)
        return self._without({ruleset for ruleset, owner in self.owners.items() if owner != room})

    def seen_by(self, caller: Caller) -> Library:
        """The library without controls of rooms that the caller does not see."""
        return self._without({ruleset for ruleset, owner in self.owners.items() if not caller.sees(owner)})

    def basis(self, room: str) -> str:
        """Digest of the rulesets, terms and engine that an audit of a room's log rests on. Raises ControlsUnreadable."""
        rests_on = self.of_room(room).digest, repr(self.rooms.get(room)), program().code
        return hashlib.sha256(encoded(rests_on).encode()).hexdigest()

    def _without(self, theirs: Set[str]) -> Library:
        if not theirs:
            return self.library
        key = frozenset(theirs)
        made = self._libraries.get(key)
        if made is None:
            revisions = self.library.revisions()
            made = self.library.holding(
                each for each in revisions if each.id not in theirs or str(each) == self.tried
            )
            if len(self._libraries) >= KEPT:
                self._libraries.clear()
            self._libraries[key] = made
        return made

    def with_draft(self, draft: Ruleset) -> RegistryAtChange:
        """The snapshot with an unapproved revision, to be tried on any room's hands."""
        others = [each for each in self.library.revisions() if str(each) != str(draft)]
        return replace(self, library=self.library.holding([*others, draft]), tried=str(draft))


class RegistryRecord(Struct, frozen=True):
    """Controls and rooms at one change; with the shipped library they make a snapshot.

    approved: (room, ruleset, revision, text), text None where altered. terms: by room, oldest first. damaged: alterations by
    room. not_approved: (room, ruleset, revision, standing).
    """

    as_of: int = 0
    approved: list[tuple[str, str, int, str | None]] = []
    terms: dict[str, list[dict[str, Any]]] = {}
    damaged: dict[str, str] = {}
    not_approved: list[tuple[str, str, int, str]] = []


def known(store: Store, as_of: int) -> RegistryRecord:
    """Controls and rooms of a store at a change."""
    damaged = dict(damaged_rooms(store.authority))
    terms = {room: list(map(dict, each)) for room, each in store.rooms.known(as_of).items()}
    return RegistryRecord(
        as_of, store.controls.approved(as_of), terms, damaged, store.controls.not_approved(as_of)
    )


def snapshot_of(known: RegistryRecord, shipped: Library) -> RegistryAtChange:
    """Snapshot of a record with the shipped library; reads nothing else."""
    unreadable = {room: _unreadable(room, what) for room, what in known.damaged.items()}
    owners: dict[str, str] = {}
    sources: dict[str, dict[str, str]] = {}  # by room
    for room, ruleset, revision, text in known.approved:
        owners[ruleset] = room
        name = f"{ruleset}@{revision}"
        if text is None:
            unreadable[room] = _unreadable(room, f"the file of {name} is no longer what was filed")
        else:
            sources.setdefault(room, {})[name] = text
    for room in unreadable:
        sources.pop(room, None)
    library, do_not_load = _with(shipped, sources)
    unreadable |= {room: _unreadable(room, reason) for room, reason in do_not_load.items()}
    ids: dict[str, list[str]] = {}
    for ruleset, room in owners.items():
        if room not in unreadable:
            ids.setdefault(room, []).append(ruleset)
    rooms = {
        room: Room(room, tuple(map(terms_of, terms)), tuple(ids.get(room, ())))
        for room, terms in known.terms.items()
    }
    return RegistryAtChange(known.as_of, library, rooms, owners, unreadable=unreadable)


class Registry:
    """Thread-safe source of snapshots, and examiner of drafts."""

    def __init__(self, store: Store, shipped: Library) -> None:
        self._store = store
        self.shipped = shipped
        self._snapshots: OrderedDict[int, RegistryAtChange] = OrderedDict()
        self._examined: OrderedDict[tuple[int, str, str, str], Examined] = OrderedDict()
        self._lock = threading.Lock()

    def snapshot(self, as_of: int | None = None) -> RegistryAtChange:
        """The registry now, or at an earlier change."""
        moment = self._store.changes.latest() if as_of is None else as_of
        with self._lock:
            found = self._snapshots.get(moment)
            if found is not None:
                self._snapshots.move_to_end(moment)
                return found
        made = self._made(moment)
        if made.unreadable:
            return made  # and read again the next time: what was damaged may have been put back
        with self._lock:
            self._snapshots[moment] = made
            while len(self._snapshots) > KEPT:
                self._snapshots.popitem(last=False)
        return made

    def _made(self, moment: int) -> RegistryAtChange:
        return snapshot_of(known(self._store, moment), self.shipped)

    def snapshot_for(self, knowledge: AuditBasis) -> RegistryAtChange:
        """Snapshot of an audit, with the tried revision's file of that time."""
        snapshot = self.snapshot(knowledge.as_of)
        if knowledge.tried is None:
            return snapshot
        text = self._store.controls.body(knowledge.tried).decode("utf-8-sig")
        head = tomllib.loads(text)["ruleset"]
        name = f"{head['id']}@{head['revision']}"
        examined = examine(name, text, _without(snapshot.library, name), knowledge.standing or "draft")
        assert examined.ruleset is not None  # it was tried
        return snapshot.with_draft(examined.ruleset)

    def examined(self, record: ControlsRecord, snapshot: RegistryAtChange | None = None) -> Examined:
        """Examination of a revision against its room's other approved controls, kept for each change and file."""
        text = self._store.controls.body(record.source).decode("utf-8-sig")
        if snapshot is not None:
            return self.examine(record.room, record.name, text, record.standing, snapshot)
        now = self.snapshot()
        key = (now.as_of, record.name, record.standing, record.source)
        with self._lock:
            found = self._examined.get(key)
        if found is None:
            found = self.examine(record.room, record.name, text, record.standing, now)
            if not now.unreadable:
                self._keep(key, found)
        return found

    def _keep(self, key: tuple[int, str, str, str], examined: Examined) -> None:
        with self._lock:
            self._examined[key] = examined
            while len(self._examined) > _EXAMINED:
                self._examined.popitem(last=False)

    def examine(
        self,
        room: str,
        name: str,
        text: str,
        standing: str = "draft",
        snapshot: RegistryAtChange | None = None,
    ) -> Examined:
        """Examination of a file as a revision of a room's controls."""
        against = snapshot or self.snapshot()
        return examine(name, text, _without(against.of_room(room), name), standing, against.rooms.get(room))


def _without(library: Library, name: str) -> Library:
    return library.holding(each for each in library.revisions() if str(each) != name)


def _with(library: Library, approved: Mapping[str, Mapping[str, str]]) -> tuple[Library, dict[str, str]]:
    """The library with approved revisions, and the errors of rooms whose revisions do not load and are left out.

    approved: texts by room and name.
    """
    every = {name: text for files in approved.values() for name, text in files.items()}
    try:
        return (load(every, library, APPROVED) if every else library), {}
    except BadRuleset:
        wrong = {room: reason for room, files in approved.items() if (reason := _why_not(library, files))}
        if not wrong:
            raise
        return _with(library, {room: files for room, files in approved.items() if room not in wrong})[
            0
        ], wrong


def _why_not(library: Library, files: Mapping[str, str]) -> str | None:
    """Load error of a room's approved revisions, or None. They extend no other room's."""
    try:
        load(files, library, APPROVED)
    except BadRuleset as bad:
        return "; ".join(bad.problems[:3])
    return None


def _unreadable(room: str, reason: str) -> str:
    return (
        f"The approved controls of room {room} cannot be read: {reason.rstrip('.')}. No hand of this room can be audited "
        "until they can. Send the same file again, or restore the store from a backup."
    )

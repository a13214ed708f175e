"""Retention: what may be purged, what is held, and the purge."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from msgspec import Struct

from auditor.evidence import NO_LIMITS, Evidence, first_room
from auditor.registry import Registry, RegistryAtChange
from auditor.store import Store
from auditor.store.rows import Purgeable, Selection, SessionRecord
from auditor.store.service_clock import now
from auditor.store.stored_purges import ChangedSince
from rules.audit import rooms_own
from rules.card_room import Room
from rules.controls.library import NotApproved, UnknownRuleset
from rules.controls.retention_years import Ground, ground
from rules.controls.ruleset import Ruleset

# A record is kept for a year at least: no ruleset and no authority can state less. Younger files are not looked at.
SHORTEST = dt.timedelta(365)


class DuePurge(Struct, frozen=True):
    """Something past its time. held: why it is kept nevertheless, "" if it is not.

    what: its name. audited: of a session; None of another file.
    """

    what: str
    purgeable: Purgeable
    held: tuple[str, ...]
    audited: bool | None


class PurgePlan(Struct, frozen=True):
    """Purgeable things at a moment, by day. as_of: the registry's change.

    kept: sessions and files within their time. next_on: first day with more to purge.
    """

    at: str
    as_of: int
    due: list[DuePurge]
    kept: int
    next_on: dt.date | None


class Done(Struct, frozen=True):
    """Outcome for one thing: its purged audits, or why it was left."""

    due: DuePurge
    audits: tuple[int, ...]
    left: str | None


def plan(store: Store, registry: Registry, at: str | None = None) -> PurgePlan:
    """Purgeable things at a moment; None: now."""
    at = at or now()
    snapshot = registry.snapshot()
    due: list[DuePurge] = []
    kept: list[dt.date] = []
    for what, purgeable, audited in [
        *_sessions(store, snapshot),
        *_others(store, snapshot, at),
        *_originals(store, snapshot, at),
    ]:
        room = snapshot.rooms.get(purgeable.room or "")
        if _today(room, at) <= purgeable.ground.until:
            kept.append(purgeable.ground.until)
        else:
            due.append(DuePurge(what, purgeable, tuple(_held(store, snapshot, purgeable)), audited))
    due.sort(key=lambda each: (each.purgeable.last_day, each.what))
    later = min((each for each in kept if each < dt.date.max), default=None)
    return PurgePlan(at, snapshot.as_of, due, len(kept), later + dt.timedelta(1) if later else None)


def purge(store: Store, found: PurgePlan, by: str) -> Iterator[Done]:
    """Purge what a plan permits, each session whole or not at all. Raises StoreError."""
    for each in found.due:
        if each.held:
            continue
        try:
            audits = store.purges.purge(each.purgeable, now(), by, found.as_of)
            yield Done(each, tuple(audits), None)
        except ChangedSince as why:
            yield Done(each, (), str(why))


def _sessions(store: Store, snapshot: RegistryAtChange) -> Iterator[tuple[str, Purgeable, bool | None]]:
    sessions = [each for each in store.sessions.all(Selection()) if each.purged is None]
    for (room, session), versions in groupby(sorted(sessions, key=_name), _name):
        every = list(versions)
        files = tuple(store.purges.files_of(room, session))
        if not files:
            continue
        days = [_days(snapshot.rooms.get(room), each) for each in every]
        first, last = min(day for day, _ in days), max(day for _, day in days)
        found = max((_ground(snapshot, each) for each in every), key=lambda each: each.until)
        what = Purgeable(files, room, session, first.isoformat(), last.isoformat(), found)
        yield f"session {room} {session}", what, not any(each.pending for each in every)


def _name(session: SessionRecord) -> tuple[str, str]:
    return session.room, session.session


def _ground(snapshot: RegistryAtChange, session: SessionRecord) -> Ground:
    def in_force(day: dt.date) -> list[Ruleset]:
        return _in_force(snapshot, session, day)

    room = snapshot.rooms.get(session.room)
    return ground(room, *_days(room, session), snapshot.library, in_force)


def _days(room: Room | None, session: SessionRecord) -> tuple[dt.date, dt.date]:
    """First and last gaming day of a session; without a close it may have run until its arrival."""
    first = dt.date.fromisoformat(session.day)
    ended = session.facts.closed_at or session.received_at
    return first, max(first, _day(room, ended))


def _day(room: Room | None, at: str) -> dt.date:
    found = room.day(at) if room is not None else None
    return found or dt.date.fromisoformat(at[:10])


def _in_force(snapshot: RegistryAtChange, session: SessionRecord, day: dt.date) -> list[Ruleset]:
    """Revisions that concern a session on a day: its own and its room's."""
    if session.room in snapshot.unreadable:
        return []  # and it is not purged
    library = snapshot.of_room(session.room)
    own = rooms_own(snapshot.rooms.get(session.room), day, library)
    try:
        named = library.choice(session.ruleset).approved().on(day) if session.ruleset else None
    except (UnknownRuleset, NotApproved):
        named = None
    return [*([named] if named is not None else []), *own]


def _others(
    store: Store, snapshot: RegistryAtChange, at: str
) -> Iterator[tuple[str, Purgeable, bool | None]]:
    """Files without a session, counted from their arrival."""
    before = (dt.date.fromisoformat(at[:10]) - SHORTEST).isoformat()
    for sha256, size, outcome, received in store.purges.other_files(before):
        name = first_room(Evidence(store.evidence.body(sha256), NO_LIMITS))
        room = snapshot.rooms.get(name or "")
        day = _day(room, received)
        found = ground(room, day, day, snapshot.library, partial(_own, snapshot, room))
        what = Purgeable(((sha256, size),), name, None, None, day.isoformat(), found)
        kind = "conflicting" if outcome == "conflict" else "refused"
        yield f"{kind} file {sha256[:12]} of {name or 'no known room'}", what, None


def _originals(
    store: Store, snapshot: RegistryAtChange, at: str
) -> Iterator[tuple[str, Purgeable, bool | None]]:
    """Originals without a session, counted from their arrival."""
    before = (dt.date.fromisoformat(at[:10]) - SHORTEST).isoformat()
    for sha256, size, name, received in store.purges.originals_without_session(before):
        room = snapshot.rooms.get(name or "")
        day = _day(room, received)
        found = ground(room, day, day, snapshot.library, partial(_own, snapshot, room))
        what = Purgeable(((sha256, size),), name, None, None, day.isoformat(), found)
        yield f"refused original {sha256[:12]} of {name or 'no known room'}", what, None


def _own(snapshot: RegistryAtChange, room: Room | None, day: dt.date) -> list[Ruleset]:
    return rooms_own(room, day, snapshot.library)


def _today(room: Room | None, at: str) -> dt.date:
    """Earlier of the room's gaming day and the UTC day of a moment."""
    return min(_day(room, at), dt.date.fromisoformat(at[:10]))


def _held(store: Store, snapshot: RegistryAtChange, what: Purgeable) -> Iterable[str]:
    unreadable = snapshot.unreadable.get(what.room or "")
    if unreadable is not None:
        yield unreadable
    for hold in store.purges.holds(what):
        yield f"hold {hold.id} of {hold.at[:10]} by {hold.by or 'nobody named'}: {hold.reason}"
    for audit in store.purges.unfinished(what):
        yield f"audit {audit} is not finished"

"""Card rooms: terms by day, and what was filed and decided for them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditor.errors import CannotChangeTerms, ChangedMeanwhile, NoSuchRoom
from auditor.registry import Registry
from auditor.remedies import unknown_room
from auditor.store import Store
from auditor.store.rows import FiledChange, Page, RoomRecord, Selection
from auditor.store.service_clock import now
from auditor.terms import NO_AUTHORITY, gaming_day, in_force, is_decided, terms_of, with_terms
from rules.audit import rooms_own
from rules.controls.ruleset import Ruleset

_Terms = Sequence[Mapping[str, Any]]


class Rooms:
    """Rooms over a store."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry

    def get(self, room: str) -> RoomRecord:
        """A room. Raises NoSuchRoom."""
        found = self.find(room)
        if found is None:
            raise NoSuchRoom(f"Room {room} is not on record.", unknown_room(room))
        return found

    def find(self, room: str) -> RoomRecord | None:
        """A room on record, or None."""
        return self._store.rooms.get(room)

    def page(self, page: Page) -> tuple[list[RoomRecord], int]:
        """Page of the rooms, and the total."""
        return self._store.rooms.page(page)

    def appears(self, room: str) -> bool:
        """Whether a room is on record or named by a log."""
        return self.find(room) is not None or bool(
            self._store.sessions.page(Selection(room=room), Page(1, 1))[1]
        )

    def put(
        self,
        room: str,
        terms: Mapping[str, Any],
        by: str | None,
        *,
        seen: int | None = None,
        undecided: bool = False,
    ) -> tuple[RoomRecord, bool, bool]:
        """Record a room's terms from their day on; whether the room is new, and whether anything changed.

        seen: the room's last change that the caller saw. undecided: no authority decides; `room_terms` has the rest. Raises
        ChangedMeanwhile, also where an authority came meanwhile, and CannotChangeTerms.
        """
        terms_of(terms)  # as the rules take them: what they could not take is never written

        def change(before: list[dict[str, Any]]) -> list[dict[str, Any]]:
            if undecided and is_decided(before, terms):
                raise ChangedMeanwhile
            return self.changed(room, before, terms)

        return self._store.rooms.put(room, now(), change, gaming_day, by, seen)

    def changed(
        self, room: str, before: list[dict[str, Any]], terms: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """A room's terms with others from a day on. Raises CannotChangeTerms."""
        after = with_terms(before, terms)
        _must_stay_licensed(room, before, after, self._store.rooms.days_of_logs(room))
        return after

    def history(self, room: str) -> list[FiledChange]:
        """Everything filed and decided for a room, in order. Raises NoSuchRoom."""
        self.get(room)
        return self._store.changes.of_room(room)

    def template(self, room: str, day: dt.date | None) -> tuple[dt.date, bytes]:
        """Gaming day (None: today's) and the workbook for its sessions. Raises NoSuchRoom, ControlsUnreadable."""
        from auditor.importing.workbook.choices import of_room
        from auditor.importing.workbook.writing import write_template

        self.get(room)
        known = self._registry.snapshot().rooms[room]
        wanted = day or known.day(now()) or dt.datetime.now(dt.UTC).date()
        tables = self._store.sessions.tables(room)
        controls = tuple(each for each in self.in_force(room, wanted) if each.played)
        return wanted, write_template(of_room(known, wanted, controls, tables))

    def of_histories(self, room: str) -> list[Ruleset]:
        """Newest revisions of the pot games' rulesets that a room's hand history may name, its own first."""
        snapshot = self._registry.snapshot()
        snapshot.must_be_readable(room)
        known = snapshot.rooms.get(room)
        own = known.controls if known is not None else ()
        every = {each.id: each for each in snapshot.of_room(room).rulesets() if each.family == "pot"}
        return sorted(every.values(), key=lambda each: (each.id not in own, each.id))

    def in_force(self, room: str, day: dt.date) -> list[Ruleset]:
        """Revisions of a room's controls in force on a day, at most one of each ruleset."""
        snapshot = self._registry.snapshot()
        snapshot.must_be_readable(room)
        return rooms_own(snapshot.rooms.get(room), day, snapshot.library)


def _must_stay_licensed(room: str, before: _Terms, after: _Terms, days: Iterable[str]) -> None:
    """Raise CannotChangeTerms where a day with a log would lose its authority for `none`.

    before: terms on record; empty permits all. days: the logs' gaming days.
    """
    if not before:
        return
    for day in days:
        had, has = (in_force(terms, dt.date.fromisoformat(day)).get("authority") for terms in (before, after))
        if had == has or (had in (None, NO_AUTHORITY) and has != NO_AUTHORITY):
            continue
        if has in (None, NO_AUTHORITY):
            stood = f"is {had}" if had is not None else "is not on record"
            raise CannotChangeTerms(
                f"A log of room {room} is on record for {day}, on which its authority {stood}; these terms would make it "
                f"{has or 'not on record'}, so that nothing was mandatory on that day. State the terms from a later day on "
                "(`from`)."
            )

"""Statement that nothing was played at a table on a gaming day: a log without hands.

The day is over and the table has no log of it. The session spans the day and closes without hands; the key's id names its author.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from auditor.days import UNCLOSED
from auditor.errors import CannotState
from auditor.evidence import Evidence
from auditor.jobs.received_logs import evidence_of
from auditor.rooms import Rooms
from auditor.sessions import Sessions, Uploaded
from auditor.store import Store
from auditor.store.rows import RoomRecord, Selection, SessionRecord
from auditor.store.service_clock import now
from auditor.terms import in_force, instants_of
from rules import times
from rules.controls.ruleset import Ruleset
from rules.records.events import FORMAT
from rules.records.reader import numbered_lines
from rules.typed import from_json
from rules.zones import clock_text

LONGEST_ID = 64  # of the log format
HANDS = ("chinese_hand", "ofc_hand", "pot_hand")
_SECOND = 1_000_000
_LOOKED_BACK = dt.timedelta(days=92)  # for what the sessions of a table have in common


class Statement(Struct, frozen=True):
    """A log that states that nothing was played at a table."""

    table: str
    session: str
    body: bytes


class NothingPlayed:
    """Such statements over a store."""

    def __init__(self, store: Store, rooms: Rooms, sessions: Sessions) -> None:
        self._store = store
        self._rooms = rooms
        self._sessions = sessions

    def made(
        self, room: str, day: dt.date, tables: Collection[str], at: str | None = None
    ) -> list[Statement]:
        """Logs that would state it, in the tables' order. at: RFC 3339; None: now.

        Raises NoSuchRoom, EvidencePurged, EvidenceDamaged, and CannotState where the day is not over, a table has a log, or an
        earlier session ran into it.
        """
        found, at = self._rooms.get(room), at or now()
        if not tables:
            raise CannotState("No table is named. Name each table at which nothing was played.")
        _must_be_over(found, day, at)
        before = self._store.sessions.all(
            Selection(
                room=room, first_day=(day - _LOOKED_BACK).isoformat(), last_day=day.isoformat(), current=True
            )
        )
        controls = self._rooms.in_force(room, day)
        return [
            _statement(self._store, found, day, table, before, controls, at)
            for table in dict.fromkeys(tables)
        ]

    def state(self, room: str, day: dt.date, tables: Collection[str]) -> list[Uploaded]:
        """Take such logs in. Raises what `made` and an upload raise; earlier ones stay."""
        made = self.made(room, day, tables)
        return [self._sessions.upload(each.body, f"{each.session}.ndjson"[:255], room=room) for each in made]


def _statement(
    store: Store,
    room: RoomRecord,
    day: dt.date,
    table: str,
    before: Sequence[SessionRecord],
    controls: Sequence[Ruleset],
    at: str,
) -> Statement:
    if not (table.isprintable() and 0 < len(table) <= LONGEST_ID):
        raise CannotState(
            f"{table[:80]!r} is no table of a log: its name has 1 to {LONGEST_ID} printable characters."
        )
    _must_be_without_log(store, room, day, table, before)
    session, key, zone = (
        _session_id(day, table),
        store.caller.key,
        str(in_force(room.terms, day)["time_zone"]),
    )
    begins, ends = instants_of(room.terms, day)
    closes = clock_text(zone, ends - _SECOND)
    known = list(_most_alike(table, before))
    line: dict[str, Any] = {
        "event": "session", "format": FORMAT, "room": room.id, "session": session, "table": table,
        "currency": _currency(table, known, controls), "opened_at": clock_text(zone, begins), "closed_at": closes,
        **_ruleset(table, known, controls), "source": "keyed", **({"recorded_by": key} if key else {}), "recorded_at": at,
    }  # fmt: skip
    lines = (line, {"event": "close", "at": closes, "hands": 0})
    body = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
    return Statement(table, session, body.encode())


def _must_be_over(room: RoomRecord, day: dt.date, at: str) -> None:
    _, ends = instants_of(room.terms, day)
    terms = in_force(room.terms, day)
    if dt.datetime.fromisoformat(at).timestamp() * _SECOND < ends:
        raise CannotState(
            f"The gaming day {day.isoformat()} of room {room.id} is not over: it ends at "
            f"{clock_text(str(terms['time_zone']), ends)[:16].replace('T', ' ')} in {terms['time_zone']}. Until then something "
            "may be played."
        )


def _must_be_without_log(
    store: Store, room: RoomRecord, day: dt.date, table: str, before: Sequence[SessionRecord]
) -> None:
    begins, _ = instants_of(room.terms, day)
    for each in before:
        if each.table != table:
            continue
        if each.day == day.isoformat():
            said = f"has {each.hands:,} hand{'s' * (each.hands != 1)}" if each.hands else "has no hands"
            raise CannotState(
                f"Table {table} has a log of {day.isoformat()}: session {each.session} {said}. Where that log is wrong, correct "
                "it."
            )
        until = _open_until(store, each, day)
        if until is not None and _instant(until) > begins:
            raise CannotState(
                f"Session {each.session} of table {table} was opened on the gaming day {each.day} and was open until {until}, "
                f"which is on {day.isoformat()}. Where that log is wrong, correct it."
            )


def _open_until(store: Store, session: SessionRecord, day: dt.date) -> str | None:
    """Close of a session, else its last hand if it may be of the day; None where unknown."""
    if session.facts.closed_at is not None:
        return session.facts.closed_at
    if dt.date.fromisoformat(session.day) + UNCLOSED < day:
        return None
    found = _times_of_hands(evidence_of(store, session))
    return max((each for each in found if each is not None), key=_instant, default=None)


class _Hand(msgspec.Struct):
    event: str
    at: str | None = None
    ended_at: str | None = None


_hand = from_json(_Hand)


def _times_of_hands(log: Evidence) -> Iterator[str | None]:
    for _, line in numbered_lines(log.chunks()):
        each = _hand(line)
        if each.event in HANDS:
            yield each.at
            yield each.ended_at


def _instant(text: str) -> int:
    found = times.parse_one(text)
    assert found is not None  # the log was taken with it
    return found[0]


def _most_alike(table: str, before: Sequence[SessionRecord]) -> Iterator[SessionRecord]:
    latest = sorted(before, key=lambda each: (each.day, each.id), reverse=True)
    yield from (each for each in latest if each.table == table)
    yield from (each for each in latest if each.table != table)


def _currency(table: str, known: Sequence[SessionRecord], controls: Sequence[Ruleset]) -> str:
    for each in known:
        return each.currency
    for ruleset in controls:
        if ruleset.sections.stakes.unit_cap.currency:
            return str(ruleset.sections.stakes.unit_cap.currency)
    raise CannotState(
        f"No log of the last three months and no controls say in which currency table {table} plays. Upload a log with a "
        "session line and a close."
    )


def _ruleset(table: str, known: Sequence[SessionRecord], controls: Sequence[Ruleset]) -> dict[str, str]:
    """Ruleset that the session must name; {} where one of the room is in force."""
    if len(controls) == 1:
        return {}
    ids = {each.id for each in controls}
    for each in known:
        if each.ruleset and (not ids or each.ruleset.partition("@")[0] in ids):
            return {"ruleset": each.ruleset}
    if controls:
        return {"ruleset": controls[0].id}
    raise CannotState(
        f"No log of the last three months and no controls say under which ruleset table {table} plays. Upload a log with a "
        "session line and a close."
    )


def _session_id(day: dt.date, table: str) -> str:
    """An id that is the same whoever states it, so that a second statement conflicts."""
    plain = f"{day.isoformat()}-{table}-nothing-played"
    if len(plain) <= LONGEST_ID:
        return plain
    return f"{day.isoformat()}-{hashlib.sha256(table.encode()).hexdigest()[:16]}-nothing-played"

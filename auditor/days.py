"""Gaming days of a room: audited as a whole, and again only after a change of what the audit rests on."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from auditor.auditing import Auditing
from auditor.engine import program
from auditor.errors import DayNotOver, NoSuchAudit, NoSuchTotals, SessionsNotAuditable
from auditor.obstacles import Obstacle, main_currency, other_currency
from auditor.registry import Registry, RegistryAtChange
from auditor.remedies import by_request
from auditor.rooms import Rooms
from auditor.session_states import SessionStates
from auditor.store import Store
from auditor.store.rows import AuditRecord, DayRequest, NewAudit, Selection, SessionRecord, encoded
from auditor.store.service_clock import now
from rules.audit import named
from rules.card_room import Room
from rules.checks.day.session_summary import DayTotals
from rules.controls.library import Library, UnknownRuleset
from rules.controls.ruleset import Ruleset
from rules.results import SkippedSession
from rules.typed import from_plain
from rules.zones import instant_of

DAY = dt.timedelta(days=1)
LONGEST = dt.timedelta(days=31)  # a session may run into a day so long after it was opened
UNCLOSED = dt.timedelta(days=2)  # the same for a session that does not say when it closed


_day_request = from_plain(DayRequest)


class Day(Struct, frozen=True):
    """A gaming day on record: sessions, versions of its audit (newest first), totals."""

    room: str
    day: str
    sessions: list[SessionRecord]
    audits: list[AuditRecord]
    totals: DayTotals | None


class Days:
    """Gaming days over a store."""

    def __init__(
        self, store: Store, registry: Registry, rooms: Rooms, auditing: Auditing, states: SessionStates
    ) -> None:
        self._store = store
        self._registry = registry
        self._rooms = rooms
        self._auditing = auditing
        self._states = states

    def get(self, room: str, day: dt.date) -> Day:
        """A day of a room. Raises NoSuchRoom."""
        self._rooms.get(room)
        text = day.isoformat()
        return Day(
            room,
            text,
            self._store.sessions.all(_of_day(room, text)),
            self._store.audits.of_day(room, text),
            self._store.days.totals(room, text),
        )

    def put_totals(self, totals: DayTotals, by: str | None) -> tuple[DayTotals, bool]:
        """Record a room's totals for a day, and return whether they are new. Raises NoSuchRoom."""
        self._rooms.get(totals.room)
        return totals, self._store.days.put_totals(totals, now(), by)

    def newest(self, room: str, day: dt.date) -> AuditRecord:
        """Newest version of a day's audit. Raises NoSuchRoom, NoSuchAudit."""
        found = self.get(room, day)
        if not found.audits:
            raise NoSuchAudit(
                f"The gaming day {found.day} of room {room} was not audited.",
                by_request(
                    "The page of the day has the action for it.",
                    f"PUT /v1/rooms/{quote(room, safe='')}/days/{found.day}/audit",
                    "does it.",
                    f"rooms day {room} {found.day}",
                ),
            )
        return found.audits[0]

    def totals(self, room: str, day: dt.date) -> DayTotals:
        """A room's own totals for a day. Raises NoSuchRoom, NoSuchTotals."""
        found = self.get(room, day)
        if found.totals is None:
            raise NoSuchTotals(f"Room {room} has put no totals of {found.day} on record.")
        return found.totals

    def audit(self, room: str, day: dt.date, tables: Sequence[str] | None) -> tuple[AuditRecord, bool]:
        """Audit a day; False with the newest version where evidence, controls and engine are the same.

        tables: those that must have a log; None: those of the newest version. A session that cannot be audited is left out with
        the reason. Raises NoSuchRoom, DayNotOver, ControlsUnreadable.
        """
        self._rooms.get(room)
        snapshot = self._registry.snapshot()
        on_record = snapshot.rooms[room]
        _must_be_over(on_record, day)
        text = day.isoformat()

        def make(sessions: list[SessionRecord], newest: AuditRecord | None) -> NewAudit:
            chosen = self._chosen(on_record, day, sessions, snapshot)
            request = DayRequest(
                room=room,
                day=text,
                beside=[each.id for each in chosen.earlier],
                numbered=self._store.days.numbered(
                    room, day, _numbers([*chosen.opened, *(each for each, _ in chosen.left_out)])
                ),
                tables=_of_newest(newest) if tables is None else sorted(set(tables)),
                totals=self._store.days.totals(room, text),
                skipped=[_skipped(each, found) for each, found in chosen.left_out],
            )
            key = _key(snapshot, request, chosen.opened, chosen.earlier)
            as_json: dict[str, Any] = msgspec.to_builtins(request)
            left_out = [{"session": each.id, "reason": found.words} for each, found in chosen.left_out]
            knowledge = self._auditing.knowledge(snapshot)
            beside = self._auditing.beside(chosen.opened, None, snapshot)
            return NewAudit(
                as_json, key, None, left_out, None, now(), tuple(chosen.opened), knowledge, room=room, day=text,
                beside=beside,
            )  # fmt: skip

        looked_at = _of_day(room, text, (day - LONGEST).isoformat())
        outcome = self._auditing.ask_day(room, text, looked_at, make)
        assert outcome.audit is not None
        return outcome.audit, outcome.new

    def _chosen(
        self, room: Room, day: dt.date, sessions: Sequence[SessionRecord], snapshot: RegistryAtChange
    ) -> _Chosen:
        ran_in = [
            each
            for each in sessions
            if each.day != day.isoformat() and may_run_into(room, each.day, each.facts.closed_at, day)
        ]
        own = [each for each in sessions if each.day == day.isoformat()]
        kept_from = self._states.obstacles([*own, *ran_in], snapshot)
        for found in kept_from.values():
            if found.mend in (
                "none",
                "administrator",
            ):  # its log was purged, or no log of the room can be audited
                raise SessionsNotAuditable(found.words)
        left_out = [(each, kept_from[each.id]) for each in (*own, *ran_in) if each.id in kept_from]
        opened, in_others = _in_one_currency([each for each in own if each.id not in kept_from])
        earlier = [each for each in ran_in if each.id not in kept_from]
        return _Chosen(opened, earlier, [*left_out, *in_others])


class _Chosen(Struct, frozen=True):
    opened: list[SessionRecord]
    earlier: list[SessionRecord]
    left_out: list[tuple[SessionRecord, Obstacle]]


def _in_one_currency(
    sessions: list[SessionRecord],
) -> tuple[list[SessionRecord], list[tuple[SessionRecord, Obstacle]]]:
    main = main_currency((each.currency, each.hands) for each in sessions)
    mine = [each for each in sessions if each.currency == main]
    others = [(each, found) for each in sessions if (found := other_currency(each, mine)) is not None]
    return mine, others


def _skipped(session: SessionRecord, found: Obstacle) -> SkippedSession:
    return SkippedSession(
        table=session.table, tournament=session.facts.tournament, session=session.session, number=session.facts.number,
        day=session.day, money=session.facts.money or session.currency, hands=session.hands, reason=found.reason,
    )  # fmt: skip


def _of_day(room: str, day: str, first: str | None = None) -> Selection:
    return Selection(room=room, first_day=first or day, last_day=day, current=True)


def _of_newest(newest: AuditRecord | None) -> list[str] | None:
    return _day_request(newest.request).tables if newest else None


def _must_be_over(room: Room, day: dt.date) -> None:
    terms = room.on(day)
    ends = instant_of(terms.zone, day + DAY, terms.day_begins)
    if dt.datetime.now(dt.UTC).timestamp() * 1_000_000 < ends:
        raise DayNotOver(
            f"The gaming day {day.isoformat()} of room {room.id} ends at {terms.day_begins:%H:%M} on "
            f"{(day + DAY).isoformat()} in {terms.zone}; it is audited as a whole when it is over."
        )


def may_run_into(room: Room, opened_on: str, closed_at: str | None, day: dt.date) -> bool:
    """Whether a session opened on an earlier gaming day may have hands of a later one."""
    ended = room.day(closed_at) if closed_at else None
    return (ended or dt.date.fromisoformat(opened_on) + UNCLOSED) >= day


def _numbers(sessions: Sequence[SessionRecord]) -> list[int]:
    return [each.facts.number for each in sessions if each.facts.number is not None]


def _bears(starts: dt.date | None, until: dt.date | None, day: dt.date) -> bool:
    """Whether something in force between two dates may apply to a session that touches a day."""
    return (starts is None or starts <= day + LONGEST) and (until is None or until >= day - LONGEST)


def _revisions(registry: Library, name: str) -> tuple[Ruleset, ...]:
    """Revisions of a named ruleset; none where it does not exist and approved controls decide."""
    try:
        return registry.choice(name).revisions
    except UnknownRuleset:
        return ()


def _key(
    snapshot: RegistryAtChange,
    request: DayRequest,
    opened: Sequence[SessionRecord],
    earlier: Sequence[SessionRecord],
) -> str:
    """Digest of the evidence, the applicable revisions and terms, and the engine."""
    registry, room = snapshot.of_room(request.room), snapshot.rooms[request.room]
    day = dt.date.fromisoformat(request.day)
    names = {named(each.ruleset, room, each.facts.opened_at, registry) for each in (*opened, *earlier)}
    rulesets = {
        (each.digest, min(each.until or dt.date.max, day + LONGEST))
        for name in {*names, *room.controls} - {None}
        for each in _revisions(registry, str(name))
        if _bears(each.starts, each.until, day)
    }
    rests_on = (
        request, [each.content_sha256 for each in opened], [each.content_sha256 for each in earlier],
        sorted(map(str, rulesets)), [repr(each) for each in room.terms if _bears(each.starts, None, day)], program().code,
    )  # fmt: skip
    return hashlib.sha256(encoded(rests_on).encode()).hexdigest()

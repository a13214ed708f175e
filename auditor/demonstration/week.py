"""Record of a demonstration: invented rooms' gaming days up to yesterday, with work for each role."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from auditor.demonstration.demonstration_controls import CONTROLS, DOCUMENT, draft_of, revision_of
from auditor.incidents import IncidentSelection
from auditor.obstacles import why_not
from auditor.overdue import gaming_today
from auditor.service import Service
from auditor.store.caller import Caller
from auditor.store.rows import AuditRecord, NewFile, Selection, SessionRecord
from auditor.store.service_clock import moved_to
from rules.controls.ruleset import Ruleset
from rules.zones import instant_of
from simulation import simulate

ROOM, SILENT = "WA-0417", "WA-0520"
AUTHORITY = "wsgc"
TERMS: Mapping[str, Any] = {
    "from": None, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "authority": AUTHORITY, "tables": 3,
}  # fmt: skip
EXPECTED: Mapping[str, Any] = {**TERMS, "logs_expected": {"every_days": 1, "overdue_hours": 24}}
_BY = "auditor demo"
_PLAYED = "wsgc-full"
_OWN = "my-first-2026-03-14.ndjson"
_NUMBER = 260  # of the last session of a room before those that are on record
_WAIT = 120.0  # seconds for an audit, which takes less than one
_ANSWER = {
    "cause": "The dealer entered the result of the hand before it, and nobody compared the two.",
    "corrective_action": "Since Monday the supervisor reads the result of each hand back before the next one is dealt.",
}
_KEYED_WRONG = "Two results were keyed from memory. They are now as on the score sheet."


class StaffKeys(Struct, frozen=True):
    """Ids of the keys of the room's people."""

    staff: str
    compliance: str


class Evening(Struct, frozen=True):
    """A session. back: gaming days ago; faults: of its log, by name."""

    back: int
    seed: int
    hands: int = 36
    faults: tuple[str, ...] = ()
    rate: float = 0.05
    room: str = ROOM
    table: str = "T1"


OVERDUE = Evening(20, 23, faults=("natural-not-paid",))  # found so long ago that an answer is overdue
DUE_SOON = Evening(14, 32, faults=("surrender-underpaid",))  # an answer is due tomorrow
FINE = Evening(7, 31)
OF_SILENT = Evening(7, 33, room=SILENT)  # the last log of a room that is silent since
ANSWERED = Evening(6, 22, faults=("royalty-not-paid",))
CORRECTED = Evening(5, 25, faults=("net-digit",))
TWO_TABLES = (Evening(4, 26), Evening(4, 27, table="T2"))
# three gaming days ago: no log came
NOT_APPROVED = Evening(2, 28)  # played under controls that await a decision
YESTERDAY = (Evening(1, 29, faults=("card-twice", "net-of-one-seat")), Evening(1, 30, table="T2"))


class Week:
    """Steps that fill a store in order of time. today: gaming day."""

    def __init__(self, service: Service, keys: StaffKeys, moment: dt.datetime) -> None:
        self._service = service
        self._moment = moment
        self._today = gaming_today([TERMS], moment.isoformat())
        self._numbers: dict[str, int] = {}
        self._staff = service.seen_by(Caller(keys.staff, (ROOM,)))
        self._compliance = service.seen_by(Caller(keys.compliance, (ROOM,)))

    def fill(self) -> None:
        """Put everything on record."""
        self._rooms(self._days_ago(21), TERMS)
        self._play(OVERDUE)
        self._play(DUE_SOON)
        self._rooms(self._days_ago(7), EXPECTED)
        self._submit_controls(self._days_ago(7, hour=15))
        for each in (FINE, OF_SILENT, ANSWERED, CORRECTED):
            self._play(each)
        self._correct(CORRECTED, self._days_ago(4, hour=13))
        self._answer(ANSWERED, self._days_ago(4, hour=15))
        self._play(*TWO_TABLES)
        self._draft_controls(self._days_ago(2, hour=11))
        self._play(NOT_APPROVED)
        self._play(*YESTERDAY)

    def _days_ago(self, days: int, hour: int = 10) -> dt.datetime:
        """An hour of the day on which a gaming day begins, on the room's clock, at latest now."""
        return min(self._local(self._today - dt.timedelta(days), hour), self._moment)

    def _local(self, day: dt.date, hour: int) -> dt.datetime:
        begins = instant_of(TERMS["time_zone"], day, dt.time(hour))
        return dt.datetime.fromtimestamp(begins / 1_000_000, dt.UTC)

    def _rooms(self, at: dt.datetime, terms: Mapping[str, Any]) -> None:
        with moved_to(at):
            for room in (ROOM, SILENT):
                self._service.rooms.put(room, terms, _BY)

    def _play(self, *evenings: Evening) -> None:
        with moved_to(self._days_ago(evenings[0].back - 1, hour=7)):
            sessions = [self._take_in(each, self._log(each)) for each in evenings]
        if self._may_be_audited(sessions):
            self._audit_day(evenings[0], self._days_ago(evenings[0].back - 1, hour=8))

    def _audit_day(self, evening: Evening, at: dt.datetime) -> None:
        with moved_to(at):
            day = self._today - dt.timedelta(evening.back)
            self._finished(self._service.days.audit(evening.room, day, None)[0])

    def _take_in(self, evening: Evening, log: bytes) -> SessionRecord:
        service = self._service if evening.room == SILENT else self._staff
        session = service.sessions.upload(log, f"{self._session(evening)}.ndjson").session
        assert session is not None  # it is no dry run
        if self._may_be_audited([session]) and not self._service.store.audits.was_asked(session.id):
            self._audit(session)
        return session

    def _may_be_audited(self, sessions: list[SessionRecord]) -> bool:
        snapshot, filed = self._service.registry.snapshot(), self._service.store.controls
        return all(why_not(each, None, snapshot, filed) is None for each in sessions)

    def _audit(self, session: SessionRecord) -> None:
        asked = self._service.auditing.ask(Selection(ids=(session.id,)), {"sessions": [session.id]}, None)
        assert asked.audit is not None
        self._finished(asked.audit)

    def _finished(self, audit: AuditRecord) -> None:
        self._service.worker.wait_for(audit.id, _WAIT)

    def _session(self, evening: Evening) -> str:
        return f"{self._today - dt.timedelta(evening.back)}-{evening.table}"

    def _log(self, evening: Evening, number: int | None = None, *, right: bool = False) -> bytes:
        if number is None:
            number = self._numbers[evening.room] = self._numbers.get(evening.room, _NUMBER) + 1
        opened = self._local(self._today - dt.timedelta(evening.back), 18)
        return simulate(
            self._ruleset(evening), hands=evening.hands, seed=evening.seed, room=evening.room, table=evening.table,
            faults=0.0 if right or not evening.faults else evening.rate, only=evening.faults, number=number,
            session=self._session(evening), opened_at=_in_zone(opened),
        ).log()  # fmt: skip

    def _ruleset(self, evening: Evening) -> Ruleset:
        if evening is not NOT_APPROVED:
            return self._service.library.get(_PLAYED)
        record = self._service.filing.get(ROOM, CONTROLS, 1)
        examined = self._service.approval.examined(record).ruleset
        assert examined is not None  # it was submitted
        return examined

    def _submit_controls(self, at: dt.datetime) -> None:
        """File controls that begin before their approval, so that a session cannot be audited."""
        service, by = self._compliance, "Lee Park"
        begins = self._today - dt.timedelta(NOT_APPROVED.back)
        with moved_to(at):
            record = service.filing.draft(ROOM, revision_of(begins), f"{CONTROLS}-1.toml", by).record
            document = NewFile(DOCUMENT, "application/pdf", "internal-controls.pdf")
            record = service.filing.attach(record, document, by)
            service.approval.submit(record, by, "As discussed with the licensing unit.")

    def _draft_controls(self, at: dt.datetime) -> None:
        begins = self._today + dt.timedelta(30)
        with moved_to(at):
            self._compliance.filing.draft(ROOM, draft_of(begins), f"{CONTROLS}-2.toml", "Lee Park")

    def _correct(self, evening: Evening, at: dt.datetime) -> None:
        wrong = self._staff.sessions.current(ROOM, self._session(evening))
        assert wrong is not None  # it was played
        stated = {"sha256": wrong.evidence, "reason": _KEYED_WRONG, "by": "Dana Reyes"}
        head, rest = self._log(evening, wrong.facts.number, right=True).split(b"\n", 1)
        line = json.dumps({**json.loads(head), "supersedes": stated}, separators=(",", ":"))
        with moved_to(at):
            self._take_in(evening, line.encode() + b"\n" + rest)
        self._audit_day(evening, at + dt.timedelta(hours=1))

    def _answer(self, evening: Evening, at: dt.datetime) -> None:
        incidents = self._staff.incidents
        with moved_to(at):
            for incident in incidents.ids(ROOM, IncidentSelection(session=self._session(evening))):
                incidents.answer(ROOM, incident, _ANSWER, (), "Dana Reyes")


def own_logs(moment: dt.datetime) -> dict[str, bytes]:
    """Yesterday's log for a newcomer's upload, with hand 2 paid wrong, and the right one, by name."""
    yesterday = gaming_today([TERMS], moment.isoformat()) - dt.timedelta(1)
    opened = dt.datetime.combine(yesterday, dt.time(18), ZoneInfo(TERMS["time_zone"])).isoformat()
    text = (files("auditor") / "samples" / _OWN).read_text("utf-8")
    wrong = text.replace("2026-03-14", yesterday.isoformat()).replace("-07:00", opened[-6:])
    right = wrong.replace('"net": 200', '"net": 400').replace('"net": -200', '"net": -400')
    return {"my-first.ndjson": wrong.encode(), "my-first-right.ndjson": right.encode()}


def _in_zone(moment: dt.datetime) -> str:
    return moment.astimezone(ZoneInfo(TERMS["time_zone"])).isoformat()


def fill(folder: Path, keys: StaffKeys) -> None:
    """Fill an empty store as if day by day."""
    service = Service(folder, lambda *_: None, wait=_WAIT)
    service.start()
    try:
        Week(service, keys, dt.datetime.now(dt.UTC)).fill()
    finally:
        service.close()

"""Changes between two nights: new, persisting and gone findings.

The record has the newest finished audit's findings of each current session and gaming day. It has no what-ifs, no repeated
audits, and nothing purged, on either side. A cursor names a moment of it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from auditor.engine import program
from auditor.errors import BadCursor, UnknownCursor
from auditor.overdue import OverdueRoom, overdue_rooms
from auditor.remedies import Remedy
from rules.typed import from_plain

if TYPE_CHECKING:
    from auditor.incident_selection import IncidentStanding
    from auditor.incidents import Incidents
    from auditor.store import Store
    from auditor.store.stored_night import FinishedAudit, Nights, SessionVersion

_CURSOR = re.compile(r"([1-9][0-9]{0,17})-([0-9a-f]{32})")
OF_THE_WHOLE = (
    0  # in place of a session's number: findings on a gaming day, a tournament or a ledger as a whole
)
_FROM_THE_START = Remedy(
    "Begin without a cursor: every finding is new then.",
    "Leave 'since' out: every finding is new then.",
    "Remove the file of the state: every finding is new then.",
)


class NightFinding(Struct, frozen=True):
    """A finding, as far as a night reports it. ``session`` is empty for a gaming day, a tournament or a ledger as a whole.

    event: such as "tournament D-0314"; null: of none.
    """

    fingerprint: str
    code: str
    name: str
    kind: str
    severity: str
    room: str
    session: str
    event: str | None
    hand: int | None
    seat: int | None
    line: int | None
    hands: list[int] | None
    clause: str
    message: str


_typed_finding = from_plain(NightFinding)


class NightFailure(Struct, frozen=True):
    """A check that failed to run in an audit of the record, which is incomplete."""

    audit: int
    code: str
    message: str


class OverdueAnswer(Struct, frozen=True):
    """An incident whose answer is overdue. session: null of a gaming day as a whole. days: since the one on which it was due."""

    room: str
    incident: str
    title: str | None
    session: str | None
    event: str | None
    day: str
    state: str
    due: str
    days: int


class Night(Struct, frozen=True):
    """Changes since a cursor, by fingerprint, session by session. Findings of an incident that was answered are not new.

    overdue: rooms whose last log is overdue now, overdue_answers: incidents whose answer is, whatever the cursor is.
    cursor: for the next time; null while no audit is finished. sessions: how many are on record, without those that a
    correction has superseded or that were purged. audits: those of the record that were not part of it at the cursor.
    """

    cursor: str | None
    sessions: int
    audits: list[int]
    new: list[NightFinding]
    persisting: list[NightFinding]
    gone: list[NightFinding]
    incomplete: list[NightFailure]
    overdue: list[OverdueRoom] = []
    overdue_answers: list[OverdueAnswer] = []


class Source(NamedTuple):
    """Source of a session's or gaming day's findings in the record."""

    session: int  # or OF_THE_WHOLE
    audit: int


class NightRead:
    """The record now and at a cursor, before findings are read.

    at: time for overdue logs. Raises BadCursor, UnknownCursor.
    """

    def __init__(self, store: Store, incidents: Incidents, since: str | None, at: str) -> None:
        self._store, self._incidents, self._since, self._at = store, incidents, since, at
        self._nights = store.nights
        self._purges = self._nights.purges()
        self._overdue = overdue_rooms(store, at)
        self._answers = [_overdue(*each, at) for each in incidents.overdue(at)]
        self._last_step = store.incident_events.latest()
        finish, digest = _parsed(since)
        read = self._nights.read(finish)
        if since is not None and (read.before.finish, read.before.digest[:32]) != (finish, digest):
            raise UnknownCursor(
                "The cursor is of another store, or of one that was since replaced by an earlier copy.",
                _FROM_THE_START,
            )
        self.cursor = f"{read.now.finish}-{read.now.digest[:32]}" if read.now.finish else None
        self._sessions, self._with_findings = read.count, read.with_findings
        sessions = unpurged(read.sessions)
        self._now = newest(read.now.audits, {each.id: each for each in sessions if each.current})
        self._before = newest(read.before.audits, {each.id: each for each in sessions})
        moment = f"{self.cursor} {read.last} {read.purged} {self._last_step}"
        rests_on = f"{since} {moment} {self._overdue} {self._answers} {program().basis}"
        self.etag = hashlib.sha256(rests_on.encode()).hexdigest()[:32]

    def compared(self, across: Iterable[str]) -> Night:
        """Findings on both sides. across: codes of checks over a whole gaming day."""
        across = frozenset(across)
        audits = {each.audit for each in self._now.values()}
        wanted = {*self._now.values(), *self._before.values()}
        findings = _Findings(self._nights, across, wanted, self._with_findings)
        answered = self._nights.answered(audits)
        night = Night(
            self.cursor, self._sessions, sorted(audits - {each.audit for each in self._before.values()}), [], [], [],
            [
                NightFailure(audit, failure.code, failure.message)
                for audit, failures in self._nights.failures(audits).items()
                for failure in failures
            ],
            self._overdue, self._answers,
        )  # fmt: skip
        for key, source in self._now.items():
            found, earlier = findings.of(source), findings.of(self._before.get(key))
            _add(night, found, earlier, answered.get(source.audit, ()))
        if self._nights.purges() != self._purges:  # what is missing may have been purged, and is not gone
            return NightRead(self._store, self._incidents, self._since, self._at).compared(across)
        return night


def _overdue(each: IncidentStanding, title: str | None, at: str) -> OverdueAnswer:
    record, due = each.record, each.due
    assert due is not None  # it is overdue
    days = (dt.date.fromisoformat(at[:10]) - dt.date.fromisoformat(due)).days
    return OverdueAnswer(
        record.room, record.incident, title, record.session, record.event, record.day, each.state, due, days
    )


def _add(
    night: Night, found: list[NightFinding], earlier: list[NightFinding], answered: Collection[str]
) -> None:
    fingerprints = {each.fingerprint for each in earlier}.union(answered)
    for each in found:
        (night.persisting if each.fingerprint in fingerprints else night.new).append(each)
    fingerprints = {each.fingerprint for each in found}
    night.gone.extend(each for each in earlier if each.fingerprint not in fingerprints)


def _parsed(since: str | None) -> tuple[int, str]:
    if since is None:
        return 0, ""
    found = _CURSOR.fullmatch(since)
    if found is None:
        raise BadCursor(
            f"{since[:64]!r} is not a cursor.",
            Remedy(
                _FROM_THE_START.page,
                "Give the 'cursor' of an earlier answer, or leave 'since' out: every finding is new then.",
                _FROM_THE_START.command,
            ),
        )
    return int(found[1]), found[2]


def unpurged(sessions: Sequence[SessionVersion]) -> list[SessionVersion]:
    """Versions of the sessions whose current log is kept."""
    purged = {(each.room, each.session) for each in sessions if each.purged and each.current}
    return [each for each in sessions if (each.room, each.session) not in purged]


def newest(
    audits: Sequence[FinishedAudit], sessions: Mapping[int, SessionVersion]
) -> dict[tuple[str, str], Source]:
    """Newest audit by room and session (of its latest audited version), gaming day or event.

    audits: newest first. Purged ones, and those under another ruleset than the session's, are left out.
    """
    found: dict[tuple[str, str], Source] = {}
    for audit in audits:
        if audit.room is not None and audit.day is not None:
            found.setdefault((audit.room, f"day {audit.day}"), Source(OF_THE_WHOLE, audit.id))
        if audit.room is not None and audit.event is not None:
            found.setdefault((audit.room, audit.event), Source(OF_THE_WHOLE, audit.id))
        for number in audit.sessions:
            session = sessions.get(number)
            if session is None or audit.ruleset not in (None, session.ruleset):
                continue
            key = session.room, session.session
            if key not in found or found[key].session < number:
                found[key] = Source(number, audit.id)
    purged = {audit.id for audit in audits if audit.purged}
    return {key: source for key, source in found.items() if source.audit not in purged}


class _Findings:
    """Findings by audit and session; those of a whole day are the day's."""

    def __init__(
        self,
        nights: Nights,
        across: Collection[str],
        wanted: Collection[Source],
        with_findings: Iterable[int],
    ) -> None:
        self._read: dict[Source, list[NightFinding]] = {}
        for audit, session, values in nights.findings({*with_findings, *(each.audit for each in wanted)}):
            source = Source(OF_THE_WHOLE if values["code"] in across else session or OF_THE_WHOLE, audit)
            if source in wanted:
                self._read.setdefault(source, []).append(_typed_finding(values))

    def of(self, source: Source | None) -> list[NightFinding]:
        return self._read.get(source, []) if source is not None else []

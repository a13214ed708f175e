"""Preview by this engine: the record's audits repeated from evidence with the knowledge of their time. Nothing is written.

The record is a night's: the newest finished audit of each session and gaming day.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from auditor.engine import program
from auditor.errors import CannotAudit, DomainError
from auditor.faults import broke_down
from auditor.jobs.audit_from_store import run_audit
from auditor.night import OF_THE_WHOLE, Source, newest
from auditor.obstacles import why_not
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.documents.document_rows import sessions_of_incidents
from auditor.store.first_found import of_lost
from auditor.store.rows import AuditRecord, SessionRecord
from auditor.store.stored_night import SessionVersion
from rules.audit.incidents.builder import LOST
from rules.controls.library import Library
from rules.findings.finding_table import sources
from rules.findings.written import json_text
from rules.results import Audit, Engine, Incident, Severity

What = Literal["appears", "changes", "vanishes"]
Place = tuple[str, str]  # room and session, or room and gaming day, as `auditor.night.newest` names them


class StatedIncident(Struct, frozen=True):
    """An audit's statement of an incident. Money in minor units, null unknown; findings: number."""

    title: str
    severity: Severity
    clause: str
    findings: int
    misallocated: int | None
    misrecorded: int | None


class IncidentChange(Struct, frozen=True):
    """An incident that appears, changes or vanishes. session: null of a whole gaming day; code: of its root.

    audit: that has it or would. state: null where not on record. before, after: on record, and by this engine; null where absent.
    reports: issued ones of the audit.
    """

    what: What
    audit: int
    room: str
    session: str | None
    day: str
    incident: str
    code: str
    state: str | None
    before: StatedIncident | None
    after: StatedIncident | None
    reports: list[int]


class PreviewNotAudited(Struct, frozen=True):
    """An audit that was not repeated, or not wholly, with the reason."""

    audit: int
    reason: str


class Preview(Struct, frozen=True):
    """Preview of the record by this engine. engine_on_record: null for none.

    of: audits asked for; audits: those repeated. sample, seed: of the draw, null for all. purged: audits without logs. failed:
    not repeated, or a check failed.
    """

    engine_on_record: Engine | None
    engine: Engine
    of: int
    audits: int
    sample: int | None
    seed: int | None
    changes: list[IncidentChange]
    failed: list[PreviewNotAudited]
    purged: list[PreviewNotAudited]


class Wanted(Struct, frozen=True):
    """Audits to repeat; None restricts nothing. since: the first gaming day. sample: how many, drawn with a seed."""

    room: str | None = None
    since: str | None = None
    sample: int | None = None
    seed: int = 0


class _Placed(Struct, frozen=True):
    place: Place
    session: str | None
    day: str
    incident: Incident


def preview(
    store: Store,
    shipped: Library,
    wanted: Wanted,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Preview:
    """Repeat the record's audits and compare. shipped: this engine's library.

    progress: called with (done, all). A read-only store will do.
    """
    registry = Registry(store, shipped)
    asked = _asked_for(store, wanted)
    chosen = _drawn(sorted(asked), wanted)
    changes: list[IncidentChange] = []
    failed, purged = list[PreviewNotAudited](), list[PreviewNotAudited]()
    done = 0
    for at, number in enumerate(chosen):
        progress(at, len(chosen))
        try:
            record, sessions = _on_record(store, number)
            gone = [each.purged for each in sessions.values() if each.purged is not None]
            if gone:
                purged.append(PreviewNotAudited(number, gone[0].words("A log of it")))
                continue
            again = _audited(store, registry, record, sessions)
            changes += _compared(store, record, sessions, again, asked[number])
            failed += [
                PreviewNotAudited(number, f"{each.code} failed to run: {each.message}")
                for each in again.failures
            ]
            done += 1
        except DomainError as error:
            failed.append(PreviewNotAudited(number, str(error)))
    progress(len(chosen), len(chosen))
    return Preview(
        store.engines.last(), program().engine(shipped.digest), len(asked), done,
        wanted.sample, None if wanted.sample is None else wanted.seed, changes, failed, purged,
    )  # fmt: skip


def _asked_for(store: Store, wanted: Wanted) -> dict[int, dict[Place, Source]]:
    """The wanted audits, each with the places of which it is the newest."""
    read = store.nights.read(0)
    current = {each.id: each for each in read.sessions if each.current and not each.purged}
    found: dict[int, dict[Place, Source]] = {}
    for place, source in newest(read.now.audits, current).items():
        if _is_wanted(place, source, current, wanted):
            found.setdefault(source.audit, {})[place] = source
    return found


def _is_wanted(place: Place, source: Source, sessions: Mapping[int, SessionVersion], wanted: Wanted) -> bool:
    whole = source.session == OF_THE_WHOLE
    if whole and not place[1].startswith("day "):  # of a tournament or a ledger
        return False
    day = place[1].removeprefix("day ") if whole else sessions[source.session].day
    return (wanted.room is None or place[0] == wanted.room) and (wanted.since is None or day >= wanted.since)


def _drawn(audits: list[int], wanted: Wanted) -> list[int]:
    if wanted.sample is None or wanted.sample >= len(audits):
        return audits
    return sorted(random.Random(wanted.seed).sample(audits, wanted.sample))


def _on_record(store: Store, number: int) -> tuple[AuditRecord, dict[int, SessionRecord]]:
    record = store.audits.get(number)
    assert record is not None  # audits stay
    found = {each: store.sessions.get(each) for each in record.sessions}
    return record, {each: session for each, session in found.items() if session is not None}


def _audited(
    store: Store, registry: Registry, record: AuditRecord, sessions: Mapping[int, SessionRecord]
) -> Audit:
    snapshot = registry.snapshot_for(record.knowledge)
    for session in sessions.values():
        reason = why_not(session, record.ruleset, snapshot, store.controls)
        if reason is not None:
            raise CannotAudit(reason)
    try:
        return run_audit(store, registry, replace(record, of=record.id), lambda _: None).audit
    except DomainError:
        raise
    except Exception as error:  # the boundary of an audit: whatever breaks in one ends no other
        raise CannotAudit(f"This engine could not audit it: {broke_down(error)}.") from error


def _compared(
    store: Store,
    record: AuditRecord,
    sessions: Mapping[int, SessionRecord],
    again: Audit,
    places: Mapping[Place, Source],
) -> list[IncidentChange]:
    ids = {(each.room, each.session): number for number, each in sessions.items()}
    here = zip(sessions_of_incidents(again, ids), again.incidents or [], strict=True)
    before = _placed(record, sessions, store.results.incidents.every(record.id), places)
    after = _placed(record, sessions, here, places)
    different = [each for each in {**before, **after} if _differ(before.get(each), after.get(each))]
    if not different:
        return []
    codes = {each.fingerprint: each.code for each in store.results.findings(record.id)}
    codes |= {fingerprint: code for fingerprint, _, code in sources(again.findings)}
    events = store.incident_events.of_all(different)
    reports = store.reports.of_audit(record.id)
    found = []
    for each in different:
        old, new = before.get(each), after.get(each)
        at = new or old
        assert at is not None  # it is one of either
        state = events[each][-1].action if each in events else "open" if old else None
        what: What = "appears" if old is None else "vanishes" if new is None else "changes"
        code = codes.get(at.incident.root, LOST)
        found.append(
            IncidentChange(
                what,
                record.id,
                at.place[0],
                at.session,
                at.day,
                each,
                code,
                state,
                _stated(old),
                _stated(new),
                reports if old else [],
            )
        )
    return found


def _placed(
    record: AuditRecord,
    sessions: Mapping[int, SessionRecord],
    incidents: Iterable[tuple[int | None, Incident]],
    places: Mapping[Place, Source],
) -> dict[str, _Placed]:
    """Incidents of some places by id. incidents: each with its session's number, if of one."""
    played = [(each.session, each.room, each.day) for each in sessions.values()]
    found = {}
    for number, incident in incidents:
        if number is not None:
            session = sessions[number]
            at = _Placed((session.room, session.session), session.session, session.day, incident)
        elif incident.day is not None:
            assert record.room is not None  # it is an audit of a gaming day
            at = _Placed((record.room, f"day {incident.day}"), None, incident.day, incident)
        else:
            lost = of_lost(incident, played)
            if lost is None:
                continue
            room, name, day = lost
            at = _Placed((room, name), name, day, incident)
        if at.place in places:
            found[incident.id] = at
    return found


def _differ(before: _Placed | None, after: _Placed | None) -> bool:
    if before is None or after is None:
        return True
    return json_text(before.incident) != json_text(after.incident)


def _stated(placed: _Placed | None) -> StatedIncident | None:
    if placed is None:
        return None
    each = placed.incident
    return StatedIncident(
        each.title, each.severity, each.clause, len(each.findings), each.misallocated, each.misrecorded
    )

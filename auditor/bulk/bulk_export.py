"""Audits of a store's record as a run's files; the store is only read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
import pyarrow as pa
from msgspec import Struct, structs

from auditor.bulk.bulk_outcomes import BulkSummary, FileDone, RoomDone, WholeDone
from auditor.bulk.bulk_summary import put_summary, summary_of
from auditor.bulk.bulk_tables import (
    Scope,
    coverage_table,
    findings_table,
    hands_table,
    in_money,
    incidents_table,
)
from auditor.bulk.file_task import amounts_of, counted, put_tables
from auditor.bulk.folder import Folder, logs_part, marker
from auditor.bulk.logs_table import put_logs
from auditor.collector import no_collector
from auditor.errors import DomainError
from auditor.jobs.received_logs import evidence_of
from auditor.night import OF_THE_WHOLE, Source, newest, unpurged
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.rows import AuditRecord, SessionRecord
from rules.card_room import Room
from rules.checks.catalogue import room_checks
from rules.controls.library import Library
from rules.records.reader import LogReader
from rules.results import Audit, Coverage, Finding, Incident
from rules.typed import from_json

RECORD = "record"  # the kind of the markers: sessions, gaming days and events of the record
_file, _whole = from_json(FileDone), from_json(WholeDone)
Place = tuple[str, str]  # as `auditor.night.newest` names them
Tables = dict[str, list[pa.Table]]


class _Read(Struct, frozen=True):
    """An audit of the record. incidents: with their sessions' numbers; None: of the whole."""

    record: AuditRecord
    audit: Audit
    incidents: list[tuple[int | None, Incident]]

    @property
    def across(self) -> set[str]:
        """Codes whose findings are of the whole gaming day."""
        return {each.code for each in room_checks()} if self.audit.day is not None else set()


def export(
    store: Store, shipped: Library, folder: Folder, progress: Callable[[int], None] = lambda done: None
) -> BulkSummary:
    """Write the record's audits, and remove what left it. shipped: the program's library.

    progress: called with the number done. Purged or damaged ones are listed as not audited.
    """
    with folder.locked():
        registry, kept = Registry(store, shipped), set[str]()
        files, wholes = list[FileDone](), list[WholeDone]()
        for done, (number, places) in enumerate(sorted(audits_of(store).items())):
            progress(done)
            for part, made in _exported(store, registry, folder, number, places):
                kept.add(part)
                if isinstance(made, FileDone):
                    files.append(made)
                else:
                    wholes.append(made)
        _remove(folder, kept)
        rooms = sorted({str(each.room) for each in files} | {each.room for each in wholes})
        _put_logs(folder, rooms, files)
        of_rooms = [
            RoomDone(
                room=room,
                on_record=store.rooms.get(room) is not None,
                wholes=[each for each in wholes if each.room == room],
            )
            for room in rooms
        ]
        made_of = summary_of(files, of_rooms, store.changes.latest(), registry.snapshot().library.digest)
        put_summary(folder, made_of)
    return made_of


def audits_of(store: Store) -> dict[int, dict[Place, Source]]:
    """The record's audits, each with the places of which it is the newest."""
    read = store.nights.read(0)
    sessions = {each.id: each for each in unpurged(read.sessions) if each.current}
    found: dict[int, dict[Place, Source]] = {}
    for place, source in newest(read.now.audits, sessions).items():
        found.setdefault(source.audit, {})[place] = source
    return found


def _exported(
    store: Store, registry: Registry, folder: Folder, number: int, places: Mapping[Place, Source]
) -> Iterator[tuple[str, FileDone | WholeDone]]:
    """Outcome of each of an audit's places, with its marker."""
    record = store.audits.get(number)
    assert record is not None  # audits stay
    read: _Read | None = None
    for place, source in sorted(places.items()):
        part = marker(RECORD, place[0], place[1])
        done = _empty(store, record, place, source)
        content = folder.read(part)
        before = None if content is None else (_file if isinstance(done, FileDone) else _whole)(content)
        if before is not None and before.basis == done.basis:
            yield part, structs.replace(before, kept=True)
            continue
        try:
            read = read or _read(store, record)
            made, tables = (
                _of_session(store, registry, read, done, source, alone=len(record.sessions) == 1)
                if isinstance(done, FileDone)
                else _of_whole(read, done)
            )
        except DomainError as error:
            yield part, _failed(done, str(error))
            continue
        name = str(made.sha256) if isinstance(made, FileDone) else f"{made.scope}-{made.name}"
        parts = put_tables(folder, place[0], _day(read, made), name, tables)
        folder.remove(set(before.parts if before is not None else ()) - set(parts))
        made = structs.replace(made, parts=parts)
        folder.write_bytes(part, msgspec.json.encode(made))
        yield part, made


def _empty(store: Store, record: AuditRecord, place: Place, source: Source) -> FileDone | WholeDone:
    """A place before reading. basis: the audit by its result."""
    basis = f"{record.id} {record.result_sha256}"
    if source.session == OF_THE_WHOLE:
        scope, _, name = place[1].partition(" ")
        return WholeDone(scope=scope, room=place[0], name=name, basis=basis)
    session = store.sessions.get(source.session)
    assert session is not None  # the audit refers to it
    return FileDone(
        address=f"session {session.id}", sha256=session.evidence, status="audited", bytes=session.bytes, kind="session",
        room=session.room, name=session.session, day=session.day, basis=basis, hands=session.hands,
        currency=session.facts.money or session.currency,
    )  # fmt: skip


def _failed(done: FileDone | WholeDone, reason: str) -> FileDone | WholeDone:
    if isinstance(done, FileDone):
        return structs.replace(done, status="failed", reason=reason)
    return structs.replace(done, reason=reason)


def _read(store: Store, record: AuditRecord) -> _Read:
    assert record.summary is not None  # it is finished
    audit = store.results.audit(record.id, record.summary)
    return _Read(record, audit, list(store.results.incidents.every(record.id)))


def _day(read: _Read, made: FileDone | WholeDone) -> str | None:
    if isinstance(made, FileDone):
        return made.day
    return made.name if made.scope == "day" else read.audit.event.day if read.audit.event else None


def _of_session(
    store: Store, registry: Registry, read: _Read, done: FileDone, source: Source, *, alone: bool
) -> tuple[FileDone, Tables]:
    """An audit's part of one session. alone: the audit's only one, so coverage and money are its own."""
    session = store.sessions.get(source.session)
    assert session is not None
    scope = Scope(
        session.room, "session", session.session, session.evidence, done.currency, audit=read.record.id
    )
    named, across = (session.room, session.session), read.across
    findings = [
        each for each in read.audit.findings if (each.room, each.session) == named and each.code not in across
    ]
    incidents = [each for number, each in read.incidents if number == session.id]
    room = registry.snapshot_for(read.record.knowledge).rooms.get(session.room)
    single = alone and read.audit.day is None
    tables = _tables(scope, findings, incidents, read.audit.coverage if single else [])
    tables["hands"] = list(_hands(store, session, room, str(done.currency)))
    made = structs.replace(
        done,
        testable=read.audit.testable if single else None,
        **(amounts_of(read.audit) if single else {}),
        failures=read.audit.failures,
        findings=counted(findings),
        codes=dict(Counter(each.code for each in findings)),
    )
    return made, tables


def _of_whole(read: _Read, done: WholeDone) -> tuple[WholeDone, Tables]:
    event, across = read.audit.event, read.across
    currency = (
        event.currency if event is not None else next((each.currency for each in read.audit.logs), None)
    )
    scope = Scope(
        done.room, done.scope, done.name, event.sha256 if event is not None else None, currency,
        counts="sessions" if event is None else "checked", audit=read.record.id,
    )  # fmt: skip
    findings = [each for each in read.audit.findings if event is not None or each.code in across]
    incidents = [
        each
        for number, each in read.incidents
        if event is not None or (number is None and each.day is not None)
    ]
    of_the_day = [each for each in read.audit.coverage if event is not None or each.code in across]
    tables = _tables(scope, findings, incidents, of_the_day)
    if event is None:
        rest = [each for each in read.audit.coverage if each.code not in across]
        tables["coverage"].append(coverage_table(scope._replace(scope="sessions", counts="hands"), rest))
    codes = dict(Counter(each.code for each in findings))
    return structs.replace(
        done, failures=read.audit.failures, findings=counted(findings), codes=codes
    ), tables


def _tables(
    scope: Scope, findings: Sequence[Finding], incidents: Sequence[Incident], coverage: Sequence[Coverage]
) -> Tables:
    return {
        "findings": [findings_table(scope, findings)],
        "incidents": [incidents_table(scope, incidents)],
        "coverage": [coverage_table(scope, coverage)],
    }


def _hands(store: Store, session: SessionRecord, room: Room | None, money: str) -> Iterator[pa.Table]:
    reader = LogReader()
    with no_collector():
        for block in reader.blocks(evidence_of(store, session).chunks()):
            if len(block):
                assert reader.session is not None
                yield in_money(hands_table(block, reader.session, room, session.evidence), money)


def _put_logs(folder: Folder, rooms: Sequence[str], files: Sequence[FileDone]) -> None:
    for room in rooms:
        mine = [each for each in files if each.room == room]
        put_logs(folder, room, mine, {each.sha256 for each in mine if each.status == "audited"})


def _remove(folder: Folder, kept: set[str]) -> None:
    """Remove an earlier export's files that the record lacks."""
    for part in list(folder.every_marker(RECORD)):
        if part not in kept:
            content = folder.read(part)
            gone = msgspec.json.decode(content or b"{}")
            folder.remove(
                [*gone.get("parts", []), part, *([logs_part(gone["room"])] if gone.get("room") else [])]
            )

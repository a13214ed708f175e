"""Entries of the register compared with the facts that are made of the rows: when it was, with which key, in which rooms.

Verification compares the other fields, and the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.canonical_record import UnknownFact
from auditor.facts.kinds.facts_of_audits import AuditAsked, AuditFailedOnRecord, AuditFinished
from auditor.facts.kinds.facts_of_holds import HoldLiftedOnRecord
from auditor.facts.kinds.facts_of_reports import (
    ReportIssued,
    ReportPulled,
    SampleCompared,
    SampleDrawn,
    SampleHandEntered,
)
from auditor.facts.kinds.facts_of_uploads import UploadRepeated
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy.compared_rows import AlteredCell

_Rooms = set[str]


def altered_entries(
    db: Database, tables: MemoryTables, facts: Iterable[RecordedFact | UnknownFact]
) -> Iterator[AlteredCell]:
    """Entries of which the rows say otherwise now. stored: by the entry; stated: by the rows. facts: as `facts_of` makes them.

    Entries of audits and reports may have further rooms: of sessions left out, and of the controls asked for.
    """
    records = db.execute("SELECT entry, record FROM register")
    entries = {entry: msgspec.json.decode(record) for entry, record in records}
    for fact in facts:
        if isinstance(fact, RecordedFact) and fact.entry is not None:
            yield from _compared(entries[fact.entry], tables, fact, fact.entry)


def _compared(
    record: dict[str, Any], tables: MemoryTables, fact: RecordedFact, entry: int
) -> Iterator[AlteredCell]:
    if record["at"] != fact.at:
        yield AlteredCell("register", (entry,), "at", record["at"], fact.at)
    if record["key"] != fact.by:
        yield AlteredCell("register", (entry,), "key", record["key"], fact.by)
    said, rooms = set(record["rooms"]), _rooms_of(tables, fact)
    more = isinstance(fact, AuditAsked | AuditFinished | AuditFailedOnRecord | ReportIssued | ReportPulled)
    if not rooms <= said or (said != rooms and not more):
        yield AlteredCell("register", (entry,), "rooms", sorted(said), sorted(rooms))


def _rooms_of(tables: MemoryTables, fact: RecordedFact) -> _Rooms:
    """Rooms that the rows of a fact name."""
    for kinds, find in _BY_ROWS:
        if isinstance(fact, kinds):
            return find(tables, fact)
    room = getattr(fact, "room", None)
    return set() if room is None else {room}


def _of_audit(tables: MemoryTables, number: int) -> _Rooms:
    audit = tables.get("audits", number)
    rooms = {audit["room"]} - {None} if audit is not None else set()
    return rooms | {
        _room(tables, "sessions", row["session"]) for row in tables.of("audit_sessions", audit=number)
    }


def _room(tables: MemoryTables, table: str, key: Any) -> str:
    row = tables.get(table, key)
    return "" if row is None else str(row["room"])


def _of_pulled(tables: MemoryTables, fact: ReportPulled) -> _Rooms:
    report = tables.get("reports", fact.report)
    return set() if report is None else _of_audit(tables, report["audit"])


_BY_ROWS: tuple[tuple[tuple[type[RecordedFact], ...], Callable[[MemoryTables, Any], _Rooms]], ...] = (
    ((AuditAsked, AuditFinished, AuditFailedOnRecord), lambda tables, fact: _of_audit(tables, fact.number)),
    ((ReportIssued,), lambda tables, fact: _of_audit(tables, fact.audit)),
    ((ReportPulled,), _of_pulled),
    ((HoldLiftedOnRecord,), lambda tables, fact: {_room(tables, "holds", fact.number)}),
    ((UploadRepeated,), lambda tables, fact: {_room(tables, "sessions", fact.number)}),
    (
        (SampleDrawn, SampleHandEntered, SampleCompared),
        lambda tables, fact: {_room(tables, "samples", fact.sample)},
    ),
)

"""A record of a state's size, made quickly: sessions with their evidence and audits are copied in the store by facts.

For what is measured (`tests.bench_night`, `tests.bench_lists`), never for tests. What is copied has the times of what it is of.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.facts.canonical_record import from_record
from auditor.facts.kinds.facts_of_audits import AskedLog, AuditAsked, AuditFinished
from auditor.facts.kinds.facts_of_uploads import UploadAccepted
from auditor.store import Store
from auditor.store.documents.document_making import document_of_lists
from auditor.store.documents.document_rows import ResultLists
from auditor.store.fact_log import enter_fact
from auditor.store.rows import encoded
from auditor.store.stored_documents import document_of, insert_chunks, insert_document
from rules.results import Coverage, Finding, Incident
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import WRONG, upload
from tests.services import unprotected

ROOMS = 50
Place = Callable[
    [int], tuple[str, str, bool]
]  # of a session's number: its room, its gaming day, whether it has incidents


def begin(client: FlaskClient, **terms: Any) -> None:
    """Put the rooms on record, with a session whose audit found an incident and one whose audit found none: 1 and 2."""
    for room in range(ROOMS):
        put_room(client, f"WA-{room:04}", **terms)
    for name, nets in (("wrong", WRONG), ("right", None)):
        hand = hand_line(1) if nets is None else hand_line(1, nets)
        number = upload(client, log(hand, session=name, room="WA-0000"))
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"


def fill(store: Store, sessions: int, place: Place, more: Callable[[Database], object] | None = None) -> None:
    """Copy sessions until there are so many, in a transaction whose seals are signed. more: what is copied besides."""
    with unprotected(store.connections.db), store.connections.writing() as db:
        for each in range(3, sessions + 1):
            _copy_session(db, each, *place(each))
        if more is not None:
            more(db)


def _copy_session(db: Database, number: int, room: str, day: str, wrong: bool) -> None:
    """Put a session on record with its evidence and its audit, which are those of another one under other names."""
    of, made = 1 if wrong else 2, hashlib.sha256(b"%d" % number).hexdigest()
    uploaded, read = _upload(db, of)
    name = {"number": number, "room": room, "session": f"S-{number}", "day": day, "content_sha256": made}
    enter_fact(db, replace(uploaded, file=replace(uploaded.file, sha256=made), **name))
    db.execute("UPDATE evidence SET body = x'78' WHERE sha256 = ?", [made])
    db.execute("UPDATE sessions SET facts = ? WHERE id = ?", [read, number])
    asked, finished, summary = _audit(db, of)
    enter_fact(db, replace(asked, number=number, logs=(AskedLog(number, made),)))
    root = _copy_document(db, number, of, room, made)
    place = {"room": room, "session": f"S-{number}", "day": day}
    new = [
        replace(each, incident=_named(made, at), **place) for at, each in enumerate(finished.new_incidents)
    ]
    result = {"number": number, "finish": number, "root": root, "new_incidents": tuple(new)}
    enter_fact(db, replace(finished, **result, **dict.fromkeys(("sessions", "statistics", "sums"), ())))
    db.execute("UPDATE audits SET summary = ? WHERE id = ?", [summary, number])


def _upload(db: Database, of: int) -> tuple[UploadAccepted, str]:
    """Fact of a session, and what was read in it."""
    if of not in _UPLOADS:
        find = "SELECT r.record, s.facts FROM sessions AS s JOIN register AS r ON r.entry = s.first_fact WHERE s.id = ?"
        record, read = db.execute(find, [of]).fetchone()
        uploaded = from_record(record.encode())
        assert isinstance(uploaded, UploadAccepted)
        _UPLOADS[of] = uploaded, read
    return _UPLOADS[of]


def _audit(db: Database, of: int) -> tuple[AuditAsked, AuditFinished, str]:
    """Facts of an audit, and its summary."""
    if of not in _AUDITS:
        find = "SELECT record FROM register WHERE entry IN (SELECT first_fact FROM audits WHERE id = ?1 "
        rows = db.execute(f"{find}UNION SELECT fact FROM audits WHERE id = ?1) ORDER BY entry", [of])
        asked, finished = (from_record(record.encode()) for (record,) in rows.fetchall())
        (summary,) = db.execute("SELECT summary FROM audits WHERE id = ?", [of]).fetchone()
        assert isinstance(asked, AuditAsked)
        assert isinstance(finished, AuditFinished)
        _AUDITS[of] = asked, finished, summary
    return _AUDITS[of]


def _copy_document(db: Database, number: int, of: int, room: str, made: str) -> str:
    """Put the document of a result on record, with what another one found under other names; its root."""
    if of not in _LISTS:
        result = document_of(db, of)
        assert result is not None
        found = [each for _, each in result.findings()], [each for _, each in result.incidents()]
        _LISTS[of] = encoded(result.summary()), result.coverage(), *found
    summary, coverage, findings, incidents = _LISTS[of]
    own = [
        (number, replace(each, room=room, fingerprint=f"{made[:-2]}{place:02}"))
        for place, each in enumerate(findings)
    ]
    named = [(number, replace(each, id=_named(made, place))) for place, each in enumerate(incidents)]
    document = document_of_lists(ResultLists(summary, coverage, own, named, ()), bytes(32))
    insert_chunks(db, number, document.parts)
    insert_document(db, number, document.root, document.contents, document.salt, document.sessions)
    for place, (session, each) in enumerate(named):
        about = [number, place, session, each.id, each.area, each.severity, int(each.pattern), encoded(each)]
        db.execute("INSERT INTO incidents VALUES (?, ?, ?, ?, ?, ?, ?, ?)", about)
    return document.root


_AUDITS: dict[int, tuple[AuditAsked, AuditFinished, str]] = {}
_UPLOADS: dict[int, tuple[UploadAccepted, str]] = {}
_LISTS: dict[int, tuple[str, list[Coverage], list[Finding], list[Incident]]] = {}
_NAMES = {"id", "incident"}
_ROWS: dict[tuple[str, Any], list[dict[str, Any]]] = {}


def copy(db: Database, table: str, where: str, of: Any, other: dict[str, Any]) -> None:
    """Copy the rows of a table, with other values in some columns."""
    if (table, of) not in _ROWS:
        cursor = db.execute(f"SELECT * FROM {table} WHERE {where}", [of])
        names = [name for name, *_ in cursor.description]
        _ROWS[table, of] = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    for place, row in enumerate(_ROWS[table, of]):
        values = {**row, **other}
        for name in _NAMES & other.keys():
            values[name] = _named(values[name], place)
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", list(values.values()))


def _named(name: Any, place: int) -> Any:
    """The name of one of several rows, each of which has its own."""
    return hashlib.sha256(f"{name} {place}".encode()).hexdigest() if place else name

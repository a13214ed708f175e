"""Originals and their imports, written with the sessions of their logs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import Conflict, EvidenceDamaged, EvidencePurged, OtherRoom
from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_uploads import DerivedOnRecord, OriginalAccepted, OriginalRefused
from auditor.facts.recorded_fact import FirstReceived, KeptFile
from auditor.store import stored_purges
from auditor.store.blobs.kept_bytes import bytes_of, column_of, writing_with
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import keep_part, part
from auditor.store.original_bytes import LOGS, ORIGINALS, must_rest_on_facts, repair
from auditor.store.original_words import conflict_words
from auditor.store.rows import Page, Purged, within_json
from auditor.store.sealed import Sealed
from auditor.store.stored_evidence import Intake
from auditor.store.stored_sessions import keep_in
from auditor.store.uploads import spend_bytes
from rules.results import LogFacts

Became = Literal["session", "conflict", "purged"]
OUTCOMES: tuple[Became, ...] = ("session", "conflict", "purged")


class DerivedRecord(Struct, frozen=True):
    """A derived log. session_id: None where no session; message: its conflict."""

    room: str
    session: str
    table: str
    sha256: str
    outcome: Became
    session_id: int | None
    message: str | None


class ImportRecord(Struct, frozen=True):
    """Import of an original. importer, version: None unrecognised; entry: of the register.

    problems: the first, as plain values, empty once purged; problem_count, refusals: of all. options: by name, or None.
    """

    id: int
    at: str
    importer: str | None
    version: str | None
    problem_count: int
    refusals: int
    key: str | None
    problems: list[dict[str, Any]]
    entry: int
    options: dict[str, Any] | None
    logs: tuple[DerivedRecord, ...]

    @property
    def accepted(self) -> bool:
        """Whether one of its logs is a session."""
        return any(each.session_id is not None for each in self.logs)


class OriginalRecord(Struct, frozen=True):
    """An original without bytes. room: None where it names none; imports: oldest first."""

    id: int
    sha256: str
    size: int
    media_type: str
    filename: str | None
    received_at: str
    room: str | None
    key: str | None
    purged: Purged | None
    imports: tuple[ImportRecord, ...]

    @property
    def accepted(self) -> bool:
        """Whether one of its logs ever became a session."""
        return any(each.accepted for each in self.imports)

    @property
    def last(self) -> ImportRecord:
        """The last import, which counts."""
        return self.imports[-1]


class NewLog(Struct, frozen=True):
    """A derived log to keep. differs: how the file was read before, if otherwise."""

    room: str
    session: str
    table: str
    filename: str
    evidence: Evidence
    facts: LogFacts
    differs: str = ""


class NewImport(Struct, frozen=True):
    """An original and its import. logs: recorded and new ones. options: of the importer, or None."""

    body: bytes
    sha256: str
    media_type: str
    filename: str | None
    room: str | None
    importer: str | None
    version: str | None
    problems: list[dict[str, Any]]
    problem_count: int
    refusals: int
    logs: Sequence[DerivedRecord | NewLog]
    options: dict[str, Any] | None = None


_KINDS = ("original.accepted", "original.refused")
_OF_IMPORTS = ImportRecord.__struct_fields__[:-1]
_OF_ORIGINALS = OriginalRecord.__struct_fields__[:-1]
_COLUMNS = "o.id, o.sha256, o.size, o.media_type, o.filename, o.received_at, o.room, o.key"
_SELECT = f"SELECT {_COLUMNS}, {stored_purges.selected('evidence', 'o.sha256')} FROM originals AS o"
# Entries from before facts have `of`.
_IMPORTS = f"""
SELECT i.id, i.at, i.importer, i.version, i.problem_count, i.refusals, i.key, i.problems, coalesce((SELECT entry FROM register
    WHERE kind IN ('original.accepted', 'original.refused') AND json_extract(record, '$.of') = {within_json("i.id")}),
    i.fact), i.options
FROM imports AS i WHERE i.original = ? ORDER BY i.id
"""
_LOGS = """
SELECT room, session, table_name, sha256, outcome, session_id, message FROM derived_logs WHERE import = ? ORDER BY position
"""
# Rooms for which a file was sent.
_ROOMS = """
SELECT o.room FROM originals AS o WHERE o.sha256 = ?1
UNION SELECT json_extract(i.options, '$.room') FROM originals AS o JOIN imports AS i ON i.original = o.id WHERE o.sha256 = ?1
"""
# Originals with a session, last imported by another version, and not yet seen by this one.
_OLDER = """
SELECT i.original FROM imports AS i
WHERE i.importer = ?1 AND i.version != ?2 AND i.id = (SELECT max(id) FROM imports WHERE original = i.original)
    AND EXISTS (SELECT 1 FROM derived_logs AS d JOIN imports AS any_of ON any_of.id = d.import
        WHERE any_of.original = i.original AND d.session_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM importer_looks AS l WHERE l.original = i.original AND l.version = ?2)
    AND NOT EXISTS (SELECT 1 FROM purges JOIN originals AS o ON o.sha256 = purges.key
        WHERE purges.subject = 'evidence' AND o.id = i.original)
ORDER BY i.original
"""


class OriginalRows:
    """Originals of the caller's rooms; of one without a room, by its sender."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._damage = damage
        self._caller = caller

    def get(self, number: int) -> OriginalRecord | None:
        """One original."""
        found = self._where("o.id = ?", [number])
        return found[0] if found else None

    def of_bytes(self, sha256: str) -> OriginalRecord | None:
        """The original with a digest."""
        found = self._where("o.sha256 = ?", [sha256])
        return found[0] if found else None

    def of_session(self, session: int) -> int | None:
        """Original of a session that the caller sees, or None."""
        row = self._connections.db.execute(
            "SELECT i.original FROM derived_logs AS d JOIN imports AS i ON i.id = d.import WHERE d.session_id = ? ORDER BY i.id",
            [session],
        ).fetchone()
        return int(row[0]) if row else None

    def of_conflict(self, sha256: str) -> OriginalRecord | None:
        """Original of a derived log in conflict, or None."""
        row = self._connections.db.execute(
            "SELECT i.original FROM derived_logs AS d JOIN imports AS i ON i.id = d.import "
            "WHERE d.sha256 = ? AND d.outcome = 'conflict' ORDER BY i.id DESC",
            [sha256],
        ).fetchone()
        return self.get(int(row[0])) if row else None

    def page(self, room: str | None, page: Page) -> tuple[list[OriginalRecord], int]:
        """Page of the originals, newest first, and the total."""
        where, values = self._seen()
        if room is not None:
            where, values = f"{where} AND o.room = ?", [*values, room]
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM originals AS o WHERE {where}", values).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {where} ORDER BY o.id DESC LIMIT ? OFFSET ?",
                [*values, page.size, page.offset],
            ).fetchall()
            found = [_record(db, row) for row in rows]
        return self._as_written(found), total

    def between(self, room: str, begins: str, ends: str) -> list[OriginalRecord]:
        """Originals of a room or of none, received in [begins, ends), in order."""
        return self._where(
            "(o.room = ? OR o.room IS NULL) AND o.received_at >= ? AND o.received_at < ?",
            [room, begins, ends],
        )

    def body(self, original: OriginalRecord) -> bytes:
        """Bytes of an original. Raises EvidencePurged, EvidenceDamaged, BytesUnavailable."""
        (column,) = self._connections.db.execute(
            "SELECT body FROM originals WHERE id = ?", [original.id]
        ).fetchone()
        body = bytes_of(column, original.sha256)
        found = hashlib.sha256(body).hexdigest()
        if found == original.sha256:
            return body
        purged = stored_purges.of_file(self._connections.db, original.sha256)
        if purged is not None and not column:
            raise EvidencePurged(purged.words(f"Original {original.id}"))
        words = (
            f"Original {original.id} is no longer what was received: its SHA-256 was {original.sha256} and is now {found}. "
            "Send the same file again, or restore the store from a backup."
        )
        self._damage.note(ORIGINALS, f"{original.id}", words)
        raise EvidenceDamaged(words)

    def must_not_be_of_another(self, sha256: str, room: str | None) -> None:
        """Raise OtherRoom where the file is on record for another room; room None: never."""
        with self._connections.reading() as db:
            self._must_not_be_of_another(db, sha256, room)

    def _must_not_be_of_another(self, db: Database, sha256: str, room: str | None) -> None:
        rows = db.execute(_ROOMS, [sha256]).fetchall() if room is not None else []
        other = next((each for (each,) in rows if each not in (None, room)), None)
        if other is not None:
            which = f"room {other!r}" if self._caller.sees(other) else "another room"
            raise OtherRoom(
                f"The same file is on record for {which}, and hands are played in one room. Nothing was stored. If it came there "
                "by mistake, export the hands again into a file of other bytes, and upload that."
            )

    def keep(self, new: NewImport, at: str) -> tuple[OriginalRecord, tuple[int, ...]]:
        """Keep an original with its logs, each as if uploaded; returns it and the new sessions.

        The same import again adds nothing. Raises LimitReached, EvidencePurged, OtherRoom, and RecordDamaged where what is
        on record of it is not as facts say; then nothing is kept.
        """
        bodies = {new.sha256: new.body}
        for log in new.logs:
            if isinstance(log, NewLog):
                bodies[log.evidence.sha256] = log.evidence.body
        with writing_with(self._connections, bodies) as db:
            purged = stored_purges.of_file(db, new.sha256)
            if purged is not None:
                raise EvidencePurged(
                    f"{purged.words('This file was here before and')} It is not stored again."
                )
            if new.options is not None:  # else it names its room itself
                self._must_not_be_of_another(db, new.sha256, new.room)
            self._spend(db, new)
            before = self._known(db, new.sha256)
            logs, made = self._keep_logs(db, new, at)
            last = before.last if before is not None and before.imports else None
            if last is None or not _same(last, new, logs, self._caller.key):
                self._enter(db, before, new, logs, at)
            if before is not None:
                repair(db, new.sha256, new.body, at, self._caller.key)
            row = db.execute(f"{_SELECT} WHERE o.sha256 = ?", [new.sha256]).fetchone()
            kept = _record(db, row)
            _look(db, kept.id, new.version)
            return kept, made

    def older(self, importer: str, version: str) -> list[int]:
        """Originals with sessions by another importer version, not yet seen by this one."""
        rows = self._connections.db.execute(_OLDER, [importer, version])
        return [number for (number,) in rows]

    def looked(self, number: int, version: str) -> None:
        """Note that a version made nothing else of an original."""
        with self._connections.writing() as db:
            _look(db, number, version)

    def _spend(self, db: Database, new: NewImport) -> None:
        files = [(ORIGINALS, new.sha256, len(new.body))]
        files += [
            ("evidence", log.evidence.sha256, log.evidence.size)
            for log in new.logs
            if isinstance(log, NewLog)
        ]
        size = sum(size for table, sha256, size in files if not _is_there(db, table, sha256))
        spend_bytes(db, self._caller, size, refused=not new.logs and not _is_there(db, ORIGINALS, new.sha256))

    def _known(self, db: Database, sha256: str) -> OriginalRecord | None:
        """The original with a digest, as facts say it. Raises RecordDamaged."""
        row = db.execute(f"{_SELECT} WHERE o.sha256 = ?", [sha256]).fetchone()
        must_rest_on_facts(db, self._sealed, sha256)
        return None if row is None else _record(db, row)

    def _enter(
        self,
        db: Database,
        before: OriginalRecord | None,
        new: NewImport,
        logs: list[DerivedRecord],
        at: str,
    ) -> None:
        """Enter an import, and keep the bytes of an original that is new."""
        number = self._log.next_original(db) if before is None else before.id
        kind = OriginalAccepted if any(log.session_id is not None for log in logs) else OriginalRefused
        parts = {"problems": keep_part(db, new.problems)} if new.problems else {}
        of_import = ("importer", "version", "problem_count", "refusals", "options")
        about: dict[str, Any] = {name: getattr(new, name) for name in of_import}
        fact = kind(
            number=self._log.number_after(db, "imports", *_KINDS),
            original=number,
            logs=tuple(_derived(log) for log in logs),
            parts=parts,
            **about,
            **self._received(before, new, at),
        )
        self._log.append(db, fact)
        if before is None:
            db.execute(
                "UPDATE originals SET body = ? WHERE id = ?", [column_of(new.sha256, new.body), number]
            )

    def _received(self, before: OriginalRecord | None, new: NewImport, at: str) -> dict[str, Any]:
        """Fields of a fact on when and from whom an original came: that of now, and the first time where there was one."""
        by = self._caller.key
        if before is None:
            file, room, first = (
                KeptFile(new.sha256, len(new.body), new.media_type, new.filename),
                new.room,
                None,
            )
        else:
            file = KeptFile(before.sha256, before.size, before.media_type, before.filename)
            room, first = before.room, FirstReceived(before.received_at, before.key)
        again = None if first == FirstReceived(at, by) else first
        rooms = () if room is None else (room,)
        return {"file": file, "room": room, "first": again, "at": at, "by": by, "rooms": rooms}

    def _keep_logs(
        self, db: Database, new: NewImport, at: str
    ) -> tuple[list[DerivedRecord], tuple[int, ...]]:
        kept: list[DerivedRecord] = []
        made: list[int] = []
        intake = Intake(db, self._log, self._sealed, at, self._caller.key)
        for log in new.logs:
            if isinstance(log, DerivedRecord):
                kept.append(log)
                continue
            became: tuple[Became, int | None, str | None]
            try:
                found = keep_in(intake, log.evidence, log.facts, log.filename)
            except EvidencePurged as purged:
                became = "purged", None, str(purged)
            else:
                if isinstance(found, Conflict):
                    became = (
                        "conflict",
                        None,
                        conflict_words(found, log.differs, by_options=new.options is not None),
                    )
                else:
                    session, is_new = found
                    became = "session", session.id, None
                    made += [session.id] if is_new else []
            kept.append(DerivedRecord(log.room, log.session, log.table, log.evidence.sha256, *became))
        return kept, tuple(made)

    def _seen(self) -> tuple[str, list[Any]]:
        if self._caller.rooms is None:
            return "TRUE", []
        where, values = self._caller.where("o.room")
        sent = "EXISTS (SELECT 1 FROM imports WHERE imports.original = o.id AND imports.key = ?)"
        return f"({where} OR (o.room IS NULL AND {sent}))", [*values, self._caller.key]

    def _where(self, where: str, values: list[Any]) -> list[OriginalRecord]:
        seen, rooms = self._seen()
        with self._connections.reading() as db:
            rows = db.execute(f"{_SELECT} WHERE {where} AND {seen}", [*values, *rooms]).fetchall()
            found = [_record(db, row) for row in rows]
        return self._as_written(found)

    def _as_written(self, originals: list[OriginalRecord]) -> list[OriginalRecord]:
        imports = [each for original in originals for each in original.imports]
        self._sealed.must_be_as_written(ORIGINALS, ((each.id,) for each in originals))
        self._sealed.must_be_as_written("imports", ((each.id,) for each in imports))
        self._sealed.must_be_as_written(LOGS, ((each.id,) for each in imports))
        return originals


def _is_there(db: Database, table: str, sha256: str) -> bool:
    return db.execute(f"SELECT 1 FROM {table} WHERE sha256 = ?", [sha256]).fetchone() is not None


def _same(last: ImportRecord, new: NewImport, logs: list[DerivedRecord], key: str | None) -> bool:
    """Whether an import equals the last; without a room each sender is recorded."""
    if new.room is None and last.key != key:
        return False
    stated = (new.importer, new.problem_count, new.refusals, new.problems, logs)
    return (last.importer, last.problem_count, last.refusals, last.problems, list(last.logs)) == stated


def _derived(log: DerivedRecord) -> DerivedOnRecord:
    return DerivedOnRecord(
        log.room, log.session, log.table, log.sha256, log.outcome, log.session_id, log.message
    )


def _look(db: Database, number: int, version: str | None) -> None:
    if version is not None:
        db.execute(
            "INSERT INTO importer_looks (original, version) VALUES (?1, ?2) ON CONFLICT (original) DO UPDATE SET version = ?2",
            [number, version],
        )


def _imports(db: Database, original: int) -> tuple[ImportRecord, ...]:
    made = []
    for row in db.execute(_IMPORTS, [original]).fetchall():
        values = dict(zip(_OF_IMPORTS, row, strict=True))
        values["problems"] = part(db, values["problems"]) or []
        given = values["options"]
        values["options"] = None if given is None else msgspec.json.decode(given)
        logs = tuple(DerivedRecord(*log) for log in db.execute(_LOGS, [values["id"]]))
        made.append(ImportRecord(**values, logs=logs))
    return tuple(made)


def _record(db: Database, row: tuple[Any, ...]) -> OriginalRecord:
    values = dict(zip(_OF_ORIGINALS, row, strict=True))
    values["purged"] = stored_purges.read(values["purged"])
    return OriginalRecord(**values, imports=_imports(db, values["id"]))

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
from auditor.store import stored_purges
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.original_bytes import ORIGINALS, repair
from auditor.store.original_words import conflict_words
from auditor.store.rows import Page, Purged, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_register import append
from auditor.store.stored_seals import seal
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


_OF_IMPORTS = ImportRecord.__struct_fields__[:-1]
_OF_ORIGINALS = OriginalRecord.__struct_fields__[:-1]
_COLUMNS = "o.id, o.sha256, o.size, o.media_type, o.filename, o.received_at, o.room, o.key"
_SELECT = f"SELECT {_COLUMNS}, {stored_purges.selected('evidence', 'o.sha256')} FROM originals AS o"
# `+` removes the column's affinity, so that the register's index is used.
_IMPORTS = """
SELECT i.id, i.at, i.importer, i.version, i.problem_count, i.refusals, i.key, i.problems, (SELECT entry FROM register
    WHERE kind IN ('original.accepted', 'original.refused') AND json_extract(record, '$.of') = +i.id),
    (SELECT options FROM import_options WHERE import = i.id)
FROM imports AS i WHERE i.original = ? ORDER BY i.id
"""
_LOGS = """
SELECT room, session, table_name, sha256, outcome, session_id, message FROM derived_logs WHERE import = ? ORDER BY position
"""
# Rooms for which a file was sent.
_ROOMS = """
SELECT o.room FROM originals AS o WHERE o.sha256 = ?1
UNION SELECT json_extract(g.options, '$.room') FROM originals AS o JOIN imports AS i ON i.original = o.id
    JOIN import_options AS g ON g.import = i.id WHERE o.sha256 = ?1
"""
# Originals with a session, last imported by another version, and not yet seen by this one.
_OLDER = """
SELECT i.original FROM imports AS i
WHERE i.importer = ?1 AND i.version != ?2 AND i.id = (SELECT max(id) FROM imports WHERE original = i.original)
    AND EXISTS (SELECT 1 FROM derived_logs AS d JOIN imports AS any_of ON any_of.id = d.import
        WHERE any_of.original = i.original AND d.session_id NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM importer_looks AS l WHERE l.original = i.original AND l.version = ?2)
    AND NOT EXISTS (SELECT 1 FROM purges JOIN originals AS o ON o.sha256 = purges.key
        WHERE purges.subject = 'evidence' AND o.id = i.original)
ORDER BY i.original
"""


class OriginalRows:
    """Originals of the caller's rooms; of one without a room, by its sender."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
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
        """Bytes of an original. Raises EvidencePurged, EvidenceDamaged."""
        (body,) = self._connections.db.execute(
            "SELECT body FROM originals WHERE id = ?", [original.id]
        ).fetchone()
        found = hashlib.sha256(body).hexdigest()
        if found == original.sha256:
            return bytes(body)
        purged = stored_purges.of_file(self._connections.db, original.sha256)
        if purged is not None and not body:
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

        The same import again adds nothing. Raises LimitReached, EvidencePurged, OtherRoom; then nothing is kept.
        """
        with self._connections.writing() as db:
            purged = stored_purges.of_file(db, new.sha256)
            if purged is not None:
                raise EvidencePurged(
                    f"{purged.words('This file was here before and')} It is not stored again."
                )
            if new.options is not None:  # else it names its room itself
                self._must_not_be_of_another(db, new.sha256, new.room)
            self._spend(db, new)
            number = self._kept(db, new, at)
            logs, made = self._keep_logs(db, new, at)
            last = _last(db, number)
            if last is None or not _same(last, new, logs, self._caller.key):
                _insert(db, number, new, logs, at, self._caller.key)
            _look(db, number, new.version)
            row = db.execute(f"{_SELECT} WHERE o.id = ?", [number]).fetchone()
            return _record(db, row), made

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

    def _kept(self, db: Database, new: NewImport, at: str) -> int:
        """Number of an original, recorded if new."""
        row = db.execute("SELECT id FROM originals WHERE sha256 = ?", [new.sha256]).fetchone()
        if row is not None:
            repair(db, new.sha256, new.body, at, self._caller.key)
            return int(row[0])
        number = db.execute(
            "INSERT INTO originals (sha256, size, media_type, filename, received_at, room, key, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                new.sha256,
                len(new.body),
                new.media_type,
                new.filename,
                at,
                new.room,
                self._caller.key,
                new.body,
            ],
        ).lastrowid
        assert number is not None  # it was an INSERT
        seal(db, ORIGINALS, number)
        return number

    def _keep_logs(
        self, db: Database, new: NewImport, at: str
    ) -> tuple[list[DerivedRecord], tuple[int, ...]]:
        kept: list[DerivedRecord] = []
        made: list[int] = []
        for log in new.logs:
            if isinstance(log, DerivedRecord):
                kept.append(log)
                continue
            became: tuple[Became, int | None, str | None]
            try:
                found = keep_in(db, log.evidence, log.facts, log.filename, at, self._caller.key)
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
            return "1", []
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
        given = ((each.id,) for each in imports if each.options is not None)
        self._sealed.must_be_as_written("import_options", given)
        logs = ((each.id, at) for each in imports for at in range(len(each.logs)))
        self._sealed.must_be_as_written("derived_logs", logs)
        return originals


def _is_there(db: Database, table: str, sha256: str) -> bool:
    return db.execute(f"SELECT 1 FROM {table} WHERE sha256 = ?", [sha256]).fetchone() is not None


def _same(last: ImportRecord, new: NewImport, logs: list[DerivedRecord], key: str | None) -> bool:
    """Whether an import equals the last; without a room each sender is recorded."""
    if new.room is None and last.key != key:
        return False
    stated = (new.importer, new.problem_count, new.refusals, new.problems, logs)
    return (last.importer, last.problem_count, last.refusals, last.problems, list(last.logs)) == stated


def _insert(
    db: Database, original: int, new: NewImport, logs: list[DerivedRecord], at: str, key: str | None
) -> None:
    number = db.execute(
        "INSERT INTO imports (original, at, importer, version, problem_count, refusals, key, problems) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            original,
            at,
            new.importer,
            new.version,
            new.problem_count,
            new.refusals,
            key,
            encoded(new.problems),
        ],
    ).lastrowid
    assert number is not None  # it was an INSERT
    seal(db, "imports", number)
    if new.options is not None:
        db.execute(
            "INSERT INTO import_options (import, options) VALUES (?, ?)", [number, encoded(new.options)]
        )
        seal(db, "import_options", number)
    for position, log in enumerate(logs):
        db.execute(
            "INSERT INTO derived_logs (import, position, room, session, table_name, sha256, outcome, session_id, message) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                number, position, log.room, log.session, log.table, log.sha256, log.outcome, log.session_id, log.message,
            ],
        )  # fmt: skip
        seal(db, "derived_logs", number, position)
    accepted = any(log.session_id is not None for log in logs)
    append(db, "original.accepted" if accepted else "original.refused", number)


def _look(db: Database, number: int, version: str | None) -> None:
    if version is not None:
        db.execute(
            "INSERT INTO importer_looks (original, version) VALUES (?1, ?2) ON CONFLICT (original) DO UPDATE SET version = ?2",
            [number, version],
        )


def _last(db: Database, original: int) -> ImportRecord | None:
    found = _imports(db, original)
    return found[-1] if found else None


def _imports(db: Database, original: int) -> tuple[ImportRecord, ...]:
    made = []
    for row in db.execute(_IMPORTS, [original]).fetchall():
        values = dict(zip(_OF_IMPORTS, row, strict=True))
        values["problems"] = msgspec.json.decode(values["problems"])
        given = values["options"]
        values["options"] = None if given is None else msgspec.json.decode(given)
        logs = tuple(DerivedRecord(*log) for log in db.execute(_LOGS, [values["id"]]))
        made.append(ImportRecord(**values, logs=logs))
    return tuple(made)


def _record(db: Database, row: tuple[Any, ...]) -> OriginalRecord:
    values = dict(zip(_OF_ORIGINALS, row, strict=True))
    values["purged"] = stored_purges.read(values["purged"])
    return OriginalRecord(**values, imports=_imports(db, values["id"]))

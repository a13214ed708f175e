"""Seals: chained digests of rows as written, by which an altered row is named.

A seal is of a row, or of an audit's rows in a table; the last counts. ``rows`` has eight bytes of each row's SHA-256, or nothing
for no row. The sealed columns are a shape, so later columns change no seal; a migration that alters sealed ones seals anew
(`seal_all`).The register signed the chain (`signed_seals`); unsigned seals count for nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

EACH = 8  # bytes of a row
ALL_SEALS = (1 << 63) - 1  # an `up_to` for all
EVER_SEALED: dict[
    str, tuple[str, ...]
] = {  # of each table that earlier stores have seals of, what a seal is named by
    "changes": ("id",),
    "rooms": ("id",),
    "filed": ("sha256",),
    "controls": ("ruleset", "revision"),
    "audits": ("id",),
    "audit_sessions": ("audit",),
    "result_documents": ("audit",),
    "session_results": ("session", "basis"),
    "screening_statistics": ("id",),
    "screening_sums": ("id",),
    "evidence": ("sha256",),
    "sessions": ("id",),
    "event_files": ("id",),
    "terms_proposals": ("id",),
    "terms_decisions": ("proposal",),
    "findings": ("audit",),
    "coverage": ("audit",),
    "incidents": ("audit",),
    "corrections": ("audit",),
    "keys": ("id",),
    "people": ("id",),
    "people_events": ("id",),
    "credentials": ("person",),
    "pseudonym_keys": ("room",),
    "holds": ("id",),
    "lifts": ("hold",),
    "room_incidents": ("audit",),
    "incident_events": ("id",),
    "incident_words": ("event",),
    "incident_files": ("event", "position"),
    "attachments": ("sha256",),
    "reports": ("id",),
    "report_pulls": ("id",),
    "engines": ("id",),
    "samples": ("id",),
    "sample_draws": ("sample",),
    "sample_hands": ("id",),
    "sample_closings": ("sample",),
    "screening_lists": ("id",),
    "screening_closings": ("id",),
    "repairs": ("id",),
    "purges": ("id",),
    "returns": ("id",),
    "erasures": ("id",),
    "originals": ("id",),
    "imports": ("id",),
    "derived_logs": ("import", "position"),
    "import_options": ("import",),
}
OF_AUDITS = (
    "audit_sessions",
    "findings",
    "coverage",
    "incidents",
    "corrections",
    "room_incidents",
)  # tables with a position
_LEFT_OUT = {  # with a digest of their own, or changed by use
    "evidence": "body",
    "filed": "body",
    "attachments": "body",
    "reports": "body",
    "originals": "body",
    "event_files": "body",
    "result_documents": "contents",
    "screening_statistics": "body",
    "screening_sums": "body",
    "screening_lists": "body",
    "keys": "last_used_at",
    "credentials": "step",
}
_ENDED = "state IN ('finished', 'failed')"

SEALS = """
CREATE TABLE seal_shapes (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL, -- the table
    columns TEXT NOT NULL CHECK (json_valid(columns)),
    UNIQUE (subject, columns)
) STRICT;
CREATE TABLE seals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    key TEXT NOT NULL CHECK (json_valid(key)),
    shape INTEGER NOT NULL REFERENCES seal_shapes (id),
    rows BLOB NOT NULL,
    chain TEXT NOT NULL CHECK (length(chain) = 64) -- SHA-256 of the chain before and of this seal
) STRICT;
CREATE INDEX seals_of ON seals (subject, key, id);
CREATE TRIGGER seals_stay BEFORE UPDATE ON seals BEGIN SELECT RAISE(ABORT, 'a seal is never altered'); END;
CREATE TRIGGER seals_remain BEFORE DELETE ON seals BEGIN SELECT RAISE(ABORT, 'a seal is never removed'); END;
CREATE TRIGGER seals_are_not_replaced BEFORE INSERT ON seals WHEN EXISTS (SELECT 1 FROM seals WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'a seal is never replaced'); END;
CREATE TRIGGER seal_shapes_stay BEFORE UPDATE ON seal_shapes
    BEGIN SELECT RAISE(ABORT, 'the shape of a seal is never altered'); END;
CREATE TRIGGER seal_shapes_remain BEFORE DELETE ON seal_shapes
    BEGIN SELECT RAISE(ABORT, 'the shape of a seal is never removed'); END;
CREATE TRIGGER seal_shapes_are_not_replaced BEFORE INSERT ON seal_shapes
    WHEN EXISTS (SELECT 1 FROM seal_shapes WHERE id = NEW.id OR (subject = NEW.subject AND columns = NEW.columns))
    BEGIN SELECT RAISE(ABORT, 'the shape of a seal is never replaced'); END;
"""
_LAST_OF = """
SELECT asked.key, seals.shape, seals.rows FROM json_each(?) AS asked
CROSS JOIN seals ON seals.id = (SELECT max(id) FROM seals WHERE subject = ? AND key = asked.value AND id <= ?)
"""


class Seal(Struct, frozen=True):
    """Last seal of a row, or of an audit's rows in a table."""

    id: int
    subject: str
    key: tuple[Any, ...]
    columns: tuple[str, ...]
    rows: bytes


def seal(db: Database, subject: str, *key: Any) -> None:
    """Seal a row now, or an audit's rows, in the transaction that wrote them."""
    columns = _columns(db, subject)
    rows = b"".join(_digests(db, subject, columns, key))
    name = _name(key)
    shape = _shape(db, subject, columns)
    last = db.execute(
        "SELECT shape, rows FROM seals WHERE subject = ? AND key = ? ORDER BY id DESC LIMIT 1",
        [subject, name],
    ).fetchone()
    if last is not None and (last[0], last[1]) == (shape, rows):
        return
    before = db.execute("SELECT chain FROM seals ORDER BY id DESC LIMIT 1").fetchone()
    chain = chained(before[0] if before else "", subject, name, shape, rows)
    db.execute(
        "INSERT INTO seals (subject, key, shape, rows, chain) VALUES (?, ?, ?, ?, ?)",
        [subject, name, shape, rows, chain],
    )


def seal_all(db: Database, subject: str) -> None:
    """Seal every row of a table: without seals, or with altered sealed columns."""
    names = ", ".join(EVER_SEALED[subject])
    if subject == "audit_sessions":  # sealed when requested, perhaps still queued
        keys = "SELECT id FROM audits ORDER BY id"
    elif subject in OF_AUDITS or subject == "audits":
        keys = f"SELECT id FROM audits WHERE {_ENDED} ORDER BY id"
    else:
        keys = f"SELECT {names} FROM {subject} ORDER BY {names}"
    for key in db.execute(keys).fetchall():
        seal(db, subject, *key)


def chained(before: str, subject: str, key: str, shape: int, rows: bytes) -> str:
    """The chain with a further seal."""
    head = json.dumps([before, subject, key, shape]).encode()
    return hashlib.sha256(head + rows).hexdigest()


def last_seal(db: Database, subject: str, *key: Any, up_to: int = ALL_SEALS) -> Seal | None:
    """The counting seal, or None. up_to: number of the last signed seal."""
    row = db.execute(
        "SELECT s.id, h.columns, s.rows FROM seals AS s JOIN seal_shapes AS h ON h.id = s.shape "
        "WHERE s.subject = ? AND s.key = ? AND s.id <= ? ORDER BY s.id DESC LIMIT 1",
        [subject, _name(key), up_to],
    ).fetchone()
    return Seal(row[0], subject, key, tuple(json.loads(row[1])), row[2]) if row else None


def last_seals(db: Database, subject: str, up_to: int = ALL_SEALS) -> Iterator[Seal]:
    """Counting seals of a table, oldest first. up_to: as in `last_seal`."""
    rows = db.execute(
        "SELECT s.id, s.key, h.columns, s.rows FROM (SELECT max(id) AS id FROM seals WHERE subject = ? AND id <= ? GROUP BY key) "
        "AS last JOIN seals AS s ON s.id = last.id JOIN seal_shapes AS h ON h.id = s.shape ORDER BY s.id",
        [subject, up_to],
    ).fetchall()
    for number, key, columns, digests in rows:
        yield Seal(number, subject, tuple(json.loads(key)), tuple(json.loads(columns)), digests)


def altered(db: Database, sealed: Seal, places: list[int] | None = None) -> list[int]:
    """Places from 0 of rows not as sealed, added or removed; empty for none. places: only these."""
    of = sealed.rows
    if places is not None:
        found = _digests(db, sealed.subject, sealed.columns, sealed.key, places)
        return [
            place
            for place, digest in zip(places, found, strict=False)
            if digest != of[place * EACH : (place + 1) * EACH]
        ]
    expected = [of[start : start + EACH] for start in range(0, len(of), EACH)]
    rows = list(_digests(db, sealed.subject, sealed.columns, sealed.key))
    if rows == expected:
        return []
    many = max(len(rows), len(expected))
    return [at for at in range(many) if rows[at : at + 1] != expected[at : at + 1]]


def altered_rows(db: Database, subject: str, up_to: int = ALL_SEALS) -> list[tuple[Any, ...]]:
    """Rows of a table not as sealed, or unsealed, by their seals' keys; for seals of one row. up_to: as in `last_seal`."""
    sealed = {each.key: each for each in last_seals(db, subject, up_to)}
    names = ", ".join(EVER_SEALED[subject])
    found = [key for key in db.execute(f"SELECT {names} FROM {subject}").fetchall() if key not in sealed]
    for columns in sorted({each.columns for each in sealed.values()}):
        text = ", ".join(f"'{name}', \"{name}\"" for name in columns)
        rows = db.execute(f"SELECT json_object({text}), {names} FROM {subject}")
        now = {tuple(key): hashlib.sha256(row.encode()).digest()[:EACH] for row, *key in rows}
        found += [
            key for key, each in sealed.items() if each.columns == columns and each.rows != now.get(key, b"")
        ]
    return found


def not_as_sealed(
    db: Database, subject: str, keys: Iterable[tuple[Any, ...]], up_to: int = ALL_SEALS
) -> list[tuple[Any, ...]]:
    """Keys whose rows are not as sealed, or unsealed; for keys of one column. up_to: as in `last_seal`."""
    (name,) = EVER_SEALED[subject]
    asked = list(dict.fromkeys(keys))
    shapes: dict[int, dict[int, bytes]] = {}  # with places of the requested keys
    for place, shape, rows in db.execute(_LAST_OF, [json.dumps([*map(_name, asked)]), subject, up_to]):
        shapes.setdefault(shape, {})[place] = rows
    values = json.dumps([key for (key,) in asked])
    order = "ORDER BY asked.key, position" if subject in OF_AUDITS else ""
    left = dict(enumerate(asked))
    for shape, sealed in shapes.items():
        text = ", ".join(f"'{column}', its.\"{column}\"" for column in _columns_of(db, shape))
        now: dict[int, bytes] = {}
        for place, row in db.execute(
            f"SELECT asked.key, json_object({text}) FROM json_each(?) AS asked "
            f"CROSS JOIN {subject} AS its ON its.{name} = asked.value {order}",
            [values],
        ):
            now[place] = now.get(place, b"") + hashlib.sha256(row.encode()).digest()[:EACH]
        for place, digests in sealed.items():
            if now.get(place, b"") == digests:
                del left[place]
    return list(left.values())


def _columns_of(db: Database, shape: int) -> list[str]:
    (columns,) = db.execute("SELECT columns FROM seal_shapes WHERE id = ?", [shape]).fetchone()
    found: list[str] = json.loads(columns)
    return found


def _digests(
    db: Database,
    subject: str,
    columns: tuple[str, ...],
    key: tuple[Any, ...],
    places: list[int] | None = None,
) -> Iterator[bytes]:
    text = ", ".join(f"'{name}', \"{name}\"" for name in columns)
    where = " AND ".join(f"{name} = ?" for name in EVER_SEALED[subject])
    values = list(key)
    if places is not None:
        where += " AND position IN (SELECT value FROM json_each(?))"
        values.append(json.dumps(places))
    order = " ORDER BY position" if subject in OF_AUDITS else ""
    for (row,) in db.execute(f"SELECT json_object({text}) FROM {subject} WHERE {where}{order}", values):
        yield hashlib.sha256(row.encode()).digest()[:EACH]


def _columns(db: Database, subject: str) -> tuple[str, ...]:
    left_out = _LEFT_OUT.get(subject)
    names = db.execute("SELECT name FROM pragma_table_info(?)", [subject])
    return tuple(name for (name,) in names if name != left_out)


def _shape(db: Database, subject: str, columns: tuple[str, ...]) -> int:
    text = json.dumps(columns)
    find = "SELECT id FROM seal_shapes WHERE subject = ? AND columns = ?"
    row = db.execute(find, [subject, text]).fetchone()
    if row is None:
        db.execute("INSERT INTO seal_shapes (subject, columns) VALUES (?, ?)", [subject, text])
        row = db.execute(find, [subject, text]).fetchone()
    number: int = row[0]
    return number


def _name(key: tuple[Any, ...]) -> str:
    if len(key) == 1 and type(key[0]) is int:
        return f"[{key[0]}]"  # the common case, fast for nights
    return json.dumps(key)

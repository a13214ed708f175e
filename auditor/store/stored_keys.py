"""Keys with digests of their secrets; their rights are never altered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections, StoreUnavailable
from auditor.store.rows import encoded
from auditor.store.stored_register import append
from auditor.store.stored_seals import altered, last_seal, seal

Role = Literal["room", "compliance", "regulator", "automation", "administrator"]
ROLES: tuple[Role, ...] = ("room", "compliance", "regulator", "automation", "administrator")

_COLUMNS = """
id, secret_sha256, role, name, person, rooms, authority, made_at, made_by, expires_at, last_used_at, revoked_at, replaces
"""


class KeyRecord(Struct, frozen=True):
    """A key. rooms: None for its authority's, or all; times: RFC 3339 in UTC."""

    id: str
    secret_sha256: str
    role: Role
    name: str
    person: bool
    rooms: tuple[str, ...] | None
    authority: str | None
    made_at: str
    made_by: str | None
    expires_at: str
    last_used_at: str | None = None
    revoked_at: str | None = None
    replaces: str | None = None


class KeyRows:
    """Keys by their public id."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def get(self, key: str) -> KeyRecord | None:
        """One key."""
        return key_of(self._connections.db, key)

    def is_whole(self, key: str) -> bool:
        """Whether a key is as written, but for its last use."""
        with self._connections.reading() as db:  # row and seal at one moment
            sealed = last_seal(db, "keys", key, up_to=self._connections.seals_up_to(db))
            return sealed is not None and not altered(db, sealed)

    def all(self) -> list[KeyRecord]:
        """All keys ever made, in order."""
        rows = self._connections.db.execute(f"SELECT {_COLUMNS} FROM keys ORDER BY made_at, id")
        return [_record(row) for row in rows]

    def add(self, key: KeyRecord) -> None:
        """Keep a new key."""
        with self._connections.writing() as db:
            keep(db, key)

    def add_first(self, key: KeyRecord) -> bool:
        """Keep a key if there is none, in one process only; whether kept."""
        with self._connections.writing() as db:
            if db.execute("SELECT 1 FROM keys LIMIT 1").fetchone() is not None:
                return False
            keep(db, key)
            return True

    def replace(
        self, key: str, successor: Callable[[KeyRecord | None, str | None], tuple[KeyRecord, str]]
    ) -> KeyRecord:
        """Keep a key's successor, which ends the key.

        ``successor`` gets the key and its unrevoked successor's id, makes the new key, and states the old one's end. What it
        raises changes nothing.
        """
        with self._connections.writing() as db:
            row = db.execute(
                "SELECT id FROM keys WHERE replaces = ? AND revoked_at IS NULL LIMIT 1", [key]
            ).fetchone()
            made, ends = successor(key_of(db, key), row[0] if row else None)
            _insert(db, made)
            db.execute("UPDATE keys SET expires_at = min(expires_at, ?) WHERE id = ?", [ends, key])
            seal(db, "keys", key)
            append(db, "key.replaced", made.id)
            return made

    def revoke(self, key: str, at: str) -> KeyRecord | None:
        """End a key at once; the key, with its first revocation's time."""
        with self._connections.writing() as db:
            return revoke(db, key, at)

    def note_use(self, key: str, at: str, before: str) -> None:
        """Note a key's use, unless noted after ``before``; never waits."""
        with without_waiting(self._connections.db) as db:
            db.execute(
                "UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND coalesce(last_used_at, '') < ?3",
                [at, key, before],
            )


@contextmanager
def without_waiting(db: Database) -> Iterator[Database]:
    """Block of an optional write, dropped while another transaction writes."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    try:
        yield db
    except StoreUnavailable:  # busy, full or read-only; the request goes on
        return
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(patience)}")


def keep(db: Database, key: KeyRecord) -> None:
    """Keep a new key, within a transaction."""
    _insert(db, key)
    append(db, "key.made", key.id)


def revoke(db: Database, key: str, at: str) -> KeyRecord | None:
    """End a key within a transaction, as `KeyRows.revoke` does."""
    ended = "UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
    is_new = db.execute(ended, [at, key]).rowcount > 0
    found = key_of(db, key)
    if found is not None:
        seal(db, "keys", key)
    if is_new:
        append(db, "key.revoked", key)
    return found


def key_of(db: Database, key: str) -> KeyRecord | None:
    """A key, within a transaction."""
    row = db.execute(f"SELECT {_COLUMNS} FROM keys WHERE id = ?", [key]).fetchone()
    return _record(row) if row else None


def _insert(db: Database, key: KeyRecord) -> None:
    db.execute(
        f"INSERT INTO keys ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            key.id, key.secret_sha256, key.role, key.name, int(key.person),
            None if key.rooms is None else encoded(key.rooms), key.authority, key.made_at, key.made_by, key.expires_at,
            key.last_used_at, key.revoked_at, key.replaces,
        ],
    )  # fmt: skip
    seal(db, "keys", key.id)


def _record(row: tuple[Any, ...]) -> KeyRecord:
    values = list(row)
    values[4] = bool(values[4])
    values[5] = tuple(msgspec.json.decode(values[5])) if values[5] is not None else None
    return KeyRecord(*values)

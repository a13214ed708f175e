"""Keys: who may do what. Their secrets are not here, only the digests of them; what a key may do is never altered."""

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
    """A key. rooms: None where it is for the rooms of its authority, or for all; times are RFC 3339 in UTC."""

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
        """Whether a key is as this program wrote it, except for its last use."""
        with (
            self._connections.reading() as db
        ):  # the row and its seal as of one moment: others may write meanwhile
            sealed = last_seal(db, "keys", key, up_to=self._connections.seals_up_to(db))
            return sealed is not None and not altered(db, sealed)

    def all(self) -> list[KeyRecord]:
        """Every key there ever was, in the order in which they were made."""
        rows = self._connections.db.execute(f"SELECT {_COLUMNS} FROM keys ORDER BY made_at, id")
        return [_record(row) for row in rows]

    def add(self, key: KeyRecord) -> None:
        """Keep a new key."""
        with self._connections.writing() as db:
            keep(db, key)

    def add_first(self, key: KeyRecord) -> bool:
        """Keep a key if there is none yet; and whether it was kept. Of several processes that try, one succeeds."""
        with self._connections.writing() as db:
            if db.execute("SELECT 1 FROM keys LIMIT 1").fetchone() is not None:
                return False
            keep(db, key)
            return True

    def replace(
        self, key: str, successor: Callable[[KeyRecord | None, str | None], tuple[KeyRecord, str]]
    ) -> KeyRecord:
        """Keep the successor of a key, which ends the life of the key.

        ``successor`` is given the key and the id of the successor that it has already (one that was revoked does not count);
        it makes the new key, and says when the old one ends. What it raises is passed on, and nothing is changed.
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
        """End a key at once; the key as it is then. One that was revoked before stays so from its time."""
        with self._connections.writing() as db:
            return revoke(db, key, at)

    def note_use(self, key: str, at: str, before: str) -> None:
        """Put on record that a key was used, unless that was noted after ``before``.

        It never waits: where another transaction is writing, a later use is noted.
        """
        with without_waiting(self._connections.db) as db:
            db.execute(
                "UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND coalesce(last_used_at, '') < ?3",
                [at, key, before],
            )


@contextmanager
def without_waiting(db: Database) -> Iterator[Database]:
    """Write what may be left out: where another transaction is writing, nothing is written, and nothing is said."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    try:
        yield db
    except StoreUnavailable:  # busy, full or read-only: the request is answered all the same
        return
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(patience)}")


def keep(db: Database, key: KeyRecord) -> None:
    """Keep a new key, within a transaction."""
    _insert(db, key)
    append(db, "key.made", key.id)


def revoke(db: Database, key: str, at: str) -> KeyRecord | None:
    """End a key, within a transaction; the key as it is then. One that was revoked before stays so from its time."""
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

"""Keys with digests of their secrets; their rights are never altered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.kinds.facts_of_keys import KeyMade, KeyReplaced, KeyRevokedOnRecord
from auditor.facts.tables import Row
from auditor.store.connection import Connections, StoreUnavailable
from auditor.store.fact_log import FactLog
from auditor.store.stored_authority import StoredAuthority

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

    def __init__(self, connections: Connections, authority: StoredAuthority, log: FactLog) -> None:
        self._connections = connections
        self._authority = authority
        self._log = log

    def get(self, key: str) -> KeyRecord | None:
        """One key."""
        return key_of(self._connections.db, key)

    def is_whole(self, key: str) -> bool:
        """Whether a key is as signed facts say, but for its last use. Raises RecordDamaged."""
        return self._authority.is_as_facts_say("keys", key)

    def is_any(self) -> bool:
        """Whether a key was ever made. Raises RecordDamaged."""
        return bool(self._authority.rows("keys"))

    def all(self) -> list[KeyRecord]:
        """All keys ever made, in order, as facts say them, with their last uses. Raises RecordDamaged."""
        used = dict(self._connections.db.execute("SELECT id, last_used_at FROM keys").fetchall())
        found = [said_key(row, used.get(row["id"])) for row in self._authority.rows("keys")]
        return sorted(found, key=lambda each: (each.made_at, each.id))

    def add(self, key: KeyRecord) -> None:
        """Keep a new key."""
        with self._connections.writing() as db:
            keep(db, self._log, key)

    def add_first(self, key: KeyRecord) -> bool:
        """Keep a key if there is none, in one process only; whether kept."""
        with self._connections.writing() as db:
            if self._authority.rows("keys"):
                return False
            keep(db, self._log, key)
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
            before = key_of(db, key)
            if before is not None and not self._authority.is_as_facts_say("keys", key):
                raise RecordDamaged(
                    f"What the store has of key {key} is not what was written, so that it has no successor. Whoever runs the "
                    "service makes another key, and looks with `auditor doctor` for what else was altered."
                )
            made, ends = successor(before, row[0] if row else None)
            self._log.append(db, KeyReplaced(replaces=key, ends=ends, **_about(made)))
            return made

    def revoke(self, key: str, at: str) -> KeyRecord | None:
        """End a key at once; the key, with its first revocation's time."""
        with self._connections.writing() as db:
            return revoke(db, self._log, key, at)

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


def keep(db: Database, log: FactLog, key: KeyRecord) -> None:
    """Keep a new key, within a transaction."""
    log.append(db, KeyMade(**_about(key)))


def revoke(db: Database, log: FactLog, key: str, at: str) -> KeyRecord | None:
    """End a key within a transaction, as `KeyRows.revoke` does."""
    found = key_of(db, key)
    if found is None or found.revoked_at is not None:
        return found
    log.append(db, KeyRevokedOnRecord(at=at, id=key))
    return replace(found, revoked_at=at)


def key_of(db: Database, key: str) -> KeyRecord | None:
    """A key, within a transaction."""
    row = db.execute(f"SELECT {_COLUMNS} FROM keys WHERE id = ?", [key]).fetchone()
    return _record(row) if row else None


def said_key(row: Row, last_used_at: str | None = None) -> KeyRecord:
    """A key as facts make it. last_used_at: which no fact says."""
    values = {name: row[name] for name in KeyRecord.__struct_fields__ if name != "last_used_at"}
    rooms = None if row["rooms"] is None else tuple(row["rooms"])
    return KeyRecord(**{**values, "rooms": rooms}, last_used_at=last_used_at)


def _about(key: KeyRecord) -> dict[str, Any]:
    """Fields of the fact that makes a key."""
    names = ("id", "secret_sha256", "role", "name", "person", "authority", "made_by", "expires_at")
    return {"at": key.made_at, "of_rooms": key.rooms, **{name: getattr(key, name) for name in names}}


def _record(row: tuple[Any, ...]) -> KeyRecord:
    values = list(row)
    values[4] = bool(values[4])
    values[5] = tuple(msgspec.json.decode(values[5])) if values[5] is not None else None
    return KeyRecord(*values)

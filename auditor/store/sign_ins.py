"""Sign-ins of people with digests of their tokens. Acts in one are recorded by its key.

A row without its right code (`sign_in_key`) counts as absent.
"""

from __future__ import annotations

import logging
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.sign_in_key import SignInKey
from auditor.store.stored_keys import without_waiting
from auditor.store.stored_people import SignInWay, credentials_of

log = logging.getLogger(__name__)

_COLUMNS = "id, token, person, made_at, seen_at, ends_at, factor_at, address, client"
_WITHOUT_ID = "token, person, made_at, seen_at, ends_at, factor_at, address, client"


class SignInRecord(Struct, frozen=True):
    """A sign-in. token: digest; times: RFC 3339 in UTC; factor_at: of the last second factor."""

    id: int
    token: str
    person: int
    made_at: str
    seen_at: str
    ends_at: str
    factor_at: str | None
    address: str
    client: str


class SignIns:
    """Sign-ins by the digests of their tokens."""

    def __init__(self, connections: Connections, key: SignInKey) -> None:
        self._connections = connections
        self._key = key

    def get(self, token: str) -> SignInRecord | None:
        """A sign-in, expired or not. Raises UnusableSignInKey."""
        return self._one(self._connections.db, token)

    def _one(self, db: Database, token: str) -> SignInRecord | None:
        found = self._read(db, "token = ?", token)
        return found[0] if found else None

    def of(self, person: int) -> list[SignInRecord]:
        """Sign-ins of a person, last first. Raises UnusableSignInKey."""
        return self._read(self._connections.db, "person = ?", person)

    def _read(self, db: Database, where: str, value: str | int) -> list[SignInRecord]:
        rows = db.execute(f"SELECT {_COLUMNS}, code FROM sign_ins WHERE {where} ORDER BY id DESC", [value])
        found = []
        for *values, code in rows.fetchall():
            record = SignInRecord(*values)
            if self._key.is_right(_values(record), code):
                found.append(record)
            else:
                log.error("a sign-in that this program did not write", extra={"sign_in": record.id})
        return found

    def _write(self, db: Database, record: SignInRecord, token: str) -> bool:
        sql = f"UPDATE sign_ins SET ({_WITHOUT_ID}, code) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE token = ?"
        values = _values(record)
        return bool(db.execute(sql, [*values, self._key.mac(values), token]).rowcount > 0)

    def add(self, new: SignInRecord, most: int, way: SignInWay) -> bool:
        """Keep a sign-in; expired ones go, and the oldest beyond ``most``.

        way: its basis. False, keeping nothing, where that is no longer the person's.
        """
        with self._connections.writing() as db:
            if credentials_of(db, new.person).way != way:
                return False
            db.execute("DELETE FROM sign_ins WHERE ends_at <= ?", [new.made_at])
            values = _values(new)
            db.execute(
                f"INSERT INTO sign_ins ({_WITHOUT_ID}, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [*values, self._key.mac(values)],
            )
            db.execute(
                "DELETE FROM sign_ins WHERE person = ?1 AND id NOT IN "
                "(SELECT id FROM sign_ins WHERE person = ?1 ORDER BY id DESC LIMIT ?2)",
                [new.person, most],
            )
            return True

    def renew(self, token: str, by: str, factor_at: str | None) -> bool:
        """Replace a token by another (digests); False where the sign-in has ended."""
        with self._connections.writing() as db:
            found = self._one(db, token)
            return found is not None and self._write(db, replace(found, token=by, factor_at=factor_at), token)

    def note_use(self, token: str, at: str, before: str) -> None:
        """Note a use, unless noted after ``before``; never waits."""
        with without_waiting(self._connections.db) as db:
            found = self._one(db, token)
            if found is not None and found.seen_at < before:
                self._write(db, replace(found, seen_at=at), token)

    def end(self, token: str) -> None:
        """End a sign-in."""
        with self._connections.writing() as db:
            db.execute("DELETE FROM sign_ins WHERE token = ?", [token])

    def end_one(self, person: int, number: int) -> bool:
        """End a person's sign-in by id; False without one."""
        with self._connections.writing() as db:
            done = db.execute("DELETE FROM sign_ins WHERE person = ? AND id = ?", [person, number])
            return bool(done.rowcount > 0)

    def end_all(self, person: int) -> None:
        """End every sign-in of a person."""
        with self._connections.writing() as db:
            db.execute("DELETE FROM sign_ins WHERE person = ?", [person])


def _values(record: SignInRecord) -> list[Any]:
    """Values that a sign-in's code covers: all but the id."""
    return [getattr(record, name) for name in record.__struct_fields__ if name != "id"]

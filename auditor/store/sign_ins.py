"""Sign-ins of people with digests of their tokens. Acts in one are recorded by its key.

A row without its right code (`sign_in_key`) counts as absent. A second factor counts as signed facts say it: a row that has
another one has none.
"""

from __future__ import annotations

import logging
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.facts.kinds.facts_of_keys import SignInFactorGiven
from auditor.facts.recorded_fact import Factor
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.sign_in_key import SignInKey
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_keys import without_waiting
from auditor.store.stored_people import SignInWay, credentials_of

log = logging.getLogger(__name__)

_CODED = (
    "token",
    "person",
    "made_at",
    "seen_at",
    "ends_at",
    "factor_at",
    "address",
    "client",
)  # by a row's code
_WITHOUT_ID = ", ".join(_CODED)


class GivenFactor(Struct, frozen=True):
    """A second factor as it is given. acting: the key of its person. at: when it is entered.

    method: as of `SignInFactorGiven`. given_at: by a provider, or None.
    """

    acting: str
    method: str
    at: str
    given_at: str | None = None

    @property
    def counts_from(self) -> str:
        """Time from which it counts."""
        return self.given_at or self.at


class SignInRecord(Struct, frozen=True):
    """A sign-in. token: digest; times: RFC 3339 in UTC; factor_at: of the last second factor, which is ``factor``."""

    id: int
    token: str
    person: int
    made_at: str
    seen_at: str
    ends_at: str
    factor_at: str | None
    address: str
    client: str
    factor: Factor | None = None


class SignIns:
    """Sign-ins by the digests of their tokens."""

    def __init__(
        self, connections: Connections, key: SignInKey, authority: StoredAuthority, log: FactLog
    ) -> None:
        self._connections = connections
        self._key = key
        self._authority = authority
        self._log = log

    def get(self, token: str) -> SignInRecord | None:
        """A sign-in, expired or not. Raises UnusableSignInKey, RecordDamaged."""
        found = self._one(self._connections.db, token)
        return None if found is None else self._with_factor(found)

    def _with_factor(self, record: SignInRecord) -> SignInRecord:
        """A sign-in with the second factor that signed facts say, or without one."""
        if record.factor_at is None:
            return record
        said = self._authority.row("sign_in_factors", record.id, record.factor_at)
        if said is None or said["person"] != record.person:
            log.error("a second factor that no fact says", extra={"sign_in": record.id})
            return replace(record, factor_at=None)
        return replace(record, factor=Factor(said["method"], record.factor_at, record.id))

    def _one(self, db: Database, token: str) -> SignInRecord | None:
        found = self._read(db, "token = ?", token)
        return found[0] if found else None

    def of(self, person: int) -> list[SignInRecord]:
        """Sign-ins of a person, last first, without the second factors. Raises UnusableSignInKey."""
        return self._read(self._connections.db, "person = ?", person)

    def _read(self, db: Database, where: str, value: str | int) -> list[SignInRecord]:
        rows = db.execute(
            f"SELECT id, {_WITHOUT_ID}, code FROM sign_ins WHERE {where} ORDER BY id DESC", [value]
        )
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

    def add(self, new: SignInRecord, most: int, way: SignInWay, factor: GivenFactor | None = None) -> bool:
        """Keep a sign-in; expired ones go, and the oldest beyond ``most``.

        way: its basis. factor: given with it. False, keeping nothing, where the way is no longer the person's.
        """
        with self._connections.writing() as db:
            if credentials_of(db, new.person).way != way:
                return False
            db.execute("DELETE FROM sign_ins WHERE ends_at <= ?", [new.made_at])
            if factor is not None:
                new = replace(new, factor_at=factor.counts_from)
            values = _values(new)
            made = db.execute(
                f"INSERT INTO sign_ins ({_WITHOUT_ID}, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                [*values, self._key.mac(values)],
            ).fetchall()
            self._enter(db, new.person, made[0][0], factor)
            db.execute(
                "DELETE FROM sign_ins WHERE person = ?1 AND id NOT IN "
                "(SELECT id FROM sign_ins WHERE person = ?1 ORDER BY id DESC LIMIT ?2)",
                [new.person, most],
            )
            return True

    def renew(self, token: str, by: str, factor: GivenFactor | None = None) -> bool:
        """Replace a token by another (digests); False where the sign-in has ended. factor: given now; None: as before."""
        with self._connections.writing() as db:
            found = self._one(db, token)
            if found is None:
                return False
            factor_at = found.factor_at if factor is None else factor.counts_from
            self._enter(db, found.person, found.id, factor)
            return self._write(db, replace(found, token=by, factor_at=factor_at), token)

    def _enter(self, db: Database, person: int, sign_in: int, factor: GivenFactor | None) -> None:
        if factor is not None:
            fact = SignInFactorGiven(
                at=factor.at, by=factor.acting, person=person, sign_in=sign_in, method=factor.method,
                given_at=factor.given_at,
            )  # fmt: skip
            self._log.append(db, fact)

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
    return [getattr(record, name) for name in _CODED]

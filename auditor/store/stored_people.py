"""People who sign in: accounts, their events and credentials. A key has an account's rights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.errors import ChangedMeanwhile
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.reminder_tables import END_CALENDAR
from auditor.store.rows import encoded
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_keys import KeyRecord, keep, key_of, revoke
from auditor.store.stored_register import append
from auditor.store.stored_seals import altered, last_seal, seal

Action = Literal["invited", "accepted", "disabled", "reset"]


class SignInWay(Struct, frozen=True):
    """Way to sign in: a password (hash), or a subject of an OpenID issuer; neither while invited."""

    password: str | None = None
    issuer: str | None = None
    subject: str | None = None


class Credentials(Struct, frozen=True):
    """Credentials of a person; None where absent. invitation, recovery: digests; totp: encrypted; totp_since: None until
    confirmed.
    """

    way: SignInWay = SignInWay()
    invitation: str | None = None
    invitation_until: str | None = None
    totp: str | None = None
    totp_since: str | None = None
    recovery: tuple[str, ...] = ()


class PersonRecord(Struct, frozen=True):
    """An account with its key and last event."""

    id: int
    email: str
    key: KeyRecord
    last: Action
    last_at: str
    until: str | None  # of the last invitation


class NewEvent(Struct, frozen=True):
    """Event of an account. key: the acting one."""

    at: str
    action: Action
    until: str | None = None
    by: str | None = None
    key: str | None = None


Change = Callable[[PersonRecord, Credentials], Credentials]


class People:
    """Accounts by their number."""

    def __init__(self, connections: Connections, authority: StoredAuthority, log: FactLog) -> None:
        self._connections = connections
        self._authority = authority
        self._log = log

    def all(self) -> list[PersonRecord]:
        """All accounts ever made, in order."""
        db = self._connections.db
        return [_person(db, row) for row in db.execute(f"{_PEOPLE} ORDER BY p.id").fetchall()]

    def get(self, person: int) -> PersonRecord | None:
        """One account."""
        return _one(self._connections.db, "p.id = ?", person)

    def of_email(self, email: str) -> PersonRecord | None:
        """Undisabled account of a sign-in name."""
        return _one(self._connections.db, _OF_EMAIL, email)

    def of_key(self, key: str) -> PersonRecord | None:
        """The account that acts with a key."""
        return _one(self._connections.db, "p.key = ?", key)

    def of_subject(self, issuer: str, subject: str) -> PersonRecord | None:
        """The account of an issuer's subject."""
        return _one(
            self._connections.db,
            "p.id = (SELECT person FROM credentials WHERE issuer = ? AND subject = ?)",
            issuer,
            subject,
        )

    def of_invitation(self, digest: str) -> PersonRecord | None:
        """The account invited with a code."""
        return _of_invitation(self._connections.db, digest)

    def credentials(self, person: int) -> Credentials:
        """Credentials that a person shows."""
        return _credentials(self._connections.db, person)

    def damaged(self, person: PersonRecord) -> tuple[str, str] | None:
        """Table and name of an account's altered row, or None; last uses are not compared. Raises RecordDamaged."""
        if not self._authority.is_as_facts_say("keys", person.key.id):
            return "keys", person.key.id
        rows = (("people", person.id), ("credentials", person.id))
        with self._connections.reading() as db:  # row and seal at one moment
            up_to = self._connections.seals_up_to(db)
            for table, key in rows:
                sealed = last_seal(db, table, key, up_to=up_to)
                if sealed is None or altered(db, sealed):
                    return table, str(key)
        return None

    def add(self, email: str, key: KeyRecord, invitation: str, event: NewEvent) -> PersonRecord | None:
        """Keep a new account with key and invitation (digest); None where the name has one."""
        with self._connections.writing() as db:
            if _one(db, _OF_EMAIL, email) is not None:
                return None
            keep(db, self._log, key)
            db.execute("INSERT INTO people (email, key) VALUES (?, ?)", [email, key.id])
            (person,) = db.execute("SELECT last_insert_rowid()").fetchone()
            seal(db, "people", person)
            db.execute("INSERT INTO credentials (person) VALUES (?)", [person])
            _write(db, person, Credentials(invitation=invitation, invitation_until=event.until))
            _enter(db, person, event)
            return _one(db, "p.id = ?", person)

    def invite_again(
        self, person: int, invitation: str, event: NewEvent, seen: PersonRecord | None = None
    ) -> PersonRecord | None:
        """Replace a person's credentials by an invitation, ending sign-ins and calendar; None without an account.

        A disabled one stays. seen: its expected state. Raises ChangedMeanwhile.
        """
        with self._connections.writing() as db:
            found = _as_seen(_one(db, "p.id = ?", person), seen)
            if found is None or found.last == "disabled":
                return found
            _write(db, person, Credentials(invitation=invitation, invitation_until=event.until))
            _end_all(db, person)
            db.execute(f"{END_CALENDAR} WHERE person = ?", [person])
            _enter(db, person, event)
            return _one(db, "p.id = ?", person)

    def disable(self, person: int, event: NewEvent, seen: PersonRecord | None = None) -> PersonRecord | None:
        """End an account for good, with its key, credentials, sign-ins and calendar; None without one.

        seen: its expected state. Raises ChangedMeanwhile.
        """
        with self._connections.writing() as db:
            found = _as_seen(_one(db, "p.id = ?", person), seen)
            if found is None or found.last == "disabled":
                return found
            revoke(db, self._log, found.key.id, event.at)
            _write(db, person, Credentials())
            _end_all(db, person)
            db.execute(f"{END_CALENDAR} WHERE person = ?", [person])
            _enter(db, person, event)
            return _one(db, "p.id = ?", person)

    def accept(self, invitation: str, password: str, at: str) -> PersonRecord | None:
        """Use an invitation to set a password (hash); None where used or expired."""
        with self._connections.writing() as db:
            found = _of_invitation(db, invitation)
            if found is None or (_credentials(db, found.id).invitation_until or "") <= at:
                return None
            _write(db, found.id, Credentials(SignInWay(password=password)))
            _end_all(db, found.id)
            _enter(db, found.id, NewEvent(at, "accepted", by=found.key.name, key=found.key.id))
            return _one(db, "p.id = ?", found.id)

    def bind(self, person: int, way: SignInWay, at: str) -> PersonRecord | None:
        """Bind a person to an issuer's subject as the only way; second factors stay.

        Uses an invitation, and ends sign-ins. None for another's subject or an unusable account.
        """
        with self._connections.writing() as db:
            found = _one(db, "p.id = ?", person)
            if found is None or found.last == "disabled":
                return None
            before = _credentials(db, person)
            if before.way.subject is not None or (found.last != "accepted" and (found.until or "") <= at):
                return None
            _write(db, person, replace(before, way=way, invitation=None, invitation_until=None))
            _end_all(db, person)
            if found.last != "accepted":
                _enter(db, person, NewEvent(at, "accepted", by=found.key.name, key=found.key.id))
            return _one(db, "p.id = ?", person)

    def change(self, person: int, change: Change, *, keep: str | None = None) -> PersonRecord:
        """Change credentials in one transaction; what ``change`` raises changes nothing.

        keep: token digest of the only sign-in that goes on; None: all.
        """
        with self._connections.writing() as db:
            found = _one(db, "p.id = ?", person)
            assert found is not None  # an account is never removed
            before = _credentials(db, person)
            after = change(found, before)
            if after != before:
                _write(db, person, after)
            if keep is not None:
                _end_all(db, person, but=keep)
            return found

    def use_recovery(self, person: int, digest: str) -> bool:
        """Use a recovery code once; False for an invalid or used one."""
        with self._connections.writing() as db:
            before = _credentials(db, person)
            if digest not in before.recovery:
                return False
            left = tuple(each for each in before.recovery if each != digest)
            _write(db, person, replace(before, recovery=left))
            return True

    def use_step(self, person: int, step: int) -> bool:
        """Use a step's code once; False where it or a later one was used."""
        with self._connections.writing() as db:
            done = db.execute(
                "UPDATE credentials SET step = ?1 WHERE person = ?2 AND coalesce(step, -1) < ?1",
                [step, person],
            )
            return bool(done.rowcount > 0)


_PEOPLE = """
SELECT p.id, p.email, p.key, e.action, e.at,
    (SELECT until FROM people_events WHERE person = p.id AND until IS NOT NULL ORDER BY id DESC LIMIT 1)
FROM people AS p JOIN people_events AS e ON e.id = (SELECT max(id) FROM people_events WHERE person = p.id)
"""
_OF_EMAIL = "p.email = ? AND e.action != 'disabled'"


def _one(db: Database, where: str, *values: Any) -> PersonRecord | None:
    row = db.execute(f"{_PEOPLE} WHERE {where}", values).fetchone()
    return _person(db, row) if row else None


def _as_seen(found: PersonRecord | None, seen: PersonRecord | None) -> PersonRecord | None:
    if seen is not None and (found is None or (found.last, found.last_at) != (seen.last, seen.last_at)):
        raise ChangedMeanwhile
    return found


def _of_invitation(db: Database, digest: str) -> PersonRecord | None:
    return _one(db, "p.id = (SELECT person FROM credentials WHERE invitation = ?)", digest)


def _person(db: Database, row: tuple[Any, ...]) -> PersonRecord:
    number, email, key, *rest = row
    found = key_of(db, key)
    assert found is not None  # it is referred to
    return PersonRecord(number, email, found, *rest)


def _credentials(db: Database, person: int) -> Credentials:
    row = db.execute(
        "SELECT password, issuer, subject, invitation, invitation_until, totp, totp_since, recovery FROM credentials "
        "WHERE person = ?",
        [person],
    ).fetchone()
    *way, invitation, until, totp, since, recovery = row
    return Credentials(SignInWay(*way), invitation, until, totp, since, tuple(msgspec.json.decode(recovery)))


def _write(db: Database, person: int, now: Credentials) -> None:
    db.execute(
        """
        UPDATE credentials SET password = ?, issuer = ?, subject = ?, invitation = ?, invitation_until = ?,
            totp = ?, totp_since = ?, recovery = ?
        WHERE person = ?
        """,
        [
            now.way.password, now.way.issuer, now.way.subject, now.invitation, now.invitation_until, now.totp, now.totp_since,
            encoded(now.recovery), person,
        ],
    )  # fmt: skip
    seal(db, "credentials", person)


def _end_all(db: Database, person: int, but: str = "") -> None:
    db.execute("DELETE FROM sign_ins WHERE person = ? AND token != ?", [person, but])


def _enter(db: Database, person: int, event: NewEvent) -> None:
    db.execute(
        "INSERT INTO people_events (at, person, action, until, by, key) VALUES (?, ?, ?, ?, ?, ?)",
        [event.at, person, event.action, event.until, event.by, event.key],
    )
    (number,) = db.execute("SELECT last_insert_rowid()").fetchone()
    seal(db, "people_events", number)
    append(db, f"person.{event.action}", number)

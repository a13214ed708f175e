"""People who sign in: accounts, their events and credentials. A key has an account's rights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.errors import ChangedMeanwhile, RecordDamaged
from auditor.facts.kinds.facts_of_keys import (
    CredentialSet,
    PersonAccepted,
    PersonDisabled,
    PersonInvited,
    PersonReset,
)
from auditor.facts.salted_parts import part_body
from auditor.facts.tables import Row
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import erase_part, keep_part, part
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_fact_tables import StoredFactTables
from auditor.store.stored_keys import KeyRecord, keep, key_of, revoke, said_key

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
        """All accounts ever made, in order, as facts say them. Raises RecordDamaged."""
        return [self._said(row) for row in self._authority.rows("people")]

    def said(self, person: int) -> PersonRecord | None:
        """One account as facts say it, also where its rows were altered. Raises RecordDamaged."""
        row = self._authority.row("people", person)
        return None if row is None else self._said(row)

    def said_credentials(self, person: int) -> Credentials:
        """Credentials of a person as facts say them; none where their secrets were altered. Raises RecordDamaged."""
        row = self._authority.row("credentials", person)
        return Credentials() if row is None else _credentials(self._connections.db, row)

    def _said(self, row: Row) -> PersonRecord:
        db, key = self._connections.db, self._authority.row("keys", row["key"])
        assert key is not None  # the fact of an account follows that of its key
        about = {name: row[name] for name in ("id", "last", "last_at", "until")}
        last_used_at = db.execute("SELECT last_used_at FROM keys WHERE id = ?", [row["key"]]).fetchone()
        return PersonRecord(
            email=part(db, row["email"]) or "",
            key=said_key(key, last_used_at[0] if last_used_at else None),
            **about,
        )

    def get(self, person: int) -> PersonRecord | None:
        """One account."""
        return _one(self._connections.db, "p.id = ?", person)

    def of_email(self, email: str) -> PersonRecord | None:
        """Undisabled account of a sign-in name."""
        return _of_email(self._connections.db, email)

    def of_key(self, key: str) -> PersonRecord | None:
        """The account that acts with a key."""
        return _one(self._connections.db, "p.key = ?", key)

    def of_subject(self, issuer: str, subject: str) -> PersonRecord | None:
        """The account of an issuer's subject."""
        with self._connections.reading() as db:
            return _of_subject(db, issuer, subject)

    def of_invitation(self, digest: str) -> PersonRecord | None:
        """The account invited with a code."""
        with self._connections.reading() as db:
            return _of_invitation(db, digest)

    def credentials(self, person: int) -> Credentials:
        """Credentials that a person shows."""
        return credentials_of(self._connections.db, person)

    def damaged(self, person: PersonRecord) -> tuple[str, str] | None:
        """Table and name of an account's altered row, or None; last uses are not compared. Raises RecordDamaged."""
        rows = (("people", person.id), ("credentials", person.id), ("keys", person.key.id))
        for table, key in rows:
            if not self._authority.is_as_facts_say(table, key):
                return table, str(key)
        return None

    def add(self, email: str, key: KeyRecord, invitation: str, event: NewEvent) -> PersonRecord | None:
        """Keep a new account with key and invitation (digest); None where the name has one."""
        with self._connections.writing() as db:
            if _of_email(db, email) is not None:
                return None
            keep(db, self._log, key)
            (person,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM people").fetchone()
            self._enter(db, person, event, acts_with=key.id, parts={"email": keep_part(db, email)})
            self._write(db, person, _invited(invitation, event), event.at)
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
            _end_all(db, person)
            self._erase_secrets(db, person)
            self._enter(db, person, event)
            self._write(db, person, _invited(invitation, event), event.at)
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
            _end_all(db, person)
            self._erase_secrets(db, person)
            self._enter(db, person, event)
            return _one(db, "p.id = ?", person)

    def accept(self, invitation: str, password: str, at: str) -> PersonRecord | None:
        """Use an invitation to set a password (hash); None where used or expired."""
        with self._connections.writing() as db:
            found = _of_invitation(db, invitation)
            if found is None or (self._signed(db, found.id).invitation_until or "") <= at:
                return None
            self._write(db, found.id, Credentials(SignInWay(password=password)), at)
            _end_all(db, found.id)
            self._enter(db, found.id, NewEvent(at, "accepted", by=found.key.name, key=found.key.id))
            return _one(db, "p.id = ?", found.id)

    def bind(self, person: int, way: SignInWay, at: str) -> PersonRecord | None:
        """Bind a person to an issuer's subject as the only way; second factors stay.

        Uses an invitation, and ends sign-ins. None for another's subject or an unusable account.
        """
        with self._connections.writing() as db:
            found = _one(db, "p.id = ?", person)
            if found is None or found.last == "disabled":
                return None
            before = self._signed(db, person)
            if before.way.subject is not None or (found.last != "accepted" and (found.until or "") <= at):
                return None
            if _of_subject(db, way.issuer or "", way.subject or "") is not None:
                return None
            self._write(db, person, replace(before, way=way, invitation=None, invitation_until=None), at)
            _end_all(db, person)
            if found.last != "accepted":
                self._enter(db, person, NewEvent(at, "accepted", by=found.key.name, key=found.key.id))
            return _one(db, "p.id = ?", person)

    def change(self, person: int, change: Change, at: str, *, keep: str | None = None) -> PersonRecord:
        """Change credentials in one transaction; what ``change`` raises changes nothing.

        keep: token digest of the only sign-in that goes on; None: all.
        """
        with self._connections.writing() as db:
            found = _one(db, "p.id = ?", person)
            assert found is not None  # an account is never removed
            before = self._signed(db, person)
            after = change(found, before)
            if after != before:
                self._write(db, person, after, at)
            if keep is not None:
                _end_all(db, person, but=keep)
            return found

    def use_recovery(self, person: int, digest: str, at: str) -> bool:
        """Use a recovery code once; False for an invalid or used one."""
        with self._connections.writing() as db:
            before = self._signed(db, person)
            if digest not in before.recovery:
                return False
            left = tuple(each for each in before.recovery if each != digest)
            self._write(db, person, replace(before, recovery=left), at)
            return True

    def use_step(self, person: int, step: int) -> bool:
        """Use a step's code once; False where it or a later one was used."""
        with self._connections.writing() as db:
            done = db.execute(
                "UPDATE credentials SET step = ?1 WHERE person = ?2 AND coalesce(step, -1) < ?1",
                [step, person],
            )
            return bool(done.rowcount > 0)

    def _signed(self, db: Database, person: int) -> Credentials:
        """Credentials, to be changed in this transaction. Raises RecordDamaged where facts say otherwise."""
        if not self._authority.is_as_facts_say("credentials", person):
            raise RecordDamaged(
                f"What the store has of the credentials of account {person} is not what was written, so that they stay. "
                "An administrator resets the account; whoever runs the service looks with `auditor doctor` for what else was "
                "altered."
            )
        return credentials_of(db, person)

    def _enter(self, db: Database, person: int, event: NewEvent, **more: Any) -> None:
        about: dict[str, Any] = {"at": event.at, "by": event.key, "person": person, "who": event.by, **more}
        if event.until is not None:
            about["until"] = event.until
        self._log.append(db, _KINDS[event.action](**about))

    def _write(self, db: Database, person: int, now: Credentials, at: str) -> None:
        """Set credentials in place of those before, whose secrets are erased."""
        self._erase_secrets(db, person)
        secrets = {
            "password": now.way.password, "subject": now.way.subject, "invitation": now.invitation, "totp": now.totp,
            "recovery": now.recovery,
        }  # fmt: skip
        until, since = now.invitation_until, now.totp_since
        known: dict[str, Any] = {"issuer": now.way.issuer, "invitation_until": until, "totp_since": since}
        parts = {"secrets": keep_part(db, secrets)}
        self._log.append(db, CredentialSet(at=at, person=person, parts=parts, **known))

    def _erase_secrets(self, db: Database, person: int) -> None:
        for (digest,) in db.execute("SELECT secrets FROM credentials WHERE person = ?", [person]).fetchall():
            erase_part(db, digest)


_KINDS: dict[Action, type[PersonInvited | PersonAccepted | PersonDisabled | PersonReset]] = {
    "invited": PersonInvited,
    "accepted": PersonAccepted,
    "disabled": PersonDisabled,
    "reset": PersonReset,
}
_PEOPLE = """
SELECT p.id, x.body, p.key, p.last, p.last_at, p.until FROM people AS p LEFT JOIN fact_parts AS x ON x.digest = p.email
"""


def _one(db: Database, where: str, *values: Any) -> PersonRecord | None:
    row = db.execute(f"{_PEOPLE} WHERE {where}", values).fetchone()
    return _person(db, row) if row else None


def _of_email(db: Database, email: str) -> PersonRecord | None:
    return _one(db, "x.body = ? AND p.last != 'disabled'", part_body(email))


def _as_seen(found: PersonRecord | None, seen: PersonRecord | None) -> PersonRecord | None:
    if seen is not None and (found is None or (found.last, found.last_at) != (seen.last, seen.last_at)):
        raise ChangedMeanwhile
    return found


def _of_subject(db: Database, issuer: str, subject: str) -> PersonRecord | None:
    for person, digest in db.execute("SELECT person, secrets FROM credentials WHERE issuer = ?", [issuer]):
        if (part(db, digest) or {}).get("subject") == subject:
            return _one(db, "p.id = ?", person)
    return None


def _of_invitation(db: Database, digest: str) -> PersonRecord | None:
    sql = "SELECT person, secrets FROM credentials WHERE invitation_until IS NOT NULL"
    for person, secrets in db.execute(sql).fetchall():
        if (part(db, secrets) or {}).get("invitation") == digest:
            return _one(db, "p.id = ?", person)
    return None


def _person(db: Database, row: tuple[Any, ...]) -> PersonRecord:
    number, email, key, *rest = row
    found = key_of(db, key)
    assert found is not None  # it is referred to
    return PersonRecord(number, "" if email is None else msgspec.json.decode(email), found, *rest)


def credentials_of(db: Database, person: int) -> Credentials:
    """Credentials as they are on record; none where their secrets were altered, which `People.damaged` names."""
    row = StoredFactTables(db).get("credentials", person)
    return Credentials() if row is None else _credentials(db, row)


def _credentials(db: Database, row: Row) -> Credentials:
    secrets = part(db, row["secrets"])
    if secrets is None:
        return Credentials()
    way = SignInWay(secrets["password"], row["issuer"], secrets["subject"])
    until, since = row["invitation_until"], row["totp_since"]
    return Credentials(way, secrets["invitation"], until, secrets["totp"], since, tuple(secrets["recovery"]))


def _invited(invitation: str, event: NewEvent) -> Credentials:
    return Credentials(invitation=invitation, invitation_until=event.until)


def _end_all(db: Database, person: int, but: str = "") -> None:
    db.execute("DELETE FROM sign_ins WHERE person = ? AND token != ?", [person, but])

"""Facts of the rows of keys, accounts, credentials and reminders."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from auditor.facts.kinds.facts_of_keys import (
    CalendarMade,
    CredentialEnded,
    CredentialSet,
    KeyMade,
    KeyReplaced,
    KeyRevokedOnRecord,
    PersonAccepted,
    PersonDisabled,
    PersonInvited,
    PersonReset,
    PseudonymKeyMade,
    SummaryWanted,
)
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy import part_bodies
from auditor.store.legacy.old_store import OldRow, OldStore, decoded, named


def keys(old: OldStore, but: Collection[str] = ()) -> Iterator[RecordedFact]:
    """Keys, oldest first, and then those that were revoked. but: ids of those that are left out, with their successors."""
    every: dict[str, OldRow] = {}
    for row in old.rows("keys", "made_at, replaces IS NOT NULL, id"):
        if row["id"] not in but and (row["replaces"] is None or row["replaces"] in every):
            every[row["id"]] = row
    for row in every.values():
        yield _key(old, row, every)
    ended = [row for row in every.values() if row["revoked_at"] is not None]
    for row in sorted(ended, key=lambda each: (each["revoked_at"], each["id"])):
        yield KeyRevokedOnRecord(
            id=row["id"], **old.common("key.revoked", row["id"], row["revoked_at"], None)
        )


def _key(old: OldStore, row: OldRow, every: dict[str, OldRow]) -> KeyMade | KeyReplaced:
    of_rooms = decoded("keys", row, "rooms")
    about: dict[str, Any] = {
        **named(row, "id", "secret_sha256", "role", "name", "authority", "made_by", "expires_at"),
        "person": bool(row["person"]),
        "of_rooms": None if of_rooms is None else tuple(of_rooms),
    }
    before = row["replaces"]
    if before is None:
        return KeyMade(**about, **old.common("key.made", row["id"], row["made_at"], None))
    ends = every[before]["expires_at"]
    common = old.common("key.replaced", row["id"], row["made_at"], None)
    return KeyReplaced(replaces=before, ends=ends, **about, **common)


def people(old: OldStore, but: Collection[int] = ()) -> Iterator[RecordedFact]:
    """Events of accounts, their credentials as they are now, and their reminders. but: accounts that are left out."""
    accounts = {row["id"]: row for row in old.rows("people", "id") if row["id"] not in but}
    last: dict[int, OldRow] = {}
    for row in old.rows("people_events", "id"):
        if row["person"] in accounts:
            last[row["person"]] = row
            yield _event(old, row, accounts[row["person"]])
    for row in old.rows("credentials", "person"):
        if row["person"] in last:
            yield _credentials(old, row, last[row["person"]]["at"])
    for row in old.rows("reminders", "person"):
        if row["person"] in last:
            yield from _reminders(old, row, last[row["person"]]["at"])


def _event(old: OldStore, row: OldRow, account: OldRow) -> RecordedFact:
    action = row["action"]
    about = {"person": row["person"], "who": row["by"]}
    parts = {"email": old.keep(part_bodies.email(account))} if action == "invited" else None
    common = old.common(f"person.{action}", row["id"], row["at"], row["key"], parts=parts)
    if action == "invited":
        return PersonInvited(acts_with=account["key"], until=row["until"], **about, **common)
    if action == "reset":
        return PersonReset(until=row["until"], **about, **common)
    return PersonAccepted(**about, **common) if action == "accepted" else PersonDisabled(**about, **common)


def _credentials(old: OldStore, row: OldRow, at: str) -> RecordedFact:
    """Credentials as of an account's last event: when they were set is not on record."""
    secrets = part_bodies.secrets(row)
    if secrets is None:
        return CredentialEnded(person=row["person"], **old.common("", None, at, None))
    parts = {"secrets": old.keep(secrets)}
    known = named(row, "person", "issuer", "invitation_until", "totp_since")
    return CredentialSet(**known, **old.common("", None, at, None, parts=parts))


def _reminders(old: OldStore, row: OldRow, at: str) -> Iterator[RecordedFact]:
    person = row["person"]
    if row["calendar"] is not None:
        common = old.common("", None, row["calendar_at"], None)
        yield CalendarMade(person=person, calendar=row["calendar"], **common)
    if row["daily"] or row["calendar"] is None:
        yield SummaryWanted(person=person, daily=bool(row["daily"]), **old.common("", None, at, None))


def pseudonym_keys(old: OldStore, but: Collection[str] = ()) -> Iterator[RecordedFact]:
    """Rooms' keys for pseudonyms. but: rooms that are left out."""
    for row in (each for each in old.rows("pseudonym_keys", "made_at, room") if each["room"] not in but):
        parts = {"secret": old.keep(part_bodies.pseudonym_secret(row))}
        common = old.common("", None, row["made_at"], None, row["room"], parts=parts)
        yield PseudonymKeyMade(room=row["room"], **common)

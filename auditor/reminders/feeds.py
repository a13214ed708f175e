"""Secret address of a person's calendar, which needs no sign-in."""

from __future__ import annotations

import hashlib
import secrets

from auditor.access import people
from auditor.errors import NoSuchCalendar
from auditor.store import Store
from auditor.store.stored_people import PersonRecord

_BYTES = 32
_LONGEST = 64  # characters of a secret, and some


def make_calendar(store: Store, person: int, at: str) -> str:
    """Make a calendar's address, ending an earlier one; returns the secret, shown once."""
    secret = secrets.token_urlsafe(_BYTES)
    store.reminders.keep_calendar(person, _digest(secret), at)
    return secret


def end_calendar(store: Store, person: int, at: str) -> None:
    """End a calendar's address, if any."""
    store.reminders.end_calendar(person, at)


def person_of_calendar(store: Store, secret: str, at: str) -> PersonRecord:
    """Person of a calendar's address. Raises NoSuchCalendar, AccountDamaged."""
    number = store.reminders.person_of(_digest(secret)) if len(secret) <= _LONGEST else None
    found = store.people.get(number) if number is not None else None
    if found is None or people.state(found, at) != "active":
        raise NoSuchCalendar(
            "No calendar has this address. It was renewed or ended, or the account was. Make another one on the page of your "
            "account, and subscribe to that."
        )
    people.must_be_whole(store, found)
    return found


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()

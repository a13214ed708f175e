"""Handlers of facts about accounts, credentials and reminders."""

from __future__ import annotations

from typing import Any

from auditor.facts.handlers import add, change, folds, found, must_be
from auditor.facts.kinds.facts_of_keys import (
    CalendarEnded,
    CalendarMade,
    CredentialEnded,
    CredentialSet,
    PersonAccepted,
    PersonDisabled,
    PersonInvited,
    PersonReset,
    SummaryWanted,
)
from auditor.facts.tables import Tables

_NONE: dict[str, Any] = {"issuer": None, "invitation_until": None, "totp_since": None, "secrets": None}
_INVITED = ("invited", "reset")
_USABLE = ("invited", "reset", "accepted")


@folds(PersonInvited, "keys", "people", "credentials")
def person_invited(tables: Tables, seq: int, fact: PersonInvited) -> None:
    """Add an account, without credentials. It follows the account's key."""
    found(tables, "keys", seq, fact, fact.acts_with)
    state = {"last": "invited", "last_at": fact.at, "until": fact.until}
    add(tables, "people", seq, fact, id=fact.person, email=fact.parts["email"], key=fact.acts_with, **state)
    add(tables, "credentials", seq, fact, **_NONE)


@folds(PersonReset, "people", "credentials", "reminders")
def person_reset(tables: Tables, seq: int, fact: PersonReset) -> None:
    """End an account's credentials and calendar. It follows an account that was not disabled."""
    _step(tables, seq, fact, "reset", _USABLE, until=fact.until)
    _end(tables, seq, fact)


@folds(PersonAccepted, "people")
def person_accepted(tables: Tables, seq: int, fact: PersonAccepted) -> None:
    """Note that an invitation was accepted. It follows that invitation."""
    _step(tables, seq, fact, "accepted", _INVITED)


@folds(PersonDisabled, "people", "credentials", "reminders")
def person_disabled(tables: Tables, seq: int, fact: PersonDisabled) -> None:
    """End an account. It follows one that was not disabled."""
    _step(tables, seq, fact, "disabled", _USABLE)
    _end(tables, seq, fact)


@folds(CredentialSet, "people", "credentials")
def credential_set(tables: Tables, seq: int, fact: CredentialSet) -> None:
    """Replace an account's credentials. It follows an account that was not disabled."""
    account = found(tables, "people", seq, fact, fact.person)
    must_be(seq, fact, f"account {fact.person}", account["last"], *_USABLE)
    row = found(tables, "credentials", seq, fact, fact.person)
    now = {
        "issuer": fact.issuer,
        "invitation_until": fact.invitation_until,
        "totp_since": fact.totp_since,
        "secrets": fact.parts["secrets"],
    }
    change(tables, "credentials", seq, row, **now)


@folds(CredentialEnded, "credentials")
def credential_ended(tables: Tables, seq: int, fact: CredentialEnded) -> None:
    """End an account's credentials."""
    change(tables, "credentials", seq, found(tables, "credentials", seq, fact, fact.person), **_NONE)


@folds(CalendarMade, "people", "reminders")
def calendar_made(tables: Tables, seq: int, fact: CalendarMade) -> None:
    """Give an account's calendar an address. It follows an account that was not disabled."""
    account = found(tables, "people", seq, fact, fact.person)
    must_be(seq, fact, f"account {fact.person}", account["last"], *_USABLE)
    _remind(tables, seq, fact.person, calendar=fact.calendar, calendar_at=fact.at)


@folds(CalendarEnded, "reminders")
def calendar_ended(tables: Tables, seq: int, fact: CalendarEnded) -> None:
    """End the address of an account's calendar."""
    _remind(tables, seq, fact.person, calendar=None, calendar_at=None)


@folds(SummaryWanted, "people", "reminders")
def summary_wanted(tables: Tables, seq: int, fact: SummaryWanted) -> None:
    """Note whether somebody wants a summary. It follows the account."""
    found(tables, "people", seq, fact, fact.person)
    _remind(tables, seq, fact.person, daily=fact.daily)


def _step(
    tables: Tables,
    seq: int,
    fact: PersonReset | PersonAccepted | PersonDisabled,
    last: str,
    after: tuple[str, ...],
    **more: Any,
) -> None:
    row = found(tables, "people", seq, fact, fact.person)
    must_be(seq, fact, f"account {fact.person}", row["last"], *after)
    change(tables, "people", seq, row, last=last, last_at=fact.at, **more)


def _end(tables: Tables, seq: int, fact: PersonReset | PersonDisabled) -> None:
    change(tables, "credentials", seq, found(tables, "credentials", seq, fact, fact.person), **_NONE)
    if tables.get("reminders", fact.person) is not None:
        _remind(tables, seq, fact.person, calendar=None, calendar_at=None)


def _remind(tables: Tables, seq: int, person: int, **columns: Any) -> None:
    none = {"person": person, "calendar": None, "calendar_at": None, "daily": False}
    change(tables, "reminders", seq, tables.get("reminders", person) or none, **columns)

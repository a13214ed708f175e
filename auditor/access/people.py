"""Accounts of people: invitation, acceptance, end. `signed_in` has the rest."""

from __future__ import annotations

import re

from msgspec import Struct

from auditor.access import one_time_codes, passwords
from auditor.access.keys import NewKey, of_account
from auditor.access.sign_in_refusals import AccountDamaged
from auditor.store import Store
from auditor.store.service_clock import after
from auditor.store.stored_people import NewEvent, PersonRecord

INVITED_FOR_DAYS = 3
LONGEST_EMAIL = 254
# what a browser takes for an address, with a dot in the domain: whether mail arrives there is not tested
_EMAIL = re.compile(
    r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+"
)


class AccountNotPossible(ValueError):
    """An account that cannot be made, reset or disabled, in words."""


class NoSuchAccount(AccountNotPossible):
    """A number that no account has."""


class InvitationRefused(ValueError):
    """An invalid code, in the same words whether used or unknown."""

    def __init__(self) -> None:
        super().__init__(
            "This code is none of this service, was used already, or its time is over. Look whether it is typed as it was "
            f"given; else ask an administrator for another one. A code is valid for {INVITED_FOR_DAYS} days and works once."
        )


class ListedAccount(Struct, frozen=True):
    """An account in a list. state: as of `state`; provider: its issuer; authenticator: since when; recovery: codes left."""

    person: PersonRecord
    state: str
    provider: str | None
    authenticator: str | None
    recovery: int


class Invited(Struct, frozen=True):
    """An account with its invitation's code, shown once."""

    person: PersonRecord
    code: str


def invite(
    store: Store, email: str, wanted: NewKey, at: str, by: str | None = None, key: str | None = None
) -> Invited:
    """Make an account. by, key: the inviter. Raises AccountNotPossible, and KeyNotPossible for a role without its rooms."""
    name = sign_in_name(email)
    code = one_time_codes.handed_out()
    event = NewEvent(at, "invited", after(at, days=INVITED_FOR_DAYS), by, key)
    made = store.people.add(name, of_account(wanted, by), one_time_codes.digest(code), event)
    if made is None:
        raise AccountNotPossible(
            f"{name} has an account. auditor people reset invites its person again; auditor people disable ends it, after "
            "which the name can be given to another account."
        )
    return Invited(made, code)


def accept(store: Store, code: str, password: str, at: str) -> PersonRecord:
    """Set an invited person's password. Raises InvitationRefused, PasswordRefused, AccountDamaged."""
    digest = one_time_codes.digest(code)
    found = store.people.of_invitation(digest)
    if found is None or (found.until or "") <= at:
        raise InvitationRefused
    must_be_whole(store, found)
    passwords.must_be_possible(password, (found.email, found.key.name))
    accepted = store.people.accept(digest, passwords.hashed(password), at)
    if accepted is None:  # another process was faster
        raise InvitationRefused
    return accepted


def with_password(
    store: Store, email: str, wanted: NewKey, password: str, at: str, by: str | None = None
) -> PersonRecord:
    """Make an account with a password that its maker knows, for demonstrations and tests. Raises AccountNotPossible,
    KeyNotPossible, PasswordRefused.
    """
    passwords.must_be_possible(password, (email, wanted.name))
    return accept(store, invite(store, email, wanted, at, by).code, password, at)


def accounts(store: Store, at: str) -> list[ListedAccount]:
    """All accounts ever made, in order, as facts say them."""
    return [_account(store, each, at) for each in store.people.all()]


def account(store: Store, number: int, at: str) -> ListedAccount:
    """One account. Raises NoSuchAccount."""
    found = store.people.said(number)
    if found is None:
        raise NoSuchAccount(f"There is no account {number}.")
    return _account(store, found, at)


def _account(store: Store, person: PersonRecord, at: str) -> ListedAccount:
    shown = store.people.said_credentials(person.id)
    return ListedAccount(person, state(person, at), shown.way.issuer, shown.totp_since, len(shown.recovery))


def reset(
    store: Store,
    email: str,
    at: str,
    by: str | None = None,
    key: str | None = None,
    seen: PersonRecord | None = None,
) -> Invited:
    """Invite a person again, ending password, second factor and sign-ins.

    seen: the expected account. Raises AccountNotPossible, ChangedMeanwhile.
    """
    found = _of_another(seen or _existing(store, email), key)
    code = one_time_codes.handed_out()
    event = NewEvent(at, "reset", after(at, days=INVITED_FOR_DAYS), by, key)
    done = store.people.invite_again(found.id, one_time_codes.digest(code), event, seen)
    if done is None or done.last == "disabled":
        raise _none(found.email)
    return Invited(done, code)


def disable(
    store: Store,
    email: str,
    at: str,
    by: str | None = None,
    key: str | None = None,
    seen: PersonRecord | None = None,
) -> PersonRecord:
    """End an account for good, and its sign-ins in every process.

    seen: the expected account. Raises AccountNotPossible, ChangedMeanwhile.
    """
    found = _of_another(seen or _existing(store, email), key)
    done = store.people.disable(found.id, NewEvent(at, "disabled", None, by, key), seen)
    if done is None:
        raise _none(found.email)
    return done


def must_be_whole(store: Store, person: PersonRecord) -> None:
    """Raise AccountDamaged for an altered account."""
    damaged = store.people.damaged(person)
    if damaged is not None:
        error = AccountDamaged()
        store.damage.note(*damaged, str(error))
        raise error


def state(person: PersonRecord, at: str) -> str:
    """active, invited, lapsed (invitation unused in time), expired (key), or disabled."""
    if person.last == "disabled":
        return "disabled"
    if person.key.expires_at <= at:
        return "expired"
    if person.last == "accepted":
        return "active"
    return "invited" if at < (person.until or "") else "lapsed"


def sign_in_name(email: str) -> str:
    """An e-mail address as sign-in name, in small letters. Raises AccountNotPossible."""
    name = email.strip().lower()  # of ASCII alone: the small letter of the sign of kelvin is a k
    if not email.isascii() or len(name) > LONGEST_EMAIL or not _EMAIL.fullmatch(name):
        raise AccountNotPossible(
            f"{email!r} is no e-mail address; one such as dana.reyes@example.org is expected."
        )
    return name


def _existing(store: Store, email: str) -> PersonRecord:
    name = sign_in_name(email)
    found = store.people.of_email(name)
    if found is None:
        raise _none(name)
    return found


def _of_another(found: PersonRecord, key: str | None) -> PersonRecord:
    """The account, unless it is the actor's own. Raises AccountNotPossible."""
    if found.key.id == key:
        raise AccountNotPossible(
            "This is your own account. Another administrator resets or disables it, or whoever runs the service does with "
            "auditor people."
        )
    return found


def _none(name: str) -> AccountNotPossible:
    return AccountNotPossible(
        f"{name} has no account that can be used. auditor people list shows those there are and were."
    )

"""Sign-ins with a password and a second factor: start, course, end.

A token has 256 random bits, kept as SHA-256, and changes with each step, so that an earlier one gains nothing.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import ipaddress
import secrets
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from auditor.access import passwords
from auditor.access.keys import NOTED_EVERY
from auditor.access.people import LONGEST_EMAIL, must_be_whole
from auditor.access.roles import DECIDING
from auditor.access.sign_in_refusals import (
    EnrolmentNeeded,
    NotFresh,
    NotSignedIn,
    SecondFactorNeeded,
    TooManyAttempts,
    WrongPassword,
)
from auditor.store import Store
from auditor.store.attempts import CountedFailures, Limit
from auditor.store.service_clock import after
from auditor.store.sign_ins import GivenFactor, SignInRecord
from auditor.store.stored_people import Credentials, PersonRecord, SignInWay

IDLE_MINUTES = 30
LONGEST_HOURS = 12
MOST = 10  # sign-ins of a person at a time; an eleventh ends the first
FRESH_MINUTES = 5  # that a second factor counts for decisions
_TOKEN_BYTES = 32
_LONGEST_WORDS = 200
_DAY = 86_400.0
OF_PLACE = Limit(free=5, first=2, most=900, forget=_DAY)  # an account, from one address
OF_ACCOUNT = Limit(
    free=10, first=2, most=900, forget=_DAY
)  # an account, from wherever nobody signed in before
OF_ADDRESS = Limit(free=30, first=2, most=900, forget=3_600)  # one address, for whichever accounts
OF_CODE = Limit(free=5, first=2, most=900, forget=_DAY)  # the second factor of an account


class SignInOrigin(Struct, frozen=True):
    """Origin of a sign-in. words: the program's description."""

    address: str
    words: str = ""


class SignedIn(Struct, frozen=True):
    """A signed-in person. waits_for: the next required step, or None.

    password, authenticator: whether the account has one; without a password the provider signs in.
    """

    person: PersonRecord
    record: SignInRecord
    waits_for: Literal["code", "enrolment"] | None
    password: bool
    authenticator: bool


def sign_in(store: Store, email: str, password: str, client: SignInOrigin, at: str) -> tuple[SignedIn, str]:
    """Sign in with a password: the person, and the token, in equal time for unknown names. Raises WrongPassword, TooManyAttempts,
    AccountDamaged.
    """
    name = email.strip().lower()[: LONGEST_EMAIL + 1]
    found, kept = _with_password(store, name, store.people.of_email(name), password, client, at)
    if passwords.is_out_of_date(kept):
        kept = _hash_anew(store, found, kept, password, at)
    token = begin(store, found, SignInWay(password=kept), client, at)
    if token is None:
        raise WrongPassword  # it was reset or disabled meanwhile
    return signed_in_so_far(store, token, at), token


def begin(
    store: Store,
    person: PersonRecord,
    way: SignInWay,
    client: SignInOrigin,
    at: str,
    factor: GivenFactor | None = None,
) -> str | None:
    """Begin a proven person's sign-in: its token; None where the way is gone. factor: a second one already given."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    words = "".join(each for each in client.words if each.isprintable())[:_LONGEST_WORDS]
    ends = after(at, hours=LONGEST_HOURS)
    new = SignInRecord(0, digest(token), person.id, at, at, ends, None, client.address, words)
    return token if store.sign_ins.add(new, MOST, way, factor) else None


def authenticate(store: Store, token: str, at: str) -> SignedIn:
    """Person of a complete sign-in. Raises NotSignedIn, SecondFactorNeeded, EnrolmentNeeded, AccountDamaged."""
    found = signed_in_so_far(store, token, at)
    if found.waits_for == "code":
        raise SecondFactorNeeded
    if found.waits_for == "enrolment":
        raise EnrolmentNeeded
    return found


def signed_in_so_far(store: Store, token: str, at: str) -> SignedIn:
    """Person who gave the password, with the use noted. Raises NotSignedIn, AccountDamaged."""
    record = store.sign_ins.get(digest(token))
    if record is None:
        raise NotSignedIn
    if record.ends_at <= at or after(record.seen_at, minutes=IDLE_MINUTES) <= at:
        store.sign_ins.end(record.token)
        raise NotSignedIn
    person = store.people.get(record.person)
    if person is None or person.key.revoked_at is not None or person.key.expires_at <= at:
        raise NotSignedIn
    must_be_whole(store, person)
    before = after(at, seconds=-NOTED_EVERY.total_seconds())
    if record.seen_at < before:
        store.sign_ins.note_use(record.token, at, before)
    if (person.key.last_used_at or "") < before:
        store.keys.note_use(person.key.id, at, before)
    shown = store.people.credentials(person.id)
    has_authenticator = shown.totp_since is not None
    waits_for = None if record.factor_at is not None else _waits_for(person, has_authenticator)
    return SignedIn(person, record, waits_for, shown.way.password is not None, has_authenticator)


def must_be_fresh(signed: SignedIn, at: str, minutes: int = FRESH_MINUTES) -> None:
    """Raise NotFresh unless the second factor was given within some minutes."""
    given = signed.record.factor_at
    if given is None or after(given, minutes=minutes) <= at:
        raise NotFresh(minutes)


def change_password(
    store: Store, token: str, old: str, new: str, client: SignInOrigin, at: str
) -> tuple[SignedIn, str]:
    """Change the password, ending other sign-ins. Raises WrongPassword, TooManyAttempts, PasswordRefused, and what `authenticate`
    raises.
    """
    signed = authenticate(store, token, at)
    person, was = _with_password(store, signed.person.email, signed.person, old, client, at)
    passwords.must_be_possible(new, (person.email, person.key.name))
    hashed = passwords.hashed(new)

    def changed(_: PersonRecord, now: Credentials) -> Credentials:
        if now.way.password != was:
            raise WrongPassword  # it was changed or reset meanwhile
        return replace(now, way=SignInWay(password=hashed))

    store.people.change(person.id, changed, at, keep=digest(token))
    return renewed(store, token, at)


def sign_out(store: Store, token: str) -> None:
    """End a sign-in."""
    store.sign_ins.end(digest(token))


def sign_ins_of(store: Store, signed: SignedIn, at: str) -> list[SignInRecord]:
    """A person's unexpired sign-ins, last first."""
    return [
        each
        for each in store.sign_ins.of(signed.person.id)
        if at < each.ends_at and at < after(each.seen_at, minutes=IDLE_MINUTES)
    ]


def end_sign_in(store: Store, signed: SignedIn, number: int) -> bool:
    """End one of a person's sign-ins; False without it."""
    return store.sign_ins.end_one(signed.person.id, number)


def sign_out_everywhere(store: Store, signed: SignedIn) -> None:
    """End all of a person's sign-ins."""
    store.sign_ins.end_all(signed.person.id)


def renewed(store: Store, token: str, at: str, factor: GivenFactor | None = None) -> tuple[SignedIn, str]:
    """The sign-in under another token. factor: a second one given now; None: as before. Raises NotSignedIn."""
    new = secrets.token_urlsafe(_TOKEN_BYTES)
    if not store.sign_ins.renew(digest(token), digest(new), factor):
        raise NotSignedIn
    return signed_in_so_far(store, new, at), new


def digest(token: str) -> str:
    """Digest of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def seconds(at: str) -> float:
    """A stored time as seconds since 1970."""
    return dt.datetime.fromisoformat(at).timestamp()


def count(store: Store, place: CountedFailures, others: list[CountedFailures], at: str) -> None:
    """Count an attempt as failed. Raises TooManyAttempts."""
    wait = store.attempts.begin(place, others, seconds(at))
    if wait:
        raise TooManyAttempts(wait)


def _with_password(
    store: Store, name: str, found: PersonRecord | None, password: str, client: SignInOrigin, at: str
) -> tuple[PersonRecord, str]:
    """Person of a name and password, with the hash, counting the attempt first."""
    address = network(client.address)
    place = CountedFailures(f"place {address} {name}", OF_PLACE)
    others = [
        CountedFailures(f"account {name}", OF_ACCOUNT),
        CountedFailures(f"address {address}", OF_ADDRESS),
    ]
    count(store, place, others, at)
    kept = store.people.credentials(found.id).way.password if found is not None else None
    right = passwords.is_right(kept, password)
    if not right or found is None or kept is None or found.key.expires_at <= at:
        raise WrongPassword
    must_be_whole(store, found)
    store.attempts.succeed(place, others, seconds(at))
    return found, kept


def _hash_anew(store: Store, person: PersonRecord, kept: str, password: str, at: str) -> str:
    """Rehash a password with today's parameters, unless changed; the current hash."""
    hashed = passwords.hashed(password)

    def anew(_: PersonRecord, now: Credentials) -> Credentials:
        return replace(now, way=SignInWay(password=hashed)) if now.way.password == kept else now

    store.people.change(person.id, anew, at)
    return hashed


def _waits_for(person: PersonRecord, has_authenticator: bool) -> Literal["code", "enrolment"] | None:
    if has_authenticator:
        return "code"
    return "enrolment" if person.key.role in DECIDING else None


def network(address: str) -> str:
    """Origin of an attempt: an address, or an IPv6 /64."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)

"""Second factor: an authenticator's enrolment, its codes, and recovery codes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from auditor.access import one_time_codes
from auditor.access.sign_in_refusals import EnrolmentRefused, WrongCode
from auditor.access.signed_in import OF_CODE, SignedIn, count, digest, renewed, seconds, signed_in_so_far
from auditor.store import Store
from auditor.store.attempts import CountedFailures
from auditor.store.people_key import OtherSecret, decrypted, encrypted
from auditor.store.service_clock import after
from auditor.store.sign_ins import GivenFactor
from auditor.store.stored_people import Credentials, PersonRecord

SERVICE = "Card room auditor"  # what an authenticator calls it
ENROLLED_WITHIN_MINUTES = 30  # of the sign-in


class Enrolment(Struct, frozen=True):
    """An authenticator's secret, as characters and as a QR code's address."""

    secret: str
    address: str


def begin_enrolment(store: Store, token: str, at: str) -> Enrolment:
    """Draw an authenticator's secret, confirmed by `confirm_enrolment` in the same sign-in.

    Only within a sign-in's first 30 minutes, so that an open browser gains no account. Raises EnrolmentRefused, NotSignedIn,
    UnusablePeopleKey.
    """
    signed = _signed_in_lately(store, token, at)
    person = signed.person
    secret = one_time_codes.new_secret()
    kept = encrypted(store.folder, person.id, secret, signed.record.id)

    def drawn(_: PersonRecord, now: Credentials) -> Credentials:
        if now.totp_since is not None:
            raise _has_one()
        return replace(now, totp=kept)

    store.people.change(person.id, drawn, at)
    return _enrolment(secret, person)


def enrolment_so_far(store: Store, token: str, at: str) -> Enrolment:
    """Authenticator being enrolled in this sign-in, else a new one.

    Another sign-in's is never shown, for it may be an intruder's. Raises what `begin_enrolment` raises.
    """
    signed = _signed_in_lately(store, token, at)
    kept = store.people.credentials(signed.person.id)
    if kept.totp is None or kept.totp_since is not None:
        return begin_enrolment(store, token, at)
    try:
        return _enrolment(
            decrypted(store.folder, signed.person.id, kept.totp, signed.record.id), signed.person
        )
    except OtherSecret:
        return begin_enrolment(store, token, at)


def _signed_in_lately(store: Store, token: str, at: str) -> SignedIn:
    signed = signed_in_so_far(store, token, at)
    if after(signed.record.made_at, minutes=ENROLLED_WITHIN_MINUTES) <= at:
        raise EnrolmentRefused(
            f"An authenticator is set up within {ENROLLED_WITHIN_MINUTES} minutes after signing in. Sign out and sign in again."
        )
    return signed


def _enrolment(secret: bytes, person: PersonRecord) -> Enrolment:
    return Enrolment(one_time_codes.written(secret), one_time_codes.address(secret, person.email, SERVICE))


def confirm_enrolment(store: Store, token: str, code: str, at: str) -> tuple[SignedIn, str, tuple[str, ...]]:
    """Accept the authenticator by a code: the person, the new token, and recovery codes, shown once.

    Other sign-ins end. Raises WrongCode, TooManyAttempts, EnrolmentRefused, NotSignedIn, UnusablePeopleKey.
    """
    signed = _signed_in_lately(store, token, at)
    person = signed.person
    shown = store.people.credentials(person.id)
    if shown.totp_since is not None:
        raise _has_one()
    if shown.totp is None:
        raise EnrolmentRefused("No authenticator is being set up. Begin again.")
    try:
        secret = decrypted(store.folder, person.id, shown.totp, signed.record.id)
    except OtherSecret:
        raise _begun_elsewhere() from None
    _must_be_right(store, person.id, secret, code, at)
    kept = encrypted(store.folder, person.id, secret)
    given = tuple(one_time_codes.handed_out() for _ in range(one_time_codes.RECOVERY))

    def confirmed(_: PersonRecord, now: Credentials) -> Credentials:
        if now.totp_since is not None:
            raise _has_one()
        if now.totp != shown.totp:
            raise _begun_elsewhere()
        return replace(now, totp=kept, totp_since=at, recovery=tuple(map(one_time_codes.digest, given)))

    store.people.change(person.id, confirmed, at, keep=digest(token))
    factor = GivenFactor(person.key.id, "authenticator", at)
    return *renewed(store, token, at, factor), given


def give_code(store: Store, token: str, code: str, at: str) -> tuple[SignedIn, str]:
    """Give the second factor, at sign-in or for a decision: the person, and the new token.

    code: the authenticator's, or a recovery code, each single-use. Raises WrongCode, TooManyAttempts, EnrolmentRefused,
    NotSignedIn, UnusablePeopleKey.
    """
    person = signed_in_so_far(store, token, at).person
    shown = store.people.credentials(person.id)
    if shown.totp is None or shown.totp_since is None:
        raise EnrolmentRefused("Your account has no authenticator. Set one up first.")
    secret = decrypted(store.folder, person.id, shown.totp)
    method = _must_be_right(store, person.id, secret, code, at, recovery=True)
    return renewed(store, token, at, GivenFactor(person.key.id, method, at))


def _must_be_right(
    store: Store, person: int, secret: bytes, code: str, at: str, *, recovery: bool = False
) -> Literal["authenticator", "recovery"]:
    """Use a code, counting the attempt first; what it is of. Raises WrongCode, TooManyAttempts."""
    place = CountedFailures(f"code {person}", OF_CODE)
    count(store, place, [], at)
    step = one_time_codes.step_of(secret, code, seconds(at))
    used = step is not None and store.people.use_step(person, step)
    if not used and not (recovery and store.people.use_recovery(person, one_time_codes.digest(code), at)):
        raise WrongCode
    store.attempts.succeed(place, [], seconds(at))
    return "authenticator" if used else "recovery"


def _begun_elsewhere() -> EnrolmentRefused:
    return EnrolmentRefused(
        "Another authenticator was begun meanwhile, in another window or by somebody else. Begin again; if that was not you, "
        "change your password."
    )


def _has_one() -> EnrolmentRefused:
    return EnrolmentRefused(
        "Your account has an authenticator. Whoever lost it signs in with a recovery code, and asks an administrator to reset "
        "the account."
    )

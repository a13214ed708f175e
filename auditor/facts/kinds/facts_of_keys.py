"""Kinds of facts about keys, accounts, credentials and reminders."""

from __future__ import annotations

from auditor.facts.recorded_fact import RecordedFact


class _NewKey(RecordedFact, frozen=True, kw_only=True):
    id: str
    secret_sha256: str
    role: str
    name: str
    person: bool
    of_rooms: tuple[str, ...] | None = None  # None: those of the authority, or all
    authority: str | None = None
    made_by: str | None = None
    expires_at: str


class KeyMade(_NewKey, frozen=True, kw_only=True, tag="key.made"):
    """A key made for a person or a program."""


class KeyReplaced(_NewKey, frozen=True, kw_only=True, tag="key.replaced"):
    """A key made in place of another one, which ends. ends: by when."""

    replaces: str
    ends: str


class KeyRevokedOnRecord(RecordedFact, frozen=True, kw_only=True, tag="key.revoked"):
    """A key ended at once."""

    id: str


class _OfPerson(RecordedFact, frozen=True, kw_only=True):
    person: int
    who: str | None = None


class PersonInvited(_OfPerson, frozen=True, kw_only=True, tag="person.invited"):
    """An account made, with an invitation. acts_with: its key. parts: email."""

    acts_with: str
    until: str


class PersonReset(_OfPerson, frozen=True, kw_only=True, tag="person.reset"):
    """An account invited again. Its calendar's address ends."""

    until: str


class PersonAccepted(_OfPerson, frozen=True, kw_only=True, tag="person.accepted"):
    """An invitation accepted."""


class PersonDisabled(_OfPerson, frozen=True, kw_only=True, tag="person.disabled"):
    """An account ended for good, with its credentials and its calendar's address."""


class CredentialSet(RecordedFact, frozen=True, kw_only=True, tag="credential.set"):
    """Credentials of an account as they are from now on. parts: secrets."""

    person: int
    issuer: str | None = None
    invitation_until: str | None = None
    totp_since: str | None = None


class CredentialEnded(RecordedFact, frozen=True, kw_only=True, tag="credential.ended"):
    """Credentials of an account ended."""

    person: int


class SignInFactorGiven(RecordedFact, frozen=True, kw_only=True, tag="sign_in.factor"):
    """A second factor given in a sign-in.

    method: authenticator, recovery (a code of it) or provider. given_at: when the provider says that it was; None: at.
    """

    person: int
    sign_in: int
    method: str
    given_at: str | None = None


class CalendarMade(RecordedFact, frozen=True, kw_only=True, tag="calendar.made"):
    """An address of an account's calendar. calendar: the SHA-256 of the secret in it."""

    person: int
    calendar: str


class CalendarEnded(RecordedFact, frozen=True, kw_only=True, tag="calendar.ended"):
    """The address of an account's calendar ended."""

    person: int


class SummaryWanted(RecordedFact, frozen=True, kw_only=True, tag="summary.wanted"):
    """An account's wish for a daily summary by mail."""

    person: int
    daily: bool


class PseudonymKeyMade(RecordedFact, frozen=True, kw_only=True, tag="pseudonyms.key_made"):
    """A room's key for pseudonyms. parts: secret."""

    room: str

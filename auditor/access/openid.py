"""Sign-ins through an OpenID Connect provider: code flow with PKCE, state and nonce.

A sign-in's values derive from one random value in the browser's cookie and count only there. Nothing is kept here, so any process
can finish it. The provider makes codes single-use.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from collections.abc import Mapping

from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from msgspec import Struct

from auditor.access.openid_provider import Provider
from auditor.access.openid_tokens import Identity, identity
from auditor.access.people import AccountNotPossible, must_be_whole, sign_in_name, state
from auditor.access.sign_in_refusals import OpenIdRefused
from auditor.access.signed_in import (
    LONGEST_HOURS,
    OF_ADDRESS,
    SignedIn,
    SignInOrigin,
    begin,
    count,
    network,
    renewed,
    seconds,
    signed_in_so_far,
)
from auditor.store import Store
from auditor.store.attempts import CountedFailures
from auditor.store.sign_ins import GivenFactor
from auditor.store.stored_people import PersonRecord, SignInWay

BEGUN_WITHIN_SECONDS = 600
_BYTES = 32
_LONGEST = 4096  # characters of what comes back
_ERROR = re.compile(r"[a-z_]{1,40}")


class Begun(Struct, frozen=True):
    """A begun sign-in. url: for the browser; keep: its secret for 600 seconds."""

    url: str
    keep: str


def start(provider: Provider, redirect: str, at: str, *, again: bool = False) -> Begun:
    """Begin a sign-in. redirect: this service's address of return. again: new proof of identity, for a decision. Raises
    ProviderUnusable.
    """
    settings = provider.settings
    keep = f"{secrets.token_urlsafe(_BYTES)}.{int(seconds(at))}"
    more: dict[str, str] = {}
    if settings.has_second_factor:  # so that the provider states when it was given
        more["max_age"] = "0" if again else str(LONGEST_HOURS * 3600)
    if settings.acr:
        more["acr_values"] = " ".join(settings.acr)
    if again:
        more["prompt"] = "login"
    url = prepare_grant_uri(
        provider.metadata().authorization_endpoint,
        settings.client_id,
        "code",
        redirect,
        " ".join(settings.scopes),
        _derived(keep, "state"),
        nonce=_derived(keep, "nonce"),
        code_challenge=create_s256_code_challenge(_derived(keep, "verifier")),
        code_challenge_method="S256",
        **more,
    )
    return Begun(url, keep)


def finish(
    store: Store,
    provider: Provider,
    keep: str,
    answer: Mapping[str, str],
    redirect: str,
    client: SignInOrigin,
    at: str,
    token: str | None = None,
) -> tuple[SignedIn, str]:
    """Finish a sign-in by the provider's answer: the person, and the token.

    keep, redirect: as in `start`. token: of a sign-in that repeats the second factor, and goes on under another token. An
    account's first such sign-in binds it to the subject as its only way. Raises OpenIdRefused, ProviderUnusable, TooManyAttempts,
    AccountDamaged; with a token, NotSignedIn.
    """
    _must_be_begun_here(keep, answer, at)
    _must_be_given(provider, answer)
    place = CountedFailures(f"openid {network(client.address)}", OF_ADDRESS)
    count(store, place, [], at)
    tokens = provider.tokens(answer["code"], _derived(keep, "verifier"), redirect)
    found = identity(provider, tokens, _derived(keep, "nonce"), at)
    store.attempts.succeed(place, [], seconds(at))
    if token is not None:
        return _again(store, provider, found, token, at)
    way = SignInWay(issuer=provider.settings.issuer, subject=found.subject)
    person = _person(store, provider, found, way, at)
    new = begin(store, person, way, client, at, _factor(person, found, at))
    if new is None:
        raise _no_account(found.email)  # it was reset or disabled meanwhile
    return signed_in_so_far(store, new, at), new


def _again(store: Store, provider: Provider, found: Identity, token: str, at: str) -> tuple[SignedIn, str]:
    signed = signed_in_so_far(store, token, at)
    own = store.people.of_subject(provider.settings.issuer, found.subject)
    if own is None or own.id != signed.person.id:
        raise OpenIdRefused(
            f"{provider.settings.name} signed in another person. Sign out here and there, and begin again."
        )
    return renewed(store, token, at, _factor(signed.person, found, at))


def _factor(person: PersonRecord, found: Identity, at: str) -> GivenFactor | None:
    """Second factor that the provider says that a person gave, or None."""
    return None if found.factor_at is None else GivenFactor(person.key.id, "provider", at, found.factor_at)


def _person(store: Store, provider: Provider, found: Identity, way: SignInWay, at: str) -> PersonRecord:
    """Account of the subject, or of the address without a subject, which is bound to it."""
    person = store.people.of_subject(provider.settings.issuer, found.subject)
    if person is None:
        return _bound(store, provider, found, way, at)
    must_be_whole(store, person)
    if state(person, at) != "active":
        raise _no_account(person.email)
    return person


def _bound(store: Store, provider: Provider, found: Identity, way: SignInWay, at: str) -> PersonRecord:
    if found.email is None:
        raise OpenIdRefused(
            f"{provider.settings.name} did not state a verified e-mail address for you, so no account was found. Ask "
            f"whoever runs {provider.settings.name}."
        )
    try:
        person = store.people.of_email(sign_in_name(found.email))
    except AccountNotPossible:
        person = None
    if person is None or state(person, at) not in ("active", "invited"):
        raise _no_account(found.email)
    must_be_whole(store, person)
    bound = store.people.bind(person.id, way, at)
    if bound is None:
        raise OpenIdRefused(
            f"The account {person.email} belongs to another person of {provider.settings.name}, or of the provider before. Ask "
            "an administrator to reset it."
        )
    return bound


def _must_be_begun_here(keep: str, answer: Mapping[str, str], at: str) -> None:
    """Raise OpenIdRefused unless the same browser returns in time."""
    _, _, begun = keep.rpartition(".")
    expected, stated = _derived(keep, "state"), answer.get("state", "")
    is_own = hmac.compare_digest(expected.encode(), stated.encode())
    if not (is_own and begun.isdecimal() and 0 <= seconds(at) - int(begun[:12]) < BEGUN_WITHIN_SECONDS):
        raise OpenIdRefused(
            f"This sign-in was not begun in this browser, or more than {BEGUN_WITHIN_SECONDS // 60} minutes ago. Begin again."
        )


def _must_be_given(provider: Provider, answer: Mapping[str, str]) -> None:
    """Raise OpenIdRefused unless the answer is this provider's (RFC 9207) with a code."""
    settings = provider.settings
    issuer = answer.get("iss")
    if issuer is None and provider.metadata().authorization_response_iss_parameter_supported:
        raise provider.unusable("its answer does not say whose it is")
    if issuer not in (None, settings.issuer):
        raise provider.unusable("its answer is another provider's")
    error = answer.get("error", "")
    if error or not 0 < len(answer.get("code", "")) <= _LONGEST:
        named = f" ({error})" if _ERROR.fullmatch(error) else ""
        raise OpenIdRefused(
            f"{settings.name} did not sign you in{named}. Begin again; if that does not help, ask whoever runs {settings.name}."
        )


def _no_account(email: str | None) -> OpenIdRefused:
    return OpenIdRefused(
        f"{email or 'Whom the provider means'} has no account of this service that can be used. Ask an administrator for an "
        "invitation."
    )


def _derived(keep: str, what: str) -> str:
    """A value of a sign-in: 43 characters that reveal no other."""
    made = hmac.digest(keep.encode(), what.encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")

"""Subject of an ID token of the provider, for this service and sign-in, within its time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from authlib.oidc.core.claims import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from msgspec import Struct

from auditor.access.openid_provider import Provider, Tokens
from auditor.access.signed_in import LONGEST_HOURS, seconds
from auditor.store.service_clock import after, written

# signatures by a key that only the provider has; none is made with what the service knows too
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
LEEWAY_SECONDS = 60  # by which two clocks differ
_LONGEST_SUBJECT = 255


class Identity(Struct, frozen=True):
    """A person by the provider. email: verified, or None. factor_at: time of a counting second factor, where stated."""

    subject: str
    email: str | None
    factor_at: str | None


def identity(provider: Provider, tokens: Tokens, nonce: str, at: str) -> Identity:
    """Subject of the tokens. Raises ProviderUnusable."""
    claims = _claims(provider, tokens, nonce, at)
    subject = claims["sub"]
    if not (isinstance(subject, str) and 0 < len(subject) <= _LONGEST_SUBJECT and subject.isprintable()):
        raise provider.unusable("its ID token has no subject")
    email = _email(provider, claims)
    if email is None:
        more = provider.user(tokens.access_token)
        email = _email(provider, more) if more.get("sub") == subject else None
    return Identity(subject, email, _factor_at(provider, claims, at))


def _claims(provider: Provider, tokens: Tokens, nonce: str, at: str) -> Mapping[str, Any]:
    settings = provider.settings
    try:
        try:
            token = jwt.decode(tokens.id_token, provider.keys(), algorithms=ALGORITHMS)
        except JoseError:  # perhaps of a new key
            token = jwt.decode(tokens.id_token, provider.keys(again=True), algorithms=ALGORITHMS)
        claims = CodeIDToken(
            token.claims,
            token.header,
            {"iss": {"essential": True, "value": settings.issuer}},
            {"nonce": nonce, "client_id": settings.client_id, "access_token": tokens.access_token},
        )
        claims.validate(int(seconds(at)), LEEWAY_SECONDS)
    except (JoseError, ValueError, TypeError, AttributeError) as error:
        raise provider.unusable(f"its ID token is not valid ({error})") from None
    if claims["iss"] != settings.issuer or claims["aud"] not in (settings.client_id, [settings.client_id]):
        raise provider.unusable("its ID token is not its own for this service alone")
    return claims


def _email(provider: Provider, claims: Mapping[str, Any]) -> str | None:
    settings = provider.settings
    found = claims.get(settings.email_claim)
    verified = settings.email_always_verified or claims.get("email_verified") is True
    return found if isinstance(found, str) and verified else None


def _factor_at(provider: Provider, claims: Mapping[str, Any], at: str) -> str | None:
    """Time of the second factor; None where unstated, as it may be old."""
    if not provider.settings.gives_second_factor(claims):
        return None
    try:
        given = min(written(claims["auth_time"]), at)
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None
    return given if at < after(given, hours=LONGEST_HOURS) else None

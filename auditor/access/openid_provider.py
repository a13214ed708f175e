"""Calls of an OpenID Connect provider: description, keys, tokens, claims."""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote_plus

import msgspec
from authlib.oauth2.rfc6749.parameters import prepare_token_request
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from auditor.access.openid_configuration import OpenIdSettings
from auditor.access.sign_in_refusals import OpenIdRefused, ProviderUnusable
from auditor.outgoing.addresses import BadAddress, RequestTarget
from auditor.outgoing.outgoing_posting import NotReached, TargetAnswer, get, post
from rules.typed import from_json

KEPT_SECONDS = 3600  # that a description and keys are kept
AGAIN_SECONDS = 60  # how soon keys are asked for again, for one that is not known
_MOST_BYTES = 1 << 18
_NAME = re.compile(r"[a-z_]{1,40}")  # of an error
_FORM = "application/x-www-form-urlencoded"
_T = TypeVar("_T")


class Metadata(Struct):
    """Used part of a provider's description (OpenID Connect Discovery)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    authorization_response_iss_parameter_supported: bool = False


class Tokens(Struct):
    """Tokens for a code."""

    id_token: str
    access_token: str


class _Keys(Struct):
    keys: list[dict[str, Any]] = []


class _Refusal(Struct):
    error: str = ""


_metadata = from_json(Metadata)
_tokens = from_json(Tokens)
_keys = from_json(_Keys)
_refusal = from_json(_Refusal)
_anything = from_json(dict)


class Provider:
    """A provider, whose description and keys each process keeps for an hour."""

    def __init__(self, settings: OpenIdSettings) -> None:
        self.settings = settings
        self._metadata: tuple[float, Metadata] | None = None
        self._keys: tuple[float, KeySet] | None = None

    def metadata(self) -> Metadata:
        """The provider's description. Raises ProviderUnusable."""
        if self._metadata is None or self._metadata[0] + KEPT_SECONDS < time.monotonic():
            found = self._read(self.settings.discovery, {}, _metadata)
            if found.issuer != self.settings.issuer:
                raise self.unusable(
                    f"it says that it is {found.issuer!r}, and openid.toml names {self.settings.issuer!r}"
                )
            self._target(
                found.authorization_endpoint
            )  # the browser goes there: over TLS, and to a host that is listed
            self._metadata = time.monotonic(), found
        return self._metadata[1]

    def keys(self, *, again: bool = False) -> KeySet:
        """Keys of its tokens. again: anew, unless a minute ago. Raises ProviderUnusable."""
        kept = AGAIN_SECONDS if again else KEPT_SECONDS
        if self._keys is None or self._keys[0] + kept < time.monotonic():
            found = self._read(self._target(self.metadata().jwks_uri), {}, _keys)
            try:
                self._keys = time.monotonic(), KeySet.import_key_set({"keys": found.keys})
            except (JoseError, ValueError, KeyError, TypeError, AttributeError):
                raise self.unusable("its keys cannot be read") from None
        return self._keys[1]

    def tokens(self, code: str, verifier: str, redirect: str) -> Tokens:
        """Tokens for a code. Raises OpenIdRefused, ProviderUnusable."""
        form = {"code": code, "code_verifier": verifier}
        headers = {"Content-Type": _FORM, "Accept": "application/json"}
        settings, metadata = self.settings, self.metadata()
        if settings.token_endpoint_auth_method == "client_secret_post":
            form |= {"client_id": settings.client_id, "client_secret": settings.client_secret}
        else:  # encoded as RFC 6749 says; not every provider decodes it
            pair = f"{quote_plus(settings.client_id)}:{quote_plus(settings.client_secret)}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        body = prepare_token_request("authorization_code", redirect_uri=redirect, **form)
        try:
            answer = post(
                self._target(metadata.token_endpoint), settings.private, headers, body.encode(), _MOST_BYTES
            )
        except NotReached as error:
            raise self.unusable(str(error)) from None
        if _error(answer) == "invalid_grant":
            raise OpenIdRefused(f"{settings.name} refused the code that it gave your browser. Begin again.")
        return self._decoded(self._right(answer), _tokens)

    def user(self, access_token: str) -> dict[str, Any]:
        """Claims about an access token's holder; {} without an address for them. Raises ProviderUnusable."""
        address = self.metadata().userinfo_endpoint
        if address is None:
            return {}
        return self._read(self._target(address), {"Authorization": f"Bearer {access_token}"}, _anything)

    def unusable(self, why: str) -> ProviderUnusable:
        """Error of an unusable answer."""
        return ProviderUnusable(self.settings.name, why)

    def _target(self, url: str) -> RequestTarget:
        try:
            return self.settings.target(url)
        except BadAddress as error:
            raise self.unusable(f"of {url!r}, {error}".rstrip(".")) from None

    def _read(self, target: RequestTarget, headers: dict[str, str], decode: Callable[[bytes], _T]) -> _T:
        try:
            answer = get(
                target, self.settings.private, {"Accept": "application/json", **headers}, _MOST_BYTES
            )
        except NotReached as error:
            raise self.unusable(str(error)) from None
        return self._decoded(self._right(answer), decode)

    def _right(self, answer: TargetAnswer) -> TargetAnswer:
        if answer.status != 200:
            error = _error(answer)
            raise self.unusable(f"it answers with the status {answer.status}{f' ({error})' if error else ''}")
        return answer

    def _decoded(self, answer: TargetAnswer, decode: Callable[[bytes], _T]) -> _T:
        try:
            return decode(answer.body)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self.unusable("its answer is not the one that OpenID Connect asks for") from None


def _error(answer: TargetAnswer) -> str:
    if answer.status == 200:
        return ""
    try:
        found = _refusal(answer.body).error
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    return found if _NAME.fullmatch(found) else ""

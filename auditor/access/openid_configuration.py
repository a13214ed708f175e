"""Provider of sign-ins: `openid.toml` in the data folder, with the secret elsewhere."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from auditor.outgoing.addresses import BadAddress, Network, RequestTarget, networks, target
from auditor.signing.secrets import BadSigning, pin
from rules.typed import from_plain

FILE = "openid.toml"
VARIABLE = "AUDITOR_OPENID"
AuthMethod = Literal["client_secret_basic", "client_secret_post"]
_EMAIL = "email"  # the claim that `email_verified` is about (OpenID Connect Core, 5.1)
_DISCOVERY = "/.well-known/openid-configuration"


class BadOpenId(ValueError):
    """An unusable configuration, in words for the operator, without secrets."""


@dataclass(frozen=True)
class OpenIdSettings:
    """An OpenID Connect provider, and this service as its client.

    name: for people. acr, amr: claim values that mean a second factor. email_always_verified: only the provider's administrator
    sets addresses.
    """

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    token_endpoint_auth_method: AuthMethod
    name: str
    scopes: tuple[str, ...]
    email_claim: str
    email_always_verified: bool
    acr: tuple[str, ...]
    amr: tuple[str, ...]
    hosts: tuple[str, ...]
    private: tuple[Network, ...]
    ca: str | None

    @property
    def discovery(self) -> RequestTarget:
        """Address at which the provider describes itself."""
        return self.target(self.issuer.rstrip("/") + _DISCOVERY)

    @property
    def has_second_factor(self) -> bool:
        """Whether any statement of the provider counts as second factor."""
        return bool(self.acr or self.amr)

    def target(self, url: str) -> RequestTarget:
        """Target of a provider's address. Raises BadAddress for an unlisted host."""
        return target(url, self.hosts, self.ca)

    def gives_second_factor(self, claims: Mapping[str, Any]) -> bool:
        """Whether an ID token's claims state a second factor."""
        methods = claims.get("amr")
        given = set(self.amr).intersection(
            each for each in (methods if isinstance(methods, list) else []) if isinstance(each, str)
        )
        return bool(given) or claims.get("acr") in self.acr


class _File(Struct, forbid_unknown_fields=True):
    issuer: str
    client_id: str
    client_secret_file: str | None = None
    client_secret_variable: str | None = None
    token_endpoint_auth_method: AuthMethod = "client_secret_basic"
    name: str | None = None
    scopes: tuple[str, ...] = ("openid", "email")
    email_claim: str = _EMAIL
    email_always_verified: bool = False
    second_factor_acr: list[str] = []
    second_factor_amr: list[str] = []
    hosts: list[str] = []
    private: list[str] = []
    ca: str | None = None


_read_file = from_plain(_File)


def read_openid(folder: Path) -> OpenIdSettings | None:
    """Configuration of a data folder, or None. Raises BadOpenId."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else folder / FILE
    try:
        file = _read_file(tomllib.loads(path.read_text("utf-8")))
        return _settings(path.parent, file)
    except (FileNotFoundError, NotADirectoryError):
        if named:
            raise BadOpenId(f"{VARIABLE} names {path}, which does not exist.") from None
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadOpenId(f"{path} cannot be read: {error}.") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, BadAddress, BadSigning, BadOpenId) as error:
        raise BadOpenId(f"{path}: {error}") from None


def _settings(folder: Path, file: _File) -> OpenIdSettings:
    secret = pin(
        "client_secret",
        None if file.client_secret_file is None else folder / file.client_secret_file,
        file.client_secret_variable,
    )
    if not secret:
        raise BadOpenId(
            "the client has no secret. State client_secret_file, a file of mode 600, or client_secret_variable."
        )
    if "openid" not in file.scopes:
        raise BadOpenId('scopes: "openid" is to be among them.')
    if file.email_claim != _EMAIL and not file.email_always_verified:
        raise BadOpenId(
            f"email_claim: email_verified is about the claim {_EMAIL!r} and says nothing of {file.email_claim!r}. State "
            "email_always_verified = true where nobody but the provider's administrator sets that claim; else leave email_claim "
            "out."
        )
    found = OpenIdSettings(
        issuer=file.issuer,
        client_id=file.client_id,
        client_secret=secret,
        token_endpoint_auth_method=file.token_endpoint_auth_method,
        name=file.name or "",
        scopes=file.scopes,
        email_claim=file.email_claim,
        email_always_verified=file.email_always_verified,
        acr=tuple(file.second_factor_acr),
        amr=tuple(file.second_factor_amr),
        hosts=tuple(file.hosts),
        private=tuple(networks(file.private)),
        ca=None if file.ca is None else str(folder / file.ca),
    )
    try:
        host = found.discovery.host
    except BadAddress as error:
        raise BadOpenId(f"issuer: {error}") from None
    return found if found.name else replace(found, name=host)

"""How people sign in: authenticators that their key opens, and a provider that is named as it can be used."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.access.openid_configuration import FILE, BadOpenId, read_openid
from auditor.doctor.fault import Fault
from auditor.doctor.guarded import guarded
from auditor.store.connection import Connections
from auditor.store.people_key import UnusablePeopleKey, decrypted


def authenticators(connections: Connections) -> Iterator[Fault]:
    """Authenticators that nobody can use, because people.key is lost or another one. What is not set up yet is none."""
    if not connections.db["credentials"].exists():
        return
    confirmed = "SELECT person, totp FROM credentials WHERE totp_since IS NOT NULL"
    for person, kept in connections.db.execute(confirmed):
        yield from guarded("credentials", f"{person}", _authenticator(connections, person, kept))


def _authenticator(connections: Connections, person: int, kept: str) -> Iterator[Fault]:
    try:
        decrypted(connections.path.parent, person, kept)
    except UnusablePeopleKey as error:
        yield Fault("credentials", f"{person}", "an authenticator that people.key opens", str(error))


def openid(connections: Connections) -> Iterator[Fault]:
    """What is wrong with openid.toml. Nothing where there is no such file; the provider is not asked."""
    try:
        read_openid(connections.path.parent)
    except BadOpenId as error:
        yield Fault("", FILE, "a configuration that can be used", str(error))

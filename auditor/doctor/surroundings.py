"""Surroundings of a store: space, clock, permissions, signing, sign-in."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.access.openid_configuration import FILE as OPENID_FILE
from auditor.access.openid_configuration import BadOpenId, read_openid
from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.free_space import free_space
from auditor.signing.secrets import BadSigning
from auditor.signing.signing_configuration import FILE as SIGNING_FILE
from auditor.signing.signing_configuration import read_signing
from auditor.signing.validity import trouble
from auditor.store.connection import Connections
from auditor.store.fact_parts import part
from auditor.store.people_key import UnusablePeopleKey, decrypted
from auditor.store.service_clock import now
from auditor.store.stored_fact_tables import has_facts

_TIMES = (
    ("evidence", "received_at"), ("sessions", "received_at"), ("changes", "at"), ("audits", "created_at"),
    ("audits", "finished_at"), ("holds", "at"), ("purges", "at"),
)  # fmt: skip


def disk(connections: Connections) -> Iterator[StoreFault]:
    """Too little free space."""
    free, least = free_space(connections.path.parent)
    if free < least:
        yield StoreFault("", "", f"{least:,} bytes free", f"{free:,} bytes")


def clock(connections: Connections) -> Iterator[StoreFault]:
    """A clock before the record."""
    at = now()
    there = set(connections.db.table_names())
    for table, column in (each for each in _TIMES if each[0] in there):
        yield from guarded(table, "", _newest(connections.db, table, column, at))


def _newest(db: Database, table: str, column: str, at: str) -> Iterator[StoreFault]:
    (newest,) = db.execute(f"SELECT max({column}) FROM {table}").fetchone()
    if newest is not None and newest > at:
        yield StoreFault(table, "", f"a clock at {newest} or later, as {column} of the newest row", at)


def permissions(connections: Connections) -> Iterator[StoreFault]:
    """A folder open to others, or not writable."""
    folder = connections.path.parent
    found = folder.stat()
    if found.st_mode & 0o077:
        yield StoreFault("", str(folder), "mode 700", f"mode {found.st_mode & 0o777:o}")
    if found.st_uid not in (os.geteuid(), 0) and os.geteuid() != 0:
        yield StoreFault(
            "", str(folder), "a folder of the user who runs the service", f"owner {found.st_uid}"
        )
    for path in (folder, connections.path):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            yield StoreFault("", str(path), "one that can be written to", "one that cannot")


def signing(connections: Connections) -> Iterator[StoreFault]:
    """Faults of signing.toml and its certificates' time, if there is one."""
    try:
        found = read_signing(connections.path.parent)
    except BadSigning as error:
        yield StoreFault("", SIGNING_FILE, "a configuration that can be used", str(error))
        return
    wrong = None if found is None else trouble(found, dt.datetime.now(dt.UTC))
    if wrong is not None:
        yield StoreFault("", SIGNING_FILE, "certificates that are valid for another 30 days", wrong)


def authenticators(connections: Connections) -> Iterator[StoreFault]:
    """Authenticators unusable by a lost or changed people.key."""
    if not has(connections.db, "credentials"):
        return
    for person, kept in _confirmed(connections.db):
        yield from guarded("credentials", f"{person}", _authenticator(connections, person, kept))


def _confirmed(db: Database) -> Iterator[tuple[int, str]]:
    """Accounts with the encrypted secrets of their authenticators; those that were altered are named elsewhere."""
    if not has_facts(db, "credentials"):
        yield from db.execute("SELECT person, totp FROM credentials WHERE totp_since IS NOT NULL")
        return
    for person, digest in db.execute("SELECT person, secrets FROM credentials WHERE totp_since IS NOT NULL"):
        secrets = part(db, digest)
        if secrets is not None:
            yield person, secrets["totp"]


def _authenticator(connections: Connections, person: int, kept: str) -> Iterator[StoreFault]:
    try:
        decrypted(connections.path.parent, person, kept)
    except UnusablePeopleKey as error:
        yield StoreFault("credentials", f"{person}", "an authenticator that people.key opens", str(error))


def openid(connections: Connections) -> Iterator[StoreFault]:
    """Faults of openid.toml, if there is one, without asking the provider."""
    try:
        read_openid(connections.path.parent)
    except BadOpenId as error:
        yield StoreFault("", OPENID_FILE, "a configuration that can be used", str(error))

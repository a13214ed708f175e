"""What a store needs around it: space, a clock, and a folder that is its owner's alone."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import Fault
from auditor.doctor.guarded import guarded
from auditor.health import free_space
from auditor.store.connection import Connections
from auditor.store.times import now

_TIMES = (
    ("evidence", "received_at"), ("sessions", "received_at"), ("changes", "at"), ("audits", "created_at"),
    ("audits", "finished_at"), ("holds", "at"), ("purges", "at"),
)  # fmt: skip


def disk(connections: Connections) -> Iterator[Fault]:
    """Too little free space."""
    free, least = free_space(connections.path.parent)
    if free < least:
        yield Fault("", "", f"{least:,} bytes free", f"{free:,} bytes")


def clock(connections: Connections) -> Iterator[Fault]:
    """A clock that is before what is on record."""
    at = now()
    there = set(connections.db.table_names())
    for table, column in (each for each in _TIMES if each[0] in there):
        yield from guarded(table, "", _newest(connections.db, table, column, at))


def _newest(db: Database, table: str, column: str, at: str) -> Iterator[Fault]:
    (newest,) = db.execute(f"SELECT max({column}) FROM {table}").fetchone()
    if newest is not None and newest > at:
        yield Fault(table, "", f"a clock at {newest} or later, as {column} of the newest row", at)


def permissions(connections: Connections) -> Iterator[Fault]:
    """A folder that others may enter, or that the caller may not write to."""
    folder = connections.path.parent
    found = folder.stat()
    if found.st_mode & 0o077:
        yield Fault("", str(folder), "mode 700", f"mode {found.st_mode & 0o777:o}")
    if found.st_uid not in (os.geteuid(), 0) and os.geteuid() != 0:
        yield Fault("", str(folder), "a folder of the user who runs the service", f"owner {found.st_uid}")
    for path in (folder, connections.path):
        if not os.access(path, os.R_OK | os.W_OK):
            yield Fault("", str(path), "one that can be written to", "one that cannot")

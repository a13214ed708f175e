"""Examination of a store by all checks, read-only, also beside a running service."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from sqlite_utils import Database

from auditor.doctor import (
    bytes_examined,
    checkpoints_examined,
    contents_examined,
    database_examined,
    inbox_examined,
    incidents_examined,
    purges_examined,
    surroundings,
    tables_examined,
)
from auditor.doctor import register_examined as of_register
from auditor.doctor.fault import NotExamined, Remark, StoreFault
from auditor.doctor.guarded import as_text, guarded, in_words, printable
from auditor.doctor.legacy import seals_examined
from auditor.doctor.notes_of_log import notes_of_log
from auditor.register import tree
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Verifier
from auditor.store.connection import Connections, StoreError
from auditor.store.connections_of import FILE, connections_of, has_store, name_of_store
from auditor.store.handover import keys_of_log
from auditor.store.stored_register import last_checkpoint
from auditor.store.streamed_rows import streamed

MOST_FAULTS = 100  # of a check

Check = Callable[[Connections], Iterator[StoreFault]]


class CannotExamine(ValueError):
    """An unreadable file, or no store, in words."""


class ExaminedCheck(Struct, frozen=True):
    """A check with its faults; ``more``: unlisted ones. ``not_done``: what of it was not examined, and why; "" nothing.

    remarks: sentences on what is no fault.
    """

    check: str
    subject: str
    faults: list[StoreFault]
    more: int = 0
    not_done: str = ""
    remarks: list[str] = []


class Examination(Struct, frozen=True):
    """Checks of a store in order. notes: what its log says of how the store came to be as it is, in words."""

    store: str
    sound: bool
    checks: list[ExaminedCheck]
    notes: tuple[str, ...] = ()


_Checks = tuple[tuple[str, str, Check], ...]
_OF_FILES: _Checks = (
    ("database", "the file's pages, indexes and references", tables_examined.database),
    ("migrations", "the schema is one that this version knows", tables_examined.migrations),
    ("schema", "the tables and indexes as migrations make them, and no trigger", tables_examined.schema),
)
_OF_DATABASES: _Checks = (
    ("database", "references; indexes and rows, by amcheck of PostgreSQL", database_examined.database),
    ("migrations", "the schema is one that this version knows", tables_examined.migrations),
    (
        "schema",
        "the tables, columns, indexes and triggers as this version makes them",
        database_examined.schema,
    ),
)
# Of a file by itself: a backup too.
_OF_RECORDS: _Checks = (
    ("evidence", "the bytes of logs, by their SHA-256", contents_examined.evidence),
    ("originals", "the bytes that logs are derived from, by their SHA-256", contents_examined.originals),
    ("events", "the bytes of tournaments and ledgers, by their SHA-256", contents_examined.events),
    ("documents", "files of controls and documents, by their SHA-256", contents_examined.documents),
    ("results", "finished audits, by the SHA-256 of their result", contents_examined.results),
    ("attachments", "files attached to answers, by their SHA-256", incidents_examined.files),
    ("reports", "issued reports, by their SHA-256", contents_examined.issued_reports),
    ("purges", "what was purged, after its time and not held", purges_examined.purges),
    (
        "register",
        "each entry, its fact, what it makes and its place in the tree; and facts without an entry",
        of_register.register,
    ),
)
# Of a store that a version with facts has not brought up to date.
_OF_SEALS: _Checks = (
    ("rows", "every row on record, by its seal", seals_examined.rows),
    ("seals", "the chain of seals", seals_examined.seals),
)
_OF_FOLDERS: _Checks = (
    ("erasure", "nothing left of what was purged", purges_examined.erasure),
    (
        "bytes",
        "those outside of the database: whose they are, and none that nobody needs",
        bytes_examined.outside,
    ),
    ("inbox", "uploads that are kept and not on record yet", inbox_examined.inbox),
    ("disk", "free space", surroundings.disk),
    ("clock", "not before the newest record", surroundings.clock),
    ("permissions", "the folder is its owner's alone", surroundings.permissions),
    ("signing", "what reports are signed with, and how long it is valid", surroundings.signing),
    ("authenticators", "those of people, which people.key opens", surroundings.authenticators),
    ("openid", "the provider that people sign in through, as it is named", surroundings.openid),
)


def examine(path: Path, *, folder: bool = True) -> Examination:
    """Examine a store: its file, or the database that a data folder has in its place. folder: a service's, whose surroundings
    count. Raises CannotExamine.
    """
    with _store_at(path) as (name, connections):
        of_store = _OF_FILES if path.is_file() else _OF_DATABASES
        sealed = _OF_SEALS if seals_examined.has_seals(connections) else ()
        return _examined(
            name, connections, [*of_store, *_OF_RECORDS, *sealed, *(_OF_FOLDERS if folder else ())]
        )


def examine_records(connections: Connections, name: str, key: Verifier) -> Examination:
    """Examine the records of a store within the transaction that made it. key: that signed its register."""
    others = [each for each in _OF_RECORDS if each[0] != "register"]

    def register(store: Connections) -> Iterator[StoreFault]:
        return of_register.register_alone(store, key)

    return _examined(
        name, connections, [*others, ("register", "each entry, and what its fact makes", register)]
    )


def _examined(name: str, connections: Connections, checks: Sequence[tuple[str, str, Check]]) -> Examination:
    found = [_checked(connections, *each) for each in checks]
    return Examination(name, not any(each.faults for each in found), found, notes_of_log(connections.db))


class VerifiedRegister(Struct, frozen=True):
    """A recomputed register. root: hex; ``more``: unlisted faults. key: verified signer, or None.
    checkpoint: the store's last.
    """

    size: int
    root: str
    key: str | None
    checkpoint: str | None
    faults: list[StoreFault]
    more: int


def verify_register(
    path: Path, key: Verifier | None = None, left: Sequence[tuple[str, bytes]] = ()
) -> VerifiedRegister:
    """Recompute a store's register. Raises CannotExamine, and NoteError for an invalid checkpoint.

    key: signer, None for the file's beside the store. left: named checkpoints that left the store.
    """
    with _store_at(path) as (name, connections):
        if of_register.is_missing(connections.db):
            raise CannotExamine(f"{name} has no register yet: it gets one when this version opens it.")
        known = key or checkpoints_examined.key_beside(connections.path)
        others = [(each, _checkpoint(connections.db, note, known)) for each, note in left]
        found = _checked(connections, "register", "", lambda store: of_register.register(store, known))
        try:
            leaves = [
                leaf for (leaf,) in streamed(connections.db, "SELECT leaf FROM register ORDER BY entry")
            ]
            faults = [*checkpoints_examined.compared(others, leaves), *found.faults]
            root, last = tree.root(leaves).hex(), _last(connections.db)
        except (StoreError, TypeError, UnicodeError) as error:
            raise CannotExamine(f"{name} cannot be read: {in_words(error)[1]}.") from error
        return VerifiedRegister(
            len(leaves), root, None if known is None else str(known), last, faults, found.more
        )


def _checkpoint(db: Database, note: bytes, key: Verifier | None) -> Checkpoint:
    if key is None:
        raise NoteError("No key is known that signs this register's checkpoints. State it.")
    return keys_of_log(db, key).seen(note)


def _last(db: Database) -> str | None:
    return last_checkpoint(db) if tables_examined.has(db, "checkpoints") else None


def must_be_a_store(path: Path, name: str) -> None:
    """Raise CannotExamine where a file is no store. name: in words."""
    with _opened(Connections(path, read_only=True), name):
        pass


@contextmanager
def _store_at(path: Path) -> Iterator[tuple[str, Connections]]:
    """The read-only store at a path, which a database may be in place of, and its name. Raises CannotExamine."""
    try:
        if path.is_file():
            name, connections = f"{path}", Connections(path, read_only=True)
        elif path.name == FILE and has_store(path.parent):
            name, connections = name_of_store(path.parent), connections_of(path.parent, read_only=True)
        else:
            raise CannotExamine(f"There is no store at {path}.")
    except StoreError as error:
        raise CannotExamine(f"{error}") from error
    with _opened(connections, name):
        yield name, connections


@contextmanager
def _opened(connections: Connections, name: Path | str) -> Iterator[Connections]:
    """A read-only store, whatever its text. name: in words. Raises CannotExamine."""
    try:
        _must_be_a_store(connections, name)
        yield connections
    finally:
        connections.close()


def _must_be_a_store(connections: Connections, name: Path | str) -> None:
    try:
        db: Database = connections.db
        db.conn.text_factory = as_text  # of SQLite; PostgreSQL keeps no text that is not UTF-8
        names = {each for (each,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except StoreError as error:
        raise CannotExamine(f"{name} cannot be read: {error}.") from error
    if "evidence" not in names:
        raise CannotExamine(f"{name} is no store of the auditor: it has no evidence.")


def _checked(connections: Connections, name: str, subject: str, check: Check) -> ExaminedCheck:
    faults: list[StoreFault] = []
    remarks: list[str] = []
    more, not_done = 0, ""
    for fault in guarded("", "", check(connections)):
        if isinstance(fault, NotExamined):
            not_done = fault.found
        elif isinstance(fault, Remark):
            remarks.append(printable(fault).found)
        elif len(faults) < MOST_FAULTS:
            faults.append(printable(fault))
        else:
            more += 1
    return ExaminedCheck(name, subject, faults, more, not_done, remarks)

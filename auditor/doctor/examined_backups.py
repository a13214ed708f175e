"""Examined backups, and restored stores."""

from __future__ import annotations

import datetime as dt
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec import Struct
from sqlite_utils.utils import sqlite3

from auditor.doctor.accepted_loss import LostEntries, begin_anew, lost_by
from auditor.doctor.examination import CannotExamine, Examination, examine, must_be_a_store
from auditor.register.register_notes import NoteError, Verifier
from auditor.store.connection import StoreError
from auditor.store.inbox_folder import FOLDER as INBOX
from auditor.store.inbox_folder import copied_inbox
from auditor.store.inbox_key import FILE as INBOX_KEY
from auditor.store.legacy.reminder_tables import END_CALENDARS_BEFORE_FACTS
from auditor.store.people_key import FILE as PEOPLE_KEY
from auditor.store.redaction_key import FILE as REDACTION_KEY
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import RegisterHead, replace_head
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import UnusableKey, load
from auditor.store.sign_in_key import FILE as SIGN_IN_KEY
from auditor.store.store import FILE
from auditor.store.store_backup import copy_store, sync
from auditor.store.stored_reminders import END_CALENDARS

_PUT_BACK_BEFORE = (
    KEY,
    HEAD,
    INBOX_KEY,
    PEOPLE_KEY,
    REDACTION_KEY,
    SIGN_IN_KEY,
)  # files that may be in a folder before its store
BEING_MADE = ".restoring-"  # begin of the name of a folder in which a store is made of a copy


class CannotRestore(ValueError):
    """A backup that cannot be restored into a folder, in words."""


class Restored(Struct, frozen=True):
    """A restored store. aside: path of the replaced one. lost, register: the loss, and the key of the register that states it."""

    aside: Path | None = None
    lost: LostEntries | None = None
    register: Verifier | None = None


class DamagedCopy(Exception):
    """An unsound copy with its faults. ``kept``: it was named or put into place nevertheless."""

    def __init__(self, examination: Examination, kept: bool) -> None:
        super().__init__("the copy is not sound")
        self.examination = examination
        self.kept = kept


def back_up(source: Path, target: Path) -> Examination:
    """Copy a store, even a running one, and examine the copy. What waits in its inbox is copied beside it (`inbox_beside`).

    Raises TargetExists, CannotExamine, OSError, StoreError, DamagedCopy. A whole database with a damaged record is kept, as the
    store is no better.
    """
    if not source.is_file():
        raise CannotExamine(f"There is no store at {source}.")
    must_be_a_store(source, f"{source}")
    found: list[Examination] = []

    def approve(copy: Path) -> None:
        examination = examine(copy, folder=False)
        found.append(examination)
        if any(each.faults for each in examination.checks if each.check == "database"):
            raise DamagedCopy(examination, kept=False)

    with _inbox_beside(source, target):  # copied first: what is entered meanwhile is in both
        copy_store(source, target, approve)
    if not found[0].sound:
        raise DamagedCopy(found[0], kept=True)
    return found[0]


def inbox_beside(backup: Path) -> Path:
    """Folder beside a backup with the uploads that were not on record yet, if there were some."""
    return backup.with_name(f"{backup.name}.{INBOX}")


@contextmanager
def _inbox_beside(source: Path, target: Path) -> Iterator[None]:
    """Block that copies a store, with its inbox copied before; without it where the block fails."""
    beside = inbox_beside(target)
    new = not beside.exists()
    if not target.exists():
        copied_inbox(source.parent / INBOX, beside)
    try:
        yield
    except BaseException:
        if new:
            shutil.rmtree(beside, ignore_errors=True)
        raise


def restore(
    backup: Path,
    data: Path,
    *,
    replace: bool = False,
    damaged: bool = False,
    accept_loss: bool = False,
    anchors: Sequence[RegisterHead] = (),
    what: str = "backup",
) -> Restored:
    """Put an examined backup into a data folder, and the uploads beside it into its inbox.

    replace: set an existing store aside. damaged: accept an unsound backup. accept_loss: accept one that is behind what was
    signed. anchors: signatures that are kept elsewhere. what: it is a backup, or made of a copy. Raises CannotRestore,
    CannotExamine, DamagedCopy, OSError, StoreError.
    """
    examination = examine(backup, folder=False)
    if not examination.sound and not damaged:
        raise DamagedCopy(examination, kept=False)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = data / FILE
    if not replace and any(not _may_be_there(each.name) for each in data.iterdir()):
        raise CannotRestore(
            f"{data} is not empty. Restore into an empty folder; or use --replace, which sets a store that is there aside."
        )
    lost = lost_by(backup, data, anchors, what)
    if lost is not None and not accept_loss:
        raise refused(lost)
    before = _put(backup, data, store)
    copied_inbox(inbox_beside(backup), data / INBOX)
    if lost is None:
        _accept(data, store)
    register = None if lost is None else begin_anew(data, lost)
    sync(data)
    return Restored(before, lost, register)


def _may_be_there(name: str) -> bool:
    """Whether an empty data folder may have a file: what was signed, and with which key, or a store that is being made."""
    return name in _PUT_BACK_BEFORE or name.startswith(BEING_MADE)


def refused(lost: LostEntries) -> CannotRestore:
    """Refusal of a loss that was not accepted."""
    return CannotRestore(
        f"{lost.words} Nothing was restored. Use a later {lost.what}; or, if there is none, --accept-loss: the register goes on "
        "under another name, and its first entry states the loss."
    )


def _put(backup: Path, data: Path, store: Path) -> Path | None:
    """Copy a backup into its place; path of the store that was there."""
    before = _set_aside(data, store) if store.exists() else None
    try:
        copy_store(backup, store, _end_sign_ins)
    except BaseException:
        if before is not None and not store.exists():
            before.rename(store)
        raise
    return before


def _accept(data: Path, store: Path) -> None:
    """Take a restored store's signature for the folder's, which may have none."""
    (data / HEAD).unlink(missing_ok=True)
    with suppress(StoreError, NoteError, UnusableKey), closing(sqlite3.connect(store)) as conn:
        key = load(data)
        row = conn.execute("SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()
        if key is not None and row is not None:
            replace_head(data, RegisterHead.of(key.verifier, row[0]))


def _end_sign_ins(copy: Path) -> None:
    """End sign-ins and calendars, some of which ended after the backup."""
    with (
        closing(sqlite3.connect(copy, isolation_level=None)) as conn,
        suppress(StoreError),
    ):  # where damaged, or older
        conn.execute("DELETE FROM sign_ins")
        by_facts = conn.execute("SELECT 1 FROM pragma_table_info('reminders') WHERE name = 'fact'").fetchone()
        conn.execute(END_CALENDARS if by_facts else END_CALENDARS_BEFORE_FACTS)


def _set_aside(data: Path, store: Path) -> Path:
    """Rename an unused store with all its content in one file. Raises CannotRestore."""
    _must_be_unused(data, store)
    at = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    before = store.with_name(f"{FILE}.replaced-{at}")
    store.rename(before)
    for suffix in ("-wal", "-shm"):  # of a damaged store that could not be closed properly
        beside = store.with_name(f"{FILE}{suffix}")
        if beside.exists():
            beside.rename(before.with_name(f"{before.name}{suffix}"))
    return before


def _must_be_unused(data: Path, store: Path) -> None:
    """Raise CannotRestore where a service or program has the store open."""
    in_use = CannotRestore(f"{data} is in use. Stop the service first, and whatever else has the store open.")
    try:
        with closing(sqlite3.connect(store, timeout=0, isolation_level=None)) as conn:
            # only who is alone may leave the WAL mode, in which every open connection holds a lock
            (mode,) = conn.execute("PRAGMA journal_mode = DELETE").fetchone()
    except StoreError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY" or "locked" in str(error):
            raise in_use from error
        return  # damaged: nobody can use it
    if mode != "delete":
        raise in_use


def named_in(target: Path) -> Path:
    """File of a backup: the path, or a dated name in a folder."""
    if not target.is_dir():
        return target
    return target / f"auditor-{dt.datetime.now(dt.UTC).strftime('%Y%m%dT%H%M%SZ')}.sqlite"


def size_of(path: Path) -> int:
    """Its bytes."""
    return os.stat(path).st_size

"""Stores restored from copies of their log, into a file of a data folder, or into the database that the environment names."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from auditor.doctor.accepted_loss import begin_anew, lost_in
from auditor.doctor.anchors import keys_of, read_anchor
from auditor.doctor.examination import examine_records
from auditor.doctor.examined_backups import (
    BEING_MADE,
    CannotRestore,
    DamagedCopy,
    Restored,
    refused,
    restore,
)
from auditor.doctor.examined_copy import ExaminedCopy
from auditor.store.blobs.taken_place import take_place
from auditor.store.connection import Connections
from auditor.store.connections_of import FILE, connections_of, database_url
from auditor.store.filled_store import fill_store
from auditor.store.people_key import FILE as PEOPLE_KEY
from auditor.store.redaction_key import FILE as REDACTION_KEY
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import RegisterHead, replace_head
from auditor.store.register_key import FILE as KEY
from auditor.store.register_key import load, load_or_make
from auditor.store.stored_register import size, tree_of

_LOCK = ".lock"
SECRETS = (KEY, PEOPLE_KEY, REDACTION_KEY)  # of which no copy has one
LEFT_OUT = (
    "sign-ins", "calendars", "hands that are being keyed", "messages to be sent", "when audits began",
    "when keys were used last",
)  # fmt: skip  # what no copy of a log has, besides what is made anew


def restore_copy(
    path: Path,
    data: Path,
    *,
    replace: bool = False,
    damaged: bool = False,
    accept_loss: bool = False,
    anchors: Sequence[tuple[str, bytes]] = (),
) -> Restored:
    """Make a store of an examined copy of a log, and put it into a data folder.

    Options are those of `restore`; damaged: accept a copy that lacks files, never one whose entries are not those that were
    signed. anchors: names and bytes of signatures. Raises what `restore` does, and UnusableAnchor.
    """
    with closing(ExaminedCopy(path)) as copy:
        if not copy.examination.sound and not (damaged and copy.has_its_log):
            raise DamagedCopy(copy.examination, kept=False)
        known = [read_anchor(name, body, [copy.key, *keys_of(data)]) for name, body in anchors]
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not accept_loss:
            _must_have_its_key(copy, data)
        if database_url() is not None:
            return _into_database(copy, data, known, damaged=damaged, accept_loss=accept_loss)
        with _being_made(data) as folder:
            made = _made(copy, folder)
            return restore(
                made,
                data,
                replace=replace,
                damaged=damaged,
                accept_loss=accept_loss,
                anchors=known,
                what="copy",
            )


def _must_have_its_key(copy: ExaminedCopy, data: Path) -> None:
    """Raise CannotRestore where a data folder has the key of another log."""
    key = load(data)
    if key is not None and key.verifier != copy.key:
        mine = key.verifier
        raise CannotRestore(
            f"register.key in {data} is that of {mine.name} ({mine.key_id.hex()}), and the copy is of {copy.key.name} "
            f"({copy.key.key_id.hex()}). Put the key of the copied log there, or name another folder."
        )


@contextmanager
def _being_made(data: Path) -> Iterator[Path]:
    """Folder for a store that is being made. Those of runs that were killed are removed before."""
    for left in data.glob(f"{BEING_MADE}*"):
        with suppress(OSError), (left / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=BEING_MADE, dir=data))
    try:
        with (folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _made(copy: ExaminedCopy, folder: Path) -> Path:
    """File of a store that a copy makes."""
    file = folder / FILE
    with closing(Connections(file)) as connections:
        connections.migrate()
        take_place(connections.db, copy.key.name)
        with connections.writing() as db:
            fill_store(db, copy)
    return file


# --- a database -----------------------------------------------------------------------------------------------------------


def _into_database(
    copy: ExaminedCopy, data: Path, anchors: Sequence[RegisterHead], *, damaged: bool, accept_loss: bool
) -> Restored:
    """Fill the database in one transaction. One that a run before filled, and was killed then, is taken for restored."""
    with closing(connections_of(data)) as connections:
        connections.migrate()
        take_place(connections.db, copy.key.name)
        with connections.writing() as db:
            if not _has_all_of(db, copy):
                _must_be_empty(db)
                fill_store(db, copy)
            found = examine_records(connections, f"{copy.folder.path}", copy.key)
            if not found.sound and not damaged:
                raise DamagedCopy(found, kept=False)
            lost = lost_in(db, data, anchors, "copy")
            if lost is not None and not accept_loss:
                raise refused(lost)
    if lost is not None:
        return Restored(None, lost, begin_anew(data, lost))
    (data / HEAD).unlink(missing_ok=True)
    key = load_or_make(data, copy.key.name)
    if key.verifier == copy.key:
        replace_head(data, RegisterHead.of(copy.key, bytes(copy.note).decode()))
    return Restored()


def _has_all_of(db: Database, copy: ExaminedCopy) -> bool:
    signed = copy.head.checkpoint
    return size(db) == signed.size and tree_of(db, signed.size).root() == signed.root


def _must_be_empty(db: Database) -> None:
    if size(db):
        raise CannotRestore(
            "The database that AUDITOR_STORE names has a store. Name an empty one, and restore again: nothing is removed there."
        )

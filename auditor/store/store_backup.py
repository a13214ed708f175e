"""Consistent copies of a store while others write, put into place in one step."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from sqlite_utils.utils import sqlite3

BUSY_SECONDS = 30
KEPT = 3  # copies before migrations
Approve = Callable[[Path], None]  # checks a copy before it is named; an error leaves none


class TargetExists(ValueError):
    """A file that a copy would replace."""


def copy_store(
    source: Path, target: Path, approve: Approve = lambda _: None, *, replace: bool = False
) -> None:
    """Copy a store at one moment into a file of mode 600. Raises TargetExists, OSError, StoreError.

    The copy gets its name once whole and seen by ``approve``. replace: an existing file may be replaced.
    """
    if target.exists() and not replace:
        raise _taken(target)
    partial = target.with_name(f".{target.name}.{secrets.token_hex(8)}.partial")
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        _copy(source, partial)
        approve(partial)
        sync(partial)
        _name(partial, target, replace)
        sync(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def _name(partial: Path, target: Path, replace: bool) -> None:
    """Give a copy its name; of several, the first gets it."""
    if not replace:
        try:
            os.link(partial, target)
        except FileExistsError as error:
            raise _taken(target) from error
        except OSError:  # a file system without links
            if target.exists():
                raise _taken(target) from None
        else:
            return  # the partial name is removed like any
    partial.rename(target)


def _taken(target: Path) -> TargetExists:
    return TargetExists(f"{target} exists. Name another file: a backup replaces none.")


def _copy(source: Path, target: Path) -> None:
    """Copy all pages at one moment into a file without companions."""
    read = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    write = sqlite3.connect(str(target), isolation_level=None)
    try:
        read.backup(write, pages=-1)
        write.execute("PRAGMA journal_mode = DELETE")
    finally:
        write.close()
        read.close()


def sync(path: Path) -> None:
    """Write a file or folder to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def copy_before_migration(path: Path, first_pending: str) -> Path:
    """Copy a store beside itself before its migration, keeping the last three; returns the path.

    Called by the process that may write. The name has the first missing migration's number.
    """
    number = first_pending.partition("_")[0]
    target = path.with_name(f"{path.name}.before-{number}")
    copy_store(path, target, _must_be_sound, replace=True)  # one may be left by a broken migration
    copies = sorted(path.parent.glob(f"{path.name}.before-*"))
    for old in copies[:-KEPT]:
        old.unlink()
    return target


def _must_be_sound(copy: Path) -> None:
    conn = sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)
    try:
        (found,) = conn.execute("PRAGMA quick_check(1)").fetchone()
    finally:
        conn.close()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy before the migration is damaged, and so is the store: {found}")

"""Note of a store's last backup beside it, `last-backup.json`; no record."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from auditor.store.private_files import private
from rules.typed import from_json

FILE = "last-backup.json"
_MOST = 4096  # bytes


class LastBackup(Struct, frozen=True):
    """A backup that was examined and sound. at: RFC 3339 in UTC; target: its file; size: in bytes."""

    at: str
    target: str
    size: int


_read = from_json(LastBackup)


def note_backup(folder: Path, made: LastBackup) -> None:
    """Note a backup in a folder, if it can be written."""
    path = folder / FILE
    with suppress(OSError), open(path, "wb", opener=private) as file:
        file.write(msgspec.json.encode(made))
        file.flush()
        os.fsync(file.fileno())


def last_backup(folder: Path) -> LastBackup | None:
    """Last noted backup; None without a readable note."""
    try:
        with open(folder / FILE, "rb") as file:
            return _read(file.read(_MOST))
    except (OSError, msgspec.DecodeError):
        return None

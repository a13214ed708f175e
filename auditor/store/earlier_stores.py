"""Results by earlier programs in today's shape: fields that they did not compute are null.

A stored audit is never rewritten, so each later field of `Audit` and its parts has a default, null where another value would
state something.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec

from rules.results import Audit
from rules.typed import from_plain

LOCK_FOLDERS = ("owners", "turns")  # of files that processes locked before there were leases

typed = from_plain(Audit)


def completed(stored: str) -> dict[str, Any]:
    """A stored summary as JSON with today's fields. An altered one stays as it is; its reader compares the seal."""
    found: dict[str, Any] = msgspec.json.decode(stored)
    try:
        complete: dict[str, Any] = msgspec.to_builtins(typed(found))
    except msgspec.ValidationError:
        return found
    return complete


def remove_lock_files(folder: Path) -> None:
    """Remove the files in a data folder that processes of earlier programs locked."""
    for name in LOCK_FOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)

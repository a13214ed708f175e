"""Digests of the program's files in a user's cache, which spare commands the reading."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec
from msgspec import Struct

from rules.typed import from_json


class LastRead(Struct, frozen=True):
    """state: digest of files' sizes and times; code, documents: their digests."""

    state: str
    code: str
    documents: str


_last_read = from_json(LastRead)


def get(root: Path, state: str) -> tuple[str, str] | None:
    """Digests of code and documents; None in another state."""
    try:
        found = _last_read(_file(root).read_bytes())
    except (OSError, RuntimeError, msgspec.DecodeError):
        return None
    return (found.code, found.documents) if found.state == state else None


def put(root: Path, state: str, code: str, documents: str) -> None:
    """Keep digests for the next start, where possible."""
    try:
        file = _file(root)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = file.with_name(f"{file.name}.{os.getpid()}")
        beside.write_bytes(msgspec.json.encode(LastRead(state, code, documents)))
        beside.replace(file)
    except (OSError, RuntimeError):  # no home, or none that can be written to
        return


def _file(root: Path) -> Path:
    """Cache file of a program's folder (XDG Base Directory Specification)."""
    folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]
    return Path(folder) / "cardroom-auditor" / f"engine-{name}.json"

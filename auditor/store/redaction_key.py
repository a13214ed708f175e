"""Key of redacted editions: a file beside the store, made at the first edition, in no backup."""

from __future__ import annotations

import secrets
from pathlib import Path

from auditor.errors import UnusableRedactionKey
from auditor.store.secret_files import make_once

FILE = "redaction.key"
_BYTES = 32


def load_or_make(folder: Path) -> bytes:
    """Key of a data folder, made once if absent. Raises UnusableRedactionKey."""
    path = folder / FILE
    try:
        if not path.exists():
            make_once(path, f"{secrets.token_hex(_BYTES)}\n")
        key = bytes.fromhex(path.read_text("ascii"))
    except OSError as error:
        raise UnusableRedactionKey(
            f"The key of redacted editions, {path}, cannot be read or written: {error.strerror}."
        ) from error
    except ValueError as error:
        raise UnusableRedactionKey(_none(path)) from error
    if len(key) != _BYTES:
        raise UnusableRedactionKey(_none(path))
    return key


def _none(path: Path) -> str:
    return (
        f"{path} is not the key of redacted editions. Put the right file back; or move this one away, and a new key is made, by "
        "which ids, fingerprints and letters of later editions are others."
    )

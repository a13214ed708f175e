"""Secrets in private files of the data folder, made once, or put in place of another whole."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def make_once(path: Path, text: str) -> bool:
    """Write a new secret, whole and on the disk; False where one exists, which stays. Raises OSError."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        _write(partial, text)
        try:
            os.link(partial, path)  # the first one stays
        except FileExistsError:
            return False
        return True
    finally:
        partial.unlink(missing_ok=True)


def put_in_place(path: Path, text: str) -> None:
    """Write a secret in place of another one, whole and on the disk. Raises OSError."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        _write(partial, text)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())

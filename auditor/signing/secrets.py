"""Secrets that open a signing key, in private files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

_MOST_BYTES = 1 << 20

Pin = Callable[[], str | None]  # gives it when it is needed, so that nothing keeps it


class BadSigning(ValueError):
    """An unusable configuration, in words for the operator, without secrets."""


def read_private(path: Path, field: str) -> bytes:
    """A private file. Raises BadSigning where unreadable, or readable by others."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode) or mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise BadSigning(
                    f"{field}: {path} can be read by others than its owner (mode {stat.S_IMODE(mode):03o}), and has a secret. "
                    f"Protect it with: chmod 600 {path}"
                )
            return file.read(_MOST_BYTES)
    except OSError as error:
        raise cannot_be_read(path, field, error) from None


def read_public(path: Path, field: str) -> bytes:
    """A file without secrets. Raises BadSigning."""
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except OSError as error:
        raise cannot_be_read(path, field, error) from None


def cannot_be_read(path: Path, field: str, error: OSError) -> BadSigning:
    """Error of a field's unreadable file."""
    return BadSigning(f"{field} names {path}, which cannot be read: {error.strerror}.")


def pin(what: str, file: Path | None, variable: str | None) -> str | None:
    """A passphrase or PIN from a file's first line or a variable; None where neither is named. what: `passphrase` or `pin`.
    Raises BadSigning.
    """
    if file is not None and variable is not None:
        raise BadSigning(f"{what}_file and {what}_variable are both stated. State one of them.")
    if file is not None:
        try:
            return read_private(file, f"{what}_file").decode().split("\n", 1)[0].rstrip("\r")
        except UnicodeDecodeError:
            raise BadSigning(f"{what}_file names {file}, which is not UTF-8.") from None
    if variable is None:
        return None
    if variable not in os.environ:
        raise BadSigning(
            f"{what}_variable names {variable}, and the environment has no variable of this name."
        )
    return os.environ[variable]

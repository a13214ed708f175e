"""Files that appear only complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from auditor.cli.command_errors import CommandFailure, exit_status


def writable(path: Path) -> Path:
    """A writable path. Raises a usage error before any work."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise click.UsageError(f"{path} is not a file; name a file to write to.")
    if not path.parent.is_dir():
        raise click.UsageError(f"There is no folder {path.parent}; make it first, or name another file.")
    if not os.access(path.parent, os.W_OK):
        raise click.UsageError(f"The folder {path.parent} cannot be written to; name another file.")
    return path


def controls_text(path: Path) -> str:
    """Text of a file of controls. Ends the command otherwise."""
    from rules.controls.examined_filing import NotText, text_of

    try:
        return text_of(path.read_bytes())
    except NotText as error:
        raise CommandFailure(f"{path}: {error}", exit_status(error)) from error


@contextmanager
def atomic(path: Path) -> Iterator[BinaryIO]:
    """File that gets its name when complete, and none on failure."""
    path = path.resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask

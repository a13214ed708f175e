"""Files of the data folder, for their owner alone whatever the umask."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MODE = 0o600
_OTHERS = 0o077


def private(path: str, flags: int) -> int:
    """Opener for `open` with the owner's mode; returns a descriptor. Raises OSError."""
    return os.open(path, flags | os.O_CLOEXEC, MODE)


def make_private(path: Path) -> None:
    """Make an empty file where none is, and make it and those named after it (SQLite's) private.

    An existing file is never opened, for closing it would drop SQLite's locks; failures are left to its opener.
    """
    with suppress(OSError):
        os.close(private(str(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    for each in path.parent.glob(f"{path.name}*"):
        with suppress(OSError):
            if each.lstat().st_mode & _OTHERS and each.is_file():
                each.chmod(MODE)

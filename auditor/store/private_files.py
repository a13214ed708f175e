"""Files of the data folder: for their owner alone, whatever the umask."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MODE = 0o600
_OTHERS = 0o077


def private(path: str, flags: int) -> int:
    """Open a file as the `opener` of `open`: one that is made is for its owner alone. Returns a descriptor. Raises OSError."""
    return os.open(path, flags | os.O_CLOEXEC, MODE)


def make_private(path: Path) -> None:
    """Make an empty file where none is, and take from others what they may do with it and with those beside it.

    Beside it are the files whose names begin with its name: what SQLite keeps there takes its mode. A file that is there is
    not opened: to close it would give up the locks that SQLite has in this process. What cannot be done, as in a
    folder that can only be read, is left to whoever opens the file.
    """
    with suppress(OSError):
        os.close(private(str(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    for each in path.parent.glob(f"{path.name}*"):
        with suppress(OSError):
            if each.lstat().st_mode & _OTHERS and each.is_file():
                each.chmod(MODE)

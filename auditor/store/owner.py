"""A process as owner of claims: a file that it locks while it lives.

The kernel frees an flock however the process ends, so whoever gets the lock knows that the owner is dead.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path

from auditor.store.private_files import private

_SUFFIX = ".lock"


class Owner:
    """This process, or one service in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.id = f"{os.getpid()}-{secrets.token_hex(12)}"
        # locked before it is named, lest others find it unlocked and its owner dead
        unnamed = folder / f"{self.id}.new"
        self._file = open(unnamed, "w", opener=private)  # noqa: SIM115 - held as long as the process lives
        fcntl.flock(self._file, fcntl.LOCK_EX)
        unnamed.rename(self._path(self.id))

    def is_dead(self, owner: str) -> bool:
        """Whether the named process is gone."""
        try:
            with self._path(owner).open("r+") as file:
                return _can_lock(file.fileno())
        except FileNotFoundError:
            return True

    def sweep(self) -> None:
        """Remove dead owners' files; names are never reused."""
        for path in self._folder.glob(f"*{_SUFFIX}"):
            if path.stem != self.id and self.is_dead(path.stem):
                path.unlink(missing_ok=True)

    def has_others(self) -> bool:
        """Whether another owner is alive."""
        others = (path.stem for path in self._folder.glob(f"*{_SUFFIX}") if path.stem != self.id)
        return any(not self.is_dead(other) for other in others)

    def resign(self) -> None:
        """Be dead to the others."""
        self._path(self.id).unlink(missing_ok=True)
        self._file.close()

    def _path(self, owner: str) -> Path:
        return self._folder / f"{owner}{_SUFFIX}"


def _can_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

"""Who writes next: first come, first served, over all threads and processes of a store.

SQLite lets whoever waits for its lock try again after pauses that grow, so that who came last is often served first and some
wait for many times as long as others. A turn is a lock on a file beside the store, and the kernel wakes those who wait for it
in their order. It lets go of the lock when a process ends, however it ends. What keeps two from writing at once is still
SQLite's own lock.
"""

from __future__ import annotations

import fcntl
from pathlib import Path


class Turn:
    """The turns of one thread. Raises OSError where its file cannot be opened."""

    def __init__(self, store: Path) -> None:
        self._file = store.with_name(f"{store.name}-turn").open(
            "wb"
        )  # of each thread, for a lock is of an opened file

    def take(self) -> None:
        """Wait for the turn."""
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def give(self) -> None:
        """Let the next one have it."""
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

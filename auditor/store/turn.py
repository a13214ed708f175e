"""Turns of those who write: first come, first served, over all threads and processes of a store.

SQLite lets whoever waits for its lock try again after pauses that grow, so that who came last is often served first and some
wait for many times as long as others. A turn is a lock on a file beside the store, and the kernel wakes those who wait for it
in their order. It lets go of the lock when a process ends, however it ends. What keeps two from writing at once is still
SQLite's own lock.
"""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path
from typing import IO

from auditor.store.private_files import private


class WriteTurn:
    """The turns of one thread. Raises OSError where its file cannot be opened."""

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}-turn")
        self._file = self._open()

    def _open(self) -> IO[bytes]:
        return open(self._path, "wb", opener=private)  # for each thread, because a lock is of an opened file

    def take(self, seconds: float) -> None:
        """Wait for the turn. Raises TimeoutError where it does not come: whoever has it may be stopped, and not ended."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not _Wait(self._file).ends_within(seconds):
                self._file = self._open()
                raise TimeoutError from None

    def give(self) -> None:
        """Let the next one have it."""
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class _Wait:
    """A wait for a lock, in a thread of its own: no call to the kernel waits for a lock in order and with an end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._guard = threading.Lock()
        self._has_it = threading.Event()
        self._given_up = False
        threading.Thread(target=self._wait, daemon=True).start()

    def ends_within(self, seconds: float) -> bool:
        """Whether the lock came in time; if not, the file is closed as soon as it does."""
        if self._has_it.wait(seconds):
            return True
        with self._guard:
            self._given_up = not self._has_it.is_set()
        return not self._given_up

    def _wait(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)
        with self._guard:
            if not self._given_up:
                self._has_it.set()
                return
        self._file.close()

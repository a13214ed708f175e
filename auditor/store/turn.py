"""Turns of writers, first come first served over all threads and processes.

SQLite's waiters retry after growing pauses, which is unfair; the kernel wakes waiters for a lock on a file in order, and frees it
when a process ends. SQLite's own lock still excludes.
"""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path
from typing import IO

from auditor.store.private_files import private


class WriteTurn:
    """Turns of one thread. Raises OSError."""

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}-turn")
        self._file = self._open()

    def _open(self) -> IO[bytes]:
        return open(self._path, "wb", opener=private)  # per thread, as a lock is an open file's

    def take(self, seconds: float) -> None:
        """Wait for the turn. Raises TimeoutError where it does not come, for its holder may be stopped."""
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
    """Wait for a lock in a thread, as no system call waits both in order and with a limit."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._guard = threading.Lock()
        self._has_it = threading.Event()
        self._given_up = False
        threading.Thread(target=self._wait, daemon=True).start()

    def ends_within(self, seconds: float) -> bool:
        """Whether the lock came in time; if late, the file is closed then."""
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

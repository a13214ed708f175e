"""Threads that work beside requests, and locks between the service's processes."""

from __future__ import annotations

import fcntl
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from auditor.store.private_files import private

OPENED_AGAIN_SECONDS = 5.0  # between tries to open a lock, as where a disk is mounted late

log = logging.getLogger(__name__)


class Background:
    """Work in a thread of its own until it is stopped; subclasses define `_work`."""

    def __init__(self, name: str) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"auditor-{name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, seconds: float = 2.0) -> None:
        """Stop, waiting at most so long for work in progress."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _work(self) -> None:
        raise NotImplementedError

    def _in_rounds(self, path: Path, seconds: float, work: Callable[[IO[str]], None]) -> None:
        """Do something until stopped, with so many seconds between. path: of the lock that it is given open, and may take."""
        lock = self._opened(path)
        if lock is None:
            return
        with lock:
            while True:
                work(lock)
                if self._stopping.wait(seconds):
                    return

    def _opened(self, path: Path) -> IO[str] | None:
        """A lock's file, as soon as it can be opened; None where it is stopped before."""
        while not self._stopping.is_set():
            try:
                return open(path, "w", opener=private)
            except OSError as error:
                log.warning("%s cannot be opened, and is tried again: %s", path, error.strerror)
                self._stopping.wait(OPENED_AGAIN_SECONDS)
        return None


def has_lock(lock: IO[str]) -> bool:
    """Take an open file's lock; True where no other process has it. The process's end frees it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

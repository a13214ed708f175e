"""Threads that work beside requests, and locks between the service's processes."""

from __future__ import annotations

import fcntl
import threading
from typing import IO


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


def has_lock(lock: IO[str]) -> bool:
    """Take an open file's lock; True where no other process has it. The process's end frees it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

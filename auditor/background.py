"""Threads of the service that work beside requests, and locks that one of its processes has."""

from __future__ import annotations

import fcntl
import threading
from typing import IO


class Background:
    """Work in a thread of its own, until it is stopped. Whoever extends it says in `_work` what is done."""

    def __init__(self, name: str) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"auditor-{name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, seconds: float = 2.0) -> None:
        """Stop, and wait so long for what is being done."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _work(self) -> None:
        raise NotImplementedError


def has_lock(lock: IO[str]) -> bool:
    """Take the lock of an opened file: whether this process has it, and no other. It ends with the process."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

"""A thread that works beside the others."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any

_PIECES_AHEAD = 16  # of a megabyte each, read and not yet digested


class WorkerThread:
    """Worker that does one thing after another in a thread, at most so many behind."""

    def __init__(self, do: Callable[[Any], object], behind: int) -> None:
        self._do = do
        self._things: SimpleQueue[Any] = SimpleQueue()
        self._room = Semaphore(behind + 1)  # one is being done
        self._error: Exception | None = None
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def put(self, thing: object) -> None:
        """Take the next thing, waiting while too many are undone. Raises an earlier one's error. None is no thing."""
        if self._error is not None:
            raise self._error
        self._room.acquire()
        self._things.put(thing)

    def close(self) -> None:
        """Wait until all are done. Raises an error of any."""
        self.end()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def end(self) -> None:
        """Let the thread end after all is done, without waiting."""
        self._things.put(None)

    def _work(self) -> None:
        while (thing := self._things.get()) is not None:
            try:
                if self._error is None:
                    self._do(thing)
            except Exception as error:  # whoever puts or closes gets it
                self._error = error
            finally:
                self._room.release()


class ThreadedDigest:
    """SHA-256 worked out in a thread, on an idle core."""

    def __init__(self) -> None:
        digest = hashlib.sha256()
        self._digest, self._updates = digest, WorkerThread(digest.update, _PIECES_AHEAD)

    def update(self, piece: bytes) -> None:
        """Take the next piece."""
        self._updates.put(piece)

    def hexdigest(self) -> str:
        """Digest of all pieces; none may follow."""
        self._updates.close()
        return self._digest.hexdigest()

    def __del__(self) -> None:
        self._updates.end()  # reading may have stopped early

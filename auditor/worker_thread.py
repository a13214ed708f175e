"""Work of a thread of its own while the others go on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any

_PIECES_AHEAD = 16  # of a megabyte each, read and not yet digested


class WorkerThread:
    """Does one thing after the other in a thread of its own, and is so many behind at most."""

    def __init__(self, do: Callable[[Any], object], behind: int) -> None:
        self._do = do
        self._things: SimpleQueue[Any] = SimpleQueue()
        self._room = Semaphore(behind + 1)  # one is being done
        self._error: Exception | None = None
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def put(self, thing: object) -> None:
        """Take the next thing, which is not None; waits while too many are not done. Raises what an earlier one raised."""
        if self._error is not None:
            raise self._error
        self._room.acquire()
        self._things.put(thing)

    def close(self) -> None:
        """Wait until all are done. Raises what one of them raised."""
        self.end()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def end(self) -> None:
        """Let the thread end once all are done, and do not wait for it."""
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
    """A SHA-256 that a thread of its own works out, on a core that has nothing else to do."""

    def __init__(self) -> None:
        digest = hashlib.sha256()
        self._digest, self._updates = digest, WorkerThread(digest.update, _PIECES_AHEAD)

    def update(self, piece: bytes) -> None:
        """Take the next piece."""
        self._updates.put(piece)

    def hexdigest(self) -> str:
        """The digest of all pieces; none may come after it."""
        self._updates.close()
        return self._digest.hexdigest()

    def __del__(self) -> None:
        self._updates.end()  # reading may have stopped early

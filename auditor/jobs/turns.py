"""Turns at costly work over all processes: a few at a time for each caller, each piece once. A turn is a locked file, freed with
its process.
"""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from auditor.errors import TooManyAtOnce
from auditor.store.private_files import private

AT_ONCE = 2  # for each caller; without keys, for the service as a whole
_FILES = 256  # that stand for all pieces of work, so that the folder does not grow; two of which share one wait for each other


class Turns:
    """Turns in a folder, made on demand."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def of(self, caller: str | None, what: str = "costly reports are being made") -> Iterator[None]:
        """A turn of a caller (None: without a key). what: the work. Raises TooManyAtOnce."""
        name = hashlib.sha256(str(caller).encode()).hexdigest()[:16]
        for place in range(AT_ONCE):
            with self._open(f"{name}-{place}") as file:
                if _locked(file):
                    yield
                    return
        raise TooManyAtOnce(
            f"{AT_ONCE} {what} for this caller already. Ask again when one of them is finished."
        )

    @contextmanager
    def at(self, work: str) -> Iterator[None]:
        """The turn at a piece of work, after its present holder."""
        place = int.from_bytes(hashlib.sha256(work.encode()).digest()[:4]) % _FILES
        with self._open(f"work-{place}") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _open(self, name: str) -> IO[bytes]:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        return open(self._folder / name, "wb", opener=private)


def _locked(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

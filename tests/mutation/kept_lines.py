"""Lines that tests run, kept from run to run: those of a test hold until its file, or one that it runs, changes."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.mutation.touched import HOUSE, SCREENING

_KEPT = HOUSE / "build" / "touched-lines.pickle"
_BESIDE = ("rules", "simulation", "tests/rules/screening", "tests/cases/screening", "tests/simulation")

Ran = tuple[float, dict[str, set[int]]]  # seconds of a test, and the lines that it runs by path


class KeptLines:
    """Lines of tests, with a digest of what they depend on."""

    def __init__(self) -> None:
        self._beside = _digest(_files_beside())
        self._kept: dict[str, tuple[str, Ran]] = pickle.loads(_KEPT.read_bytes()) if _KEPT.exists() else {}
        self._used: dict[str, tuple[str, Ran]] = {}

    def of(self, test: str) -> Ran | None:
        """The lines of a test, if they are known."""
        digest, ran = self._kept.get(test, ("", None))
        return ran if ran and digest == self._digest_of(test, ran) else None

    def keep(self, test: str, ran: Ran) -> None:
        """Keep the lines of a test."""
        self._used[test] = (self._digest_of(test, ran), ran)

    def write(self) -> None:
        """Write those that were kept in this run."""
        _KEPT.parent.mkdir(exist_ok=True)
        written = _KEPT.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(self._used))
        written.replace(_KEPT)

    def _digest_of(self, test: str, ran: Ran) -> str:
        own = HOUSE / test.partition("::")[0]
        return self._beside + "".join(_digest_of_file(path) for path in (own, *map(Path, sorted(ran[1]))))


def _files_beside() -> list[Path]:
    """Sorted files that are neither tests nor of the screening."""
    found = (path for folder in _BESIDE for path in (HOUSE / folder).rglob("*") if path.is_file())
    return sorted(
        path
        for path in found
        if "__pycache__" not in path.parts
        and not path.name.startswith("test_")
        and not str(path).startswith(SCREENING)
    )


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256("".join(f"{path}:{_digest_of_file(path)}" for path in paths).encode()).hexdigest()


@cache
def _digest_of_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

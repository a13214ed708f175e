"""Lines that tests run, kept from run to run: those of a file of tests hold until it, or what it tests, changes."""

from __future__ import annotations

import hashlib
import os
import pickle
from pathlib import Path

from tests.mutation.touched import HOUSE

_KEPT = HOUSE / "build" / "touched-lines.pickle"
_TESTED = ("rules", "simulation", "tests/rules/screening", "tests/cases/screening", "tests/simulation")

Ran = tuple[float, dict[str, set[int]]]  # seconds of a test, and the lines that it runs by path


class KeptLines:
    """Lines of tests by test and digest of what they depend on."""

    def __init__(self) -> None:
        self._common = _digest(sorted(_common_files()))
        self._kept: dict[tuple[str, str], Ran] = pickle.loads(_KEPT.read_bytes()) if _KEPT.exists() else {}
        self._used: dict[tuple[str, str], Ran] = {}

    def of(self, test: str) -> Ran | None:
        """The lines of a test, if they are known."""
        return self._kept.get(self._key(test))

    def keep(self, test: str, ran: Ran) -> None:
        """Keep the lines of a test."""
        self._used[self._key(test)] = ran

    def write(self) -> None:
        """Write those that were kept in this run."""
        _KEPT.parent.mkdir(exist_ok=True)
        written = _KEPT.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(self._used))
        written.replace(_KEPT)

    def _key(self, test: str) -> tuple[str, str]:
        return test, self._common + _digest([HOUSE / test.partition("::")[0]])


def _common_files() -> list[Path]:
    found = (path for folder in _TESTED for path in (HOUSE / folder).rglob("*") if path.is_file())
    return [path for path in found if "__pycache__" not in path.parts and not path.name.startswith("test_")]


def _digest(paths: list[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(f"{path.relative_to(HOUSE)} {path.stat().st_size} ".encode() + path.read_bytes())
    return found.hexdigest()

"""Free space of a folder's disk, and its least."""

from __future__ import annotations

import os
import shutil

LEAST_FREE = 1 << 30  # bytes; of a disk so small that a hundredth of it is less, that hundredth
LEAST_FREE_VARIABLE = "AUDITOR_LEAST_FREE"


def configured_least() -> int:
    """Least free bytes set by the environment; -1: not set."""
    given = os.environ.get(LEAST_FREE_VARIABLE, "")
    return int(given) if given.isascii() and given.isdecimal() else -1


def free_space(path: str | os.PathLike[str], least_free: int = -1) -> tuple[int, int]:
    """(free bytes, least free bytes) of a folder's disk. least_free -1: the default. Raises OSError."""
    disk = shutil.disk_usage(path)
    return disk.free, min(LEAST_FREE, disk.total // 100) if least_free < 0 else least_free

"""Errors of copies of a log, in words for whoever keeps one."""

from __future__ import annotations

from pathlib import Path


class UnusableCopy(ValueError):
    """A folder that has no copy of this log, or not a whole one."""


class NotContinued(ValueError):
    """A log that does not continue what was copied of it: rolled back, forked, or signed with another key."""


class NotAsSigned(ValueError):
    """Entries, tiles or a checkpoint that are not what the log's key signed."""


class CopyInUse(UnusableCopy):
    """A folder that another run writes to."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"Another run writes to {path} now. Wait for its end, or name another folder.")

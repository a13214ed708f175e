"""Statistics of a session as they count for its room: its sums, and its rows where they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from msgspec import Struct

from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import SessionSums, sums_of


class KeptStatistics(Struct, frozen=True, dict=True):
    """Statistics of a session, by its number. None: they are of a tournament's file or of a month. sha256: of their bytes, or of
    what they rest on. read: reads them.
    """

    session: int | None
    sha256: str
    sums: SessionSums
    read: Callable[[], SessionStatistics]

    @classmethod
    def of(cls, session: int | None, sha256: str, statistics: SessionStatistics) -> KeptStatistics:
        """Statistics that were made just now."""
        return cls(session, sha256, sums_of(statistics), lambda: statistics)

    @cached_property
    def statistics(self) -> SessionStatistics:
        """The rows, which take far longer to read than the sums."""
        return self.read()

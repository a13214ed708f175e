"""Files of a room's month, as a service knows them: who made each, which were corrected late, and what corrections changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from msgspec import Struct

from rules.screening.across_sessions import end_of_month

LATE = timedelta(days=7)


class FiledLog(Struct, frozen=True):
    """A session file. author: who signed the correction that it is, else who recorded it. superseded_after: the time from its
    arrival to that of its correction; None: it stands.
    """

    author: str | None
    supervisor: str | None
    superseded_after: timedelta | None = None

    @property
    def late(self) -> bool:
        """Whether it was superseded more than seven days after it came."""
        return self.superseded_after is not None and self.superseded_after > LATE


class NetChange(Struct, frozen=True):
    """Change by a correction of a player's result in a session, in money. player: None: the house. correction: its digest;
    author: who signed it; hands: numbers of those whose result changed, with their lines in the correction, if it has them.
    """

    correction: str
    player: str | None
    before: int
    after: int
    author: str | None = None
    hands: Sequence[tuple[int, int]] = ()


class FiledMonth(Struct, frozen=True):
    """The session files that came in a month, which has ended; and the changes by corrections that came in it."""

    room: str
    month: date  # any day of it
    logs: Sequence[FiledLog]
    changes: Sequence[NetChange] = ()

    @property
    def last_day(self) -> date:
        """The day of which the evidence is."""
        return end_of_month(self.month)

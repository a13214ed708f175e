"""Parameters of a simulated session, with their bounds."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from msgspec import Struct

from rules.controls.ruleset import Ruleset

OPENED_AT = "2026-03-14T16:00:00-07:00"
_OFFSET = "-07:00"
_OPENS = dt.time(16)  # on the first day in force, where the ruleset does not say when it starts

Evidence = Literal["rows", "full"]


class SimulationRequest(Struct, frozen=True):
    """Request of a session. faults: share of hands with a fault."""

    ruleset: Ruleset
    hands: int
    seed: int
    players: tuple[int, int] | None = None
    faults: float = 0.0
    evidence: Evidence = "full"
    unit: int = 100
    room: str = "WA-0417"
    session: str = ""
    number: int = 1
    table: str = "T1"
    currency: str = "USD"
    opened_at: str = ""  # the usual time, or one at which the ruleset is in force
    only: tuple[str, ...] = ()
    game: str = ""  # of a ruleset of pot games: one of its games or mixes; "": its first
    limit_of_bets: str = ""  # of such a game: no_limit, pot_limit or fixed_limit; "": the usual one
    level: int | None = (
        None  # of the jackpot at a table that takes part in it; None: by the seed, with or without
    )
    coolers: float = 0.01  # hands of pot games that are dealt so that a jackpot can be hit, as a share

    def __post_init__(self) -> None:
        if self.hands < 0:
            raise ValueError(f"{self.hands} hands: the number must be 0 or more")
        if not 0 <= self.faults <= 1:
            raise ValueError(f"a rate of faults of {self.faults}: it must be between 0 and 1")
        if self.evidence not in ("rows", "full"):
            raise ValueError(f"evidence {self.evidence!r}: it must be 'rows' or 'full'")
        if self.unit < 1:
            raise ValueError(f"a unit of {self.unit}: it must be at least 1")

    @property
    def of_pots(self) -> bool:
        return self.ruleset.family == "pot"

    @property
    def opening(self) -> str:
        return self.opened_at or _opening(self.ruleset)

    @property
    def limit(self) -> int | None:
        """Seconds from the opening until the ruleset expires; None without an end."""
        if self.ruleset.until is None:
            return None
        opened = dt.datetime.fromisoformat(self.opening)
        end = dt.datetime.combine(self.ruleset.until + dt.timedelta(days=1), dt.time(), opened.tzinfo)
        return int((end - opened).total_seconds()) - 1 if self.ruleset.holds_on(opened.date()) else None


def _opening(ruleset: Ruleset) -> str:
    """The usual time if in force then, else the start of the event or ruleset."""
    if ruleset.holds_on(dt.datetime.fromisoformat(OPENED_AT).date()):
        return OPENED_AT
    start = ruleset.sections.event.start.at
    day = ruleset.starts or ruleset.until
    if start is None and day is not None:
        start = dt.datetime.combine(day, _OPENS)
    return f"{start.isoformat()}{_OFFSET}" if start else OPENED_AT

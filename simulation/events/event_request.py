"""Request of a tournament, with its bounds."""

from __future__ import annotations

import datetime as dt
from typing import get_args

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.tournaments.header import Kind

START = dt.datetime(2026, 3, 14, 19, tzinfo=dt.timezone(dt.timedelta(hours=2)))
FEWEST, MOST = 20, 300  # players
KINDS: tuple[Kind, ...] = get_args(Kind)


class EventRequest(Struct, frozen=True):
    """A tournament to simulate. Raises ValueError for what cannot be simulated.

    players: without re-entries. tables: with a log. kind "": by the seed. For an event by minutes: start of play; names: all
    possible entrants; royal: opening balance of its royal flush pool.
    """

    ruleset: Ruleset
    players: int
    seed: int
    kind: str = ""
    tables: int = 4
    room: str = "WA-0417"
    start: dt.datetime = START
    number: int = 1
    names: tuple[str, ...] = ()
    royal: int | None = None

    def __post_init__(self) -> None:
        if self.ruleset.family != "tournament":
            raise ValueError(f"{self.ruleset} is no ruleset of tournaments ({self.ruleset.family})")
        if not FEWEST <= self.players <= MOST:
            raise ValueError(f"{self.players} entries: a tournament has {FEWEST} to {MOST}")
        if self.kind and self.kind not in KINDS:
            raise ValueError(f"no kind is called {self.kind!r}; the kinds are: {', '.join(KINDS)}")
        if self.by_hands and self.kind not in ("", "freezeout"):
            raise ValueError(f"{self.ruleset} is played as a freezeout")
        if self.tables < 0:
            raise ValueError(f"{self.tables} table logs: the number must be 0 or more")

    @property
    def by_hands(self) -> bool:
        return bool(self.ruleset.sections.event.level)

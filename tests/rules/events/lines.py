"""Lines of a tournament that the tests of its checks share."""

from __future__ import annotations

from typing import Any

from tests.rules.events.asking import at
from tests.rules.tournaments.build import Line


def entry(number: int, player: str, time: str | None = None, **stated: Any) -> Line:
    """An entry of a player at hours and minutes."""
    when = {} if time is None else {"at": at(time)}
    return {"event": "entry", "entry": number, "player": player} | when | stated


def reentry(number: int, player: str, time: str | None = None, **stated: Any) -> Line:
    return entry(number, player, time, **stated) | {"event": "reentry"}


def clock(action: str, time: str) -> Line:
    return {"event": "clock", "action": action, "at": at(time)}


def join(player: str, **stated: Any) -> Line:
    """A player joins the waiting list."""
    return {"event": "waiting", "action": "join", "player": player} | stated


def leave(player: str) -> Line:
    """A player leaves the waiting list."""
    return {"event": "waiting", "action": "leave", "player": player}


def seat(number: int, place: int) -> Line:
    """A seat at table T1."""
    return {"event": "seat", "entry": number, "table": "T1", "seat": place}


def pool(**announced: Any) -> Line:
    return {"event": "pool"} | announced


def close(**totals: int) -> Line:
    return {"event": "close", "totals": totals}

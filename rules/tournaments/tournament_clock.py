"""The clock of a tournament: rests and running time."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from rules import times
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Break, Clock

MINUTE = 60_000_000  # microseconds


class ClockRest(Struct, frozen=True):
    """A rest of the clock (microseconds since the epoch). ends None: not started again. after_level: the level before a break."""

    at: int
    ends: int | None
    after_level: int | None = None


def instant(text: str | UnsetType) -> int | None:
    """Microseconds since the epoch; None: unrecorded."""
    found = times.parse_one(text) if text is not UNSET else None
    return found[0] if found else None


def started(file: TournamentFile) -> int | None:
    """Start of the first level."""
    starts = (each.at for _, each in file.events if isinstance(each, Clock) and each.action == "start")
    return next(map(instant, starts), None)


def rests_of(file: TournamentFile) -> list[ClockRest]:
    """Breaks and stops, by beginning."""
    found: list[ClockRest] = []
    stopped: int | None = None
    for _, event in file.events:
        if isinstance(event, Break):
            at, ends = instant(event.at), instant(event.ends_at)
            assert at is not None
            after = None if event.after_level is UNSET else event.after_level
            found.append(ClockRest(at, ends, after))
        elif isinstance(event, Clock) and event.action == "stop" and stopped is None:
            stopped = instant(event.at)
        elif isinstance(event, Clock) and event.action == "resume" and stopped is not None:
            found.append(ClockRest(stopped, instant(event.at)))
            stopped = None
    if stopped is not None:
        found.append(ClockRest(stopped, None))
    return sorted(found, key=lambda each: each.at)


def ran(begin: int, length: int, rests: Sequence[ClockRest], *, through: bool = True) -> int | None:
    """Instant at which the clock has run for a length; None: stopped for good. through: a rest that begins then comes first."""
    now, left = begin, length
    for rest in rests:
        if rest.ends is not None and rest.ends <= now:
            continue
        if rest.at > now + left or (rest.at == now + left and not through):
            break
        if rest.ends is None:
            return None
        left -= max(rest.at - now, 0)
        now = rest.ends
    return now + left


def next_level(begin: int, minutes: int, level: int, rests: Sequence[ClockRest]) -> int | None:
    """Instant at which the next level is due, after any break; None: stopped for good. ``begin``: of this level."""
    due = ran(begin, minutes * MINUTE, rests)
    if due is None:
        return None
    held = [rest.ends for rest in rests if rest.after_level == level and rest.ends is not None]
    return max(due, *held) if held else due

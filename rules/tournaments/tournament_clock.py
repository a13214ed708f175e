"""The clock of a tournament: when it rests, and when it has run for so long."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from rules import times
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Break, Clock

MINUTE = 60_000_000  # microseconds


class ClockRest(Struct, frozen=True):
    """Rest of the clock from ``at`` to ``ends`` (microseconds since the epoch). ends None: not started again.

    after_level: the level that a break follows.
    """

    at: int
    ends: int | None
    after_level: int | None = None


def instant(text: str | UnsetType) -> int | None:
    """The instant of a time of the file, in microseconds since the epoch; None where it was not recorded."""
    found = times.parse_one(text) if text is not UNSET else None
    return found[0] if found else None


def started(file: TournamentFile) -> int | None:
    """Instant of the start of the first level."""
    starts = (each.at for _, each in file.events if isinstance(each, Clock) and each.action == "start")
    return next(map(instant, starts), None)


def rests_of(file: TournamentFile) -> list[ClockRest]:
    """Breaks, and the time between a stop and the next resume, in the order of their beginnings."""
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
    """Instant at which the clock has run for a length since another. None: it stopped before, for good.

    through: a rest that begins as the length ends comes before the end.
    """
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
    """Instant at which the level after one is due; ``begin``: of that one. None: the clock was not started again.

    A break that follows the level holds the next one back to its end.
    """
    due = ran(begin, minutes * MINUTE, rests)
    if due is None:
        return None
    held = [rest.ends for rest in rests if rest.after_level == level and rest.ends is not None]
    return max(due, *held) if held else due

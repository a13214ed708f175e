"""Clock of an event: starts of levels, rests and announcements, in seconds from the start of play."""

from __future__ import annotations

from random import Random

from msgspec import Struct, field

from rules.tournaments.header import Level
from rules.tournaments.tournament_records import AnnouncedLevel, Break, Clock, StructureChange
from simulation.events.book import EventBook

MINUTE = 60
_DELAY = 45  # seconds at most from the time of a level to its announcement
_BLINDS = (
    50,
    100,
    200,
    400,
    600,
    800,
    1000,
    1200,
    1600,
    2000,
    3000,
    4000,
    6000,
    8000,
    10000,
    12000,
    16000,
    20000,
)
_LEVELS = 40
_STOPS, _CHANGES = (
    0.2,
    0.2,
)  # shares of events whose clock is stopped once, and whose later levels are shortened


class ScheduledRest(Struct, frozen=True):
    """A rest of the clock. after_level: of a break."""

    at: int
    ends: int
    after_level: int | None = None


class PlayedSchedule(Struct):
    """Levels as played. begins: by level."""

    structure: list[Level]
    rests: list[ScheduledRest] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # when the clock of each level runs out
    changed: tuple[int, list[Level]] | None = None  # when later levels are changed, and to what

    def level(self, at: int) -> int:
        return max(1, sum(begin <= at for begin in self.begins))

    def blinds(self, at: int) -> tuple[int, int]:
        found = self.structure[self.level(at) - 1]
        assert isinstance(found.sb, int) and isinstance(found.bb, int)
        return found.sb, found.bb

    def next_deal(self, at: int, length: int) -> int:
        """First moment from ``at`` on at which a hand may begin."""
        for rest in self.rests:
            if (rest.at - length <= at < rest.ends and rest.after_level is None) or rest.at <= at < rest.ends:
                at = rest.ends
        return at

    @property
    def breaks(self) -> list[ScheduledRest]:
        return [each for each in self.rests if each.after_level is not None]


def structure_of(stack: int, minutes: int) -> list[Level]:
    """Levels by minutes, from a big blind of about a hundredth of a stack."""
    blinds = [each for each in _BLINDS if each * 120 >= stack or each >= 400]
    while len(blinds) < _LEVELS:
        blinds.append(2 * blinds[-1])
    return [
        Level(level=place, minutes=minutes, sb=each // 2, bb=each) for place, each in enumerate(blinds, 1)
    ]


def scheduled(structure: list[Level], every: int, pause: int, random: Random) -> PlayedSchedule:
    """A course of the clock: a break after every few levels, perhaps a stop or a change."""
    found = PlayedSchedule(list(structure), begins=[0])
    stop = random.randint(2, 5) if random.random() < _STOPS else 0
    change = random.randint(3, 6) if random.random() < _CHANGES else 0
    for level in range(1, len(structure)):
        begin, length = found.begins[-1], MINUTE * int(found.structure[level - 1].minutes or 0)
        if level == stop:
            rest = ScheduledRest(begin + length // 2, begin + length // 2 + random.randint(120, 600))
            found.rests.append(rest)
            length += rest.ends - rest.at
        if level == change:
            later = [_shorter(each) for each in structure[level:]]
            found.structure[level:] = later
            found.changed = begin + MINUTE, later
        end = begin + length
        found.ends.append(end)
        if level % every == 0:
            found.rests.append(ScheduledRest(end, end + MINUTE * pause, level))
            end = found.rests[-1].ends
        found.begins.append(end + 2 * random.randint(0, _DELAY // 2))
    return found


def _shorter(level: Level) -> Level:
    assert isinstance(level.minutes, int)
    return Level(
        level=level.level, minutes=max(5, level.minutes - 5), sb=level.sb, bb=level.bb, ante=level.ante
    )


def write(schedule: PlayedSchedule, book: EventBook, until: int) -> None:
    book.write(0, Clock(action="start", at=book.text(0)))
    if schedule.changed is not None and schedule.changed[0] <= until:
        book.write(schedule.changed[0], StructureChange(structure=schedule.changed[1], announced=True))
    for rest in schedule.rests:
        if rest.at <= until:
            _write_rest(rest, book)
    for level, begin in enumerate(schedule.begins[1:], 2):
        if begin <= until:
            each = schedule.structure[level - 1]
            book.write(begin, AnnouncedLevel(level=level, sb=each.sb, bb=each.bb))


def _write_rest(rest: ScheduledRest, book: EventBook) -> None:
    if rest.after_level is not None:
        text = book.text(rest.ends)
        book.write(rest.at, Break(at=text, ends_at=text, after_level=rest.after_level))
    else:
        book.write(rest.at, Clock(action="stop", at=book.text(rest.at)))
        book.write(rest.ends, Clock(action="resume", at=book.text(rest.ends)))

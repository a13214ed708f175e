"""Levels of a tournament: as published, due and played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, timezone

from msgspec import UNSET, structs

from rules import times
from rules.replay.level_schedule import LevelSchedule, schedule_of
from rules.shown_events import LevelRow, Rest, TableHands
from rules.tournaments.header import Level
from rules.tournaments.tournament_clock import MINUTE, instant, ran, rests_of, started
from rules.tournaments.tournament_levels import HandLevel, announced
from rules.tournaments.tournament_records import AnnouncedLevel, Clock
from rules.tournaments.tournament_replay import Replay
from rules.tournaments.tournament_undetermined import known

_SECOND = 1_000_000  # microseconds


def published(replay: Replay) -> int:
    """Number of levels published, or of the ruleset's schedule by hands."""
    schedule, structure = schedule_of(replay.ruleset), replay.file.header.structure
    if schedule is not None:
        return schedule.last
    return 0 if structure is UNSET else len(structure)


def table_hands(hands: Iterable[HandLevel]) -> list[TableHands]:
    """Recorded hands by table; one of file and log counts once."""
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    for each in hands:
        numbers[each.table].add(each.hand)
    return [
        TableHands(table=table, first=min(mine), last=max(mine), hands=len(mine))
        for table, mine in sorted(numbers.items())
    ]


def rests(replay: Replay) -> list[Rest]:
    """Times in which the clock rested."""
    zone = _zone(replay)
    return [
        Rest(
            times.text_of(each.at, zone) or "", None if each.ends is None else times.text_of(each.ends, zone)
        )
        for each in rests_of(replay.file)
    ]


def level_rows(replay: Replay, hands: Sequence[HandLevel]) -> list[LevelRow]:
    """Levels announced or due at a hand, in order; one announced twice has two rows. By hands: all up to the last played."""
    schedule, structure = schedule_of(replay.ruleset), _structure(replay)
    played = Counter(
        due for _, _, due in {(each.table, each.hand, each.due) for each in hands} if due is not None
    )
    if schedule is not None:
        rows = [_by_hands(level, schedule) for level in range(1, max(played, default=0) + 1)]
    else:
        rows = [*_first(replay, structure), *_announced(replay, structure)]
        there = {each.level for each in rows}
        rows += [_row(level, structure) for level in played if level not in there]
    rows.sort(key=lambda each: (each.level, each.line or 0))
    return _counted(
        rows, _planned(replay, structure), played, Counter(each.due for each in hands if _differs(each))
    )


def _counted(
    rows: Iterable[LevelRow],
    planned: Mapping[int, str | None],
    played: Counter[int],
    differing: Counter[int | None],
) -> list[LevelRow]:
    found: list[LevelRow] = []
    for row in rows:
        hands, others = played.pop(row.level, 0), differing.pop(row.level, 0)
        found.append(structs.replace(row, planned=planned.get(row.level), hands=hands, differing=others))
    return found


def _by_hands(level: int, schedule: LevelSchedule) -> LevelRow:
    many = schedule.hands_a_level
    goes_on = level == schedule.last and schedule.repeats
    of_tables = schedule.counter == "table"
    return structs.replace(
        _row(level, {}),
        of_hands=many,
        stakes=f"{int(schedule.values[level - 1]):,} a point",
        first_hand=(level - 1) * many + 1 if of_tables else None,
        last_hand=None if goes_on or not of_tables else level * many,
    )


def _differs(hand: HandLevel) -> bool:
    return hand.stated is not None and hand.due is not None and hand.stated != hand.due


def _structure(replay: Replay) -> dict[int, Level]:
    levels = replay.file.header.structure
    return {} if levels is UNSET else {each.level: each for each in levels}


def _zone(replay: Replay) -> timezone:
    marks = [each.at for _, each in replay.file.events if isinstance(each, Clock | AnnouncedLevel)]
    found = [each for each in (*marks, replay.file.header.starts_at) if each is not UNSET]
    return times.zone_of(str(found[0])) if found else UTC


def _planned(replay: Replay, structure: Mapping[int, Level]) -> dict[int, str | None]:
    """Planned start of levels, had each lasted its minutes from the clock's start."""
    begin, zone = started(replay.file), _zone(replay)
    if begin is None:
        return {}
    pauses = rests_of(replay.file)
    found: dict[int, str | None] = {1: times.text_of(begin, zone)}
    length = 0
    for level in range(1, len(structure) + 1):
        of = structure.get(level)
        if of is None or of.minutes is UNSET:
            break
        length += of.minutes * MINUTE
        at = ran(begin, length, pauses)
        found[level + 1] = None if at is None else times.text_of(at, zone)
    return found


def _first(replay: Replay, structure: Mapping[int, Level]) -> list[LevelRow]:
    begin = started(replay.file)
    if begin is None or any(each.level == 1 for _, each in announced(replay.file)):
        return []
    line = next(
        line for line, each in replay.file.events if isinstance(each, Clock) and each.action == "start"
    )
    return [_row(1, structure, line=line, begun=times.text_of(begin, _zone(replay)))]


def _announced(replay: Replay, structure: Mapping[int, Level]) -> list[LevelRow]:
    lines = dict(announced(replay.file))
    found = []
    for each in replay.levels:
        event = lines[each.line]
        begun = instant(event.at)
        late = None if each.due is None or begun is None else (begun - each.due) // _SECOND
        row = _row(each.level, structure, each.line, known(event.at), each.text, late, _stakes(event))
        found.append(row)
    return found


def _row(
    level: int, structure: Mapping[int, Level], line: int | None = None, begun: str | None = None,
    due: str | None = None, late: int | None = None, stated: str | None = None,
) -> LevelRow:  # fmt: skip
    of = structure.get(level)
    return LevelRow(
        level=level, line=line, minutes=known(of.minutes) if of else None, of_hands=known(of.hands) if of else None,
        planned=None, due=due, begun=begun, late=late, stakes=_stakes(of) if of else None, stated_stakes=stated,
        hands=0, differing=0,
    )  # fmt: skip


def _stakes(level: Level | AnnouncedLevel) -> str | None:
    """Blinds and ante, or the value of a point: "100/200 + 25", "50 a point"."""
    blinds = "/".join(f"{each:,}" for each in (level.sb, level.bb) if each is not UNSET)
    ante = f" + {level.ante:,}" if level.ante is not UNSET and level.ante else ""
    point = f"{level.point_value:,} a point" if level.point_value is not UNSET else ""
    return f"{blinds}{ante}".strip() or point or None

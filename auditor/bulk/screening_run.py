"""Screening of a run: each room, the deals of all rooms with each other, and the list."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec

from auditor.bulk.bulk_outcomes import ScreenedRun, UnauditedFile
from auditor.bulk.deal_exchange import (
    ExchangeTask,
    compare_range,
    pairs_between_rooms,
    ranges,
    together,
)
from auditor.bulk.file_task import FILES
from auditor.bulk.folder import Folder
from auditor.bulk.pools import Lost, Pools, completed
from auditor.bulk.screening_task import RoomScreened, ScreeningTask, screen_room
from auditor.bulk.shared_deals_task import SharedTask, result_of_shared
from rules.screening.indicator_catalogue import indicators
from rules.screening.screening_result import ScreeningResult, order_of_result

SCREENING_LIST = "screening.ndjson"
_NO_ARRIVAL = "files in a folder have no time at which they came"
Task = TypeVar("Task")
Result = TypeVar("Result")


def screen_run(folder: Folder, controls: str, pools: Pools) -> tuple[ScreenedRun, list[UnauditedFile]]:
    """Screen every room of which the folder has logs, and write the list; what was left out, and why."""
    left_out: list[UnauditedFile] = []
    tasks = [ScreeningTask(room, str(folder.path), controls) for room in folder.rooms(FILES)]
    rooms = sorted(_done(pools, screen_room, tasks, left_out), key=lambda each: each.room)
    left_out += [each for room in rooms for each in room.left_out]
    year = max((each.year for each in rooms if each.year is not None), default=None)
    shared = list(_of_state(rooms, year, folder, controls, pools, left_out)) if year is not None else []
    results = sorted([*(each for room in rooms for each in room.results), *shared], key=order_of_result)
    folder.write_bytes(SCREENING_LIST, b"".join(msgspec.json.encode(each) + b"\n" for each in results))
    made = ScreenedRun(
        rooms=sum(each.year is not None for each in rooms), sessions=sum(each.sessions for each in rooms),
        alarms=sum(each.alarm for each in results), listed=sum(each.listed for each in results),
        between_rooms=len(shared), year=year, untestable=_untestable(rooms),
    )  # fmt: skip
    return made, sorted(left_out, key=lambda each: (each.what, each.reason))


def _untestable(rooms: Iterable[RoomScreened]) -> dict[str, dict[str, int]]:
    """Sessions that could not be tested, by code and reason: what the logs lack, and what files in a folder do."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sessions = 0
    for room in rooms:
        sessions += room.sessions
        for code, reasons in room.untestable.items():
            found[code].update(reasons)
    for entry in (each for each in indicators() if each.indicator.reads == "corrections" and sessions):
        found[entry.code][_NO_ARRIVAL] = sessions
    return {code: dict(sorted(reasons.items())) for code, reasons in sorted(found.items())}


def _of_state(
    rooms: Sequence[RoomScreened],
    year: int,
    folder: Folder,
    controls: str,
    pools: Pools,
    left_out: list[UnauditedFile],
) -> Iterator[ScreeningResult]:
    """Results for pairs of rooms with the same deals, in the last year of any of them."""
    of_year = [each for each in rooms if each.year == year]
    totals = Counter[int]()
    for room in of_year:
        totals.update(room.deals)
    between = pairs_between_rooms([each.deals for each in of_year])
    named, path = [each.room for each in of_year], str(folder.path)
    tasks = [ExchangeTask(path, named, *each) for each in ranges(totals.total())]
    found = together([each for own in _done(pools, compare_range, tasks, left_out) for each in own])
    pairs = [
        SharedTask(path, controls, year, [(each, totals[each.kind], between[each.kind]) for each in own])
        for _, own in groupby(found, lambda each: (each.room, each.other))
    ]
    yield from (each for each in _done(pools, result_of_shared, pairs, left_out) if each is not None)


def _done(
    pools: Pools, run: Callable[[Task], Result], tasks: Iterable[Task], left_out: list[UnauditedFile]
) -> Iterator[Result]:
    """Results of tasks; one without a result is named."""
    for task, done in completed(pools, run, tasks):
        if isinstance(done, Lost):
            left_out.append(UnauditedFile(what=_what(task), status="failed", reason=done.reason))
        else:
            yield done


def _what(task: object) -> str:
    if isinstance(task, ScreeningTask):
        return f"screening of room {task.room}"
    if isinstance(task, ExchangeTask):
        return f"deals of two rooms, digests from {task.first:02x} to {task.last - 1:02x}"
    return "deals of two rooms"

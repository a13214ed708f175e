"""Result for two rooms in which the same deals were dealt, with their hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from auditor.bulk.bulk_controls import snapshot
from auditor.bulk.bulk_outcomes import FileDone
from auditor.bulk.deal_exchange import SharedDeals
from auditor.bulk.deals_on_file import parts_of_kind
from auditor.bulk.file_task import FILES
from auditor.bulk.folder import Folder
from auditor.bulk.logs_on_file import AsOfRun, counted_logs, kept_of, logs_of_files
from auditor.screened_hands_found import FoundHands
from rules.screening.repeated_deals import RepeatedDeal, RepeatedDeals, bound_of_kind
from rules.screening.screening_result import ScreeningResult, ShownHand, result_of_repeated
from rules.screening.session_statistics import SCREENING
from rules.typed import from_json

_file = from_json(FileDone)


class SharedTask(Struct, frozen=True):
    """Deals of two rooms by kind, with the number of deals and of pairs of the state of that kind. year: of the state."""

    folder: str
    controls: str
    year: int
    shared: Sequence[tuple[SharedDeals, int, int]]


def result_of_shared(task: SharedTask) -> ScreeningResult | None:
    """The result for two rooms; None where chance gives as much."""
    found = [_repeated(*each) for each in task.shared]
    if not any(each.alarm for each in found):
        return None
    (first, *_), *_ = task.shared
    hands = [*_hands(task, found, first.room, 0), *_hands(task, found, first.other, 1)]
    since = min(each.since for each, *_ in task.shared)
    return result_of_repeated(found, since, first.room, task.year, SCREENING, None, hands, first.other)


def _repeated(shared: SharedDeals, deals: int, pairs: int) -> RepeatedDeals:
    """The pairs that are shown, with the bound of all pairs of the state."""
    seats, shape = parts_of_kind(shared.kind)
    named = [
        RepeatedDeal(one, place, other, other_place) for (one, place), (other, other_place) in shared.shown
    ]
    bound = bound_of_kind(seats, shape, pairs)
    together = sorted({(each.session, each.other) for each in named})
    return RepeatedDeals(seats, deals, named, bound, shape, shared.pairs - len(named), together)


def _hands(task: SharedTask, found: Sequence[RepeatedDeals], room: str, side: int) -> Iterator[ShownHand]:
    """Hands of one of the rooms, their sessions named with it."""
    folder = Folder(Path(task.folder))
    logs = counted_logs(_file(each) for each in folder.markers(FILES, room)).current
    shown = [
        (each, ((pair.session, pair.place), (pair.other, pair.other_place))[side])
        for each in found
        for pair in each.pairs
    ]
    wanted = {session for _, (session, _) in shown}
    kept = [each for each in kept_of(folder, logs, task.year) if each.sums.session in wanted]
    of_room = FoundHands(logs_of_files(logs), AsOfRun(snapshot(folder.path, task.controls).made), kept)
    for hand in of_room.of_deals((each, session, place) for each, (session, place) in shown):
        yield replace(hand, session=f"{room}/{hand.session}")

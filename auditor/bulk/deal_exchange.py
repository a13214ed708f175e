"""Equal deals of two rooms: one exchange of digests by their first bytes, for each range of which a task compares all rooms."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
from msgspec import Struct

from auditor.bulk.deals_on_file import BYTES, DealtSession, read_deals, read_sessions
from auditor.bulk.folder import Folder
from rules.screening.repeated_deals import groups_of_equal

MOST_SHOWN = 10  # pairs of deals of two rooms
_AT_ONCE = 1_000_000  # deals that a task compares
_MOST_OF_GROUP = 64  # equal deals of which each pair is counted; of more, those of neighbours
_Place = tuple[str, int]  # session, and place of the deal among those of its kind


class ExchangeTask(Struct, frozen=True):
    """A range of first bytes to compare, from ``first`` to before ``last``. folder: of the run."""

    folder: str
    rooms: Sequence[str]
    first: int
    last: int


class SharedDeals(Struct, frozen=True):
    """Equal deals of two rooms, of one kind. shown: the first pairs; since: the gaming day on which one was complete."""

    room: str
    other: str
    kind: int
    pairs: int
    since: date
    shown: Sequence[tuple[_Place, _Place]]


def ranges(deals: int) -> Iterator[tuple[int, int]]:
    """Ranges of first bytes with about as many deals as a task compares."""
    count = min(BYTES, max(1, -(-deals // _AT_ONCE)))
    for place in range(count):
        yield BYTES * place // count, BYTES * (place + 1) // count


def compare_range(task: ExchangeTask) -> list[SharedDeals]:
    """Equal deals of two rooms whose digests begin with a range of bytes."""
    folder = Folder(Path(task.folder))
    parts = [read_deals(folder, room, task.first, task.last) for room in task.rooms]
    deals = np.concatenate(parts)
    of_room = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    found: defaultdict[tuple[int, int, int], list[tuple[date, _Place, _Place]]] = defaultdict(list)
    for group in groups_of_equal(deals["value"]):
        for one, other in _pairs(group.tolist()):
            rooms = int(of_room[one]), int(of_room[other])
            if rooms[0] != rooms[1] and deals["kind"][one] == deals["kind"][other]:
                both = [_session(task, int(of_room[at]), int(deals["session"][at])) for at in (one, other)]
                first, second = (
                    (own.name, int(deals["place"][at])) for own, at in zip(both, (one, other), strict=True)
                )
                since = max(each.day for each in both)
                found[(*rooms, int(deals["kind"][one]))].append((since, first, second))
    return [_shared(task.rooms, key, pairs) for key, pairs in sorted(found.items())]


def _pairs(group: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(group) <= _MOST_OF_GROUP:
        return combinations(group, 2)
    return zip(group, group[1:], strict=False)


def _session(task: ExchangeTask, room: int, place: int) -> DealtSession:
    return _sessions_of(task.folder, task.rooms[room])[place]


@lru_cache(maxsize=256)
def _sessions_of(folder: str, room: str) -> list[DealtSession]:
    return read_sessions(Folder(Path(folder)), room)


def _shared(
    rooms: Sequence[str], key: tuple[int, int, int], pairs: Sequence[tuple[date, _Place, _Place]]
) -> SharedDeals:
    one, other, kind = key
    shown = sorted((first, second) for _, first, second in pairs)[:MOST_SHOWN]
    return SharedDeals(rooms[one], rooms[other], kind, len(pairs), min(day for day, *_ in pairs), shown)


def together(found: Sequence[SharedDeals]) -> list[SharedDeals]:
    """Equal deals of the same rooms and kind that several ranges found, as one."""
    of: defaultdict[tuple[str, str, int], list[SharedDeals]] = defaultdict(list)
    for each in found:
        of[each.room, each.other, each.kind].append(each)
    return [
        SharedDeals(
            *key, sum(each.pairs for each in own), min(each.since for each in own),
            sorted(pair for each in own for pair in each.shown)[:MOST_SHOWN],
        )
        for key, own in sorted(of.items())
    ]  # fmt: skip


def pairs_between_rooms(counts: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """Pairs of deals of two rooms, by kind. counts: deals of each room by kind."""
    total, squares = Counter[int](), Counter[int]()
    for own in counts:
        total.update(own)
        squares.update({kind: count * count for kind, count in own.items()})
    return {kind: (count * count - squares[kind]) // 2 for kind, count in total.items()}

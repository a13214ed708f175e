"""Times of a file's lines: their order and offset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta, timezone
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules import times
from rules.card_room import Room
from rules.checks.support.drafts import Draft
from rules.hands import NOT_RECORDED, Ints
from rules.records.time_order import Backward, backward
from rules.zones import local

HAND = "hand"
NO_ROOM = "the room is not on record, so that its time zone is not known"
UNTIMED = "the line has no time"
_MINUTE = 60_000_000
_SHOWN = 12  # lines that a message lists


class LineTimes(Struct, frozen=True, eq=False):
    """Lines with a time, n, in file order. names: kinds of lines.

    kind (n,): in names. at (n,): instants; offset (n,): minutes ahead of UTC. number (n,): of a hand, else -1.
    """

    names: Sequence[str]
    kind: Ints
    line: Ints
    at: Ints
    offset: Ints
    number: Ints

    def __len__(self) -> int:
        return len(self.line)

    def name(self, place: int) -> str:
        return self.names[int(self.kind[place])]

    def text(self, place: int, offset: int | None = None) -> str:
        """Time of a line, with its own offset or another."""
        minutes = int(self.offset[place]) if offset is None else offset
        return times.text_of(int(self.at[place]), timezone(timedelta(minutes=minutes))) or ""

    def where(self, place: int) -> str:
        """Name of a line: "line 18 (hand 9)"."""
        number = int(self.number[place])
        what = f"hand {number}" if number >= 0 else self.name(place).replace("_", " ")
        return f"line {self.line[place]} ({what})"

    def listed(self) -> str:
        """Names of the first lines, and the number of others."""
        more = f" and {len(self) - _SHOWN:,} more" if len(self) > _SHOWN else ""
        return ", ".join(map(self.where, range(min(len(self), _SHOWN)))) + more

    def take(self, which: NDArray[Any]) -> LineTimes:
        return LineTimes(
            self.names,
            self.kind[which],
            self.line[which],
            self.at[which],
            self.offset[which],
            self.number[which],
        )


def stated_times(rows: Iterable[tuple[str, int, object]]) -> LineTimes:
    """Times of lines that are no hands, from kind, line and text; others than texts are left out."""
    listed = [(name, line, at) for name, line, at in rows if isinstance(at, str)]
    names = list(dict.fromkeys(name for name, _, _ in listed))
    place = {name: at for at, name in enumerate(names)}
    parsed = times.parse([at for _, _, at in listed])
    found = LineTimes(
        names=names,
        kind=np.array([place[name] for name, _, _ in listed], np.int64),
        line=np.array([line for _, line, _ in listed], np.int64),
        at=parsed.instant,
        offset=parsed.offset.astype(np.int64),
        number=np.full(len(listed), -1),
    )
    return found.take(found.at != NOT_RECORDED)


def event_rows(events: Iterable[tuple[int, Any]]) -> Iterator[tuple[str, int, object]]:
    """Rows of events, for `stated_times`."""
    for line, event in events:
        yield str(type(event).__struct_config__.tag), line, getattr(event, "at", None)


def with_hands(beside: LineTimes, line: Ints, at: Ints, offset: Ints, number: Ints) -> LineTimes:
    """Lines of events and hands, in file order."""
    hands = LineTimes(
        [HAND], np.full(len(line), len(beside.names)), line, at, offset.astype(np.int64), number
    ).take(at != NOT_RECORDED)
    joined = [
        np.concatenate([getattr(each, name) for each in (beside, hands)])
        for name in ("kind", "line", "at", "offset", "number")
    ]
    return LineTimes([*beside.names, HAND], *joined).take(np.argsort(joined[1], kind="stable"))


def backwards(lines: LineTimes) -> Iterator[tuple[Backward, Draft]]:
    """Lines out of order of time. Two hands are left to their own check."""
    for each in backward(lines.at):
        if min(lines.number[each.place], lines.number[each.other]) >= 0:
            continue
        yield each, out_of_place(lines, each)


def out_of_place(lines: LineTimes, found: Backward) -> Draft:
    """Draft of a line out of order beside another."""
    place, other = found.place, found.other
    stated, bound = lines.text(place), lines.text(other)
    limit, relation, side = ("earlier", "after", "below") if found.late else ("later", "before", "above")
    where = lines.where(place)
    return Draft(
        number=int(lines.number[place]) if lines.number[place] >= 0 else None,
        line=int(lines.line[place]),
        stated=stated,
        expected=f"{bound} or {limit}",
        unit="time",
        fact=f"{lines.line[place]}|{stated}|{bound}",
        message=f"{where[:1].upper()}{where[1:]} is of {stated}, {relation} {lines.where(other)} {side} it, of {bound}.",
    )


class ForeignOffset(NamedTuple):
    """Lines of one kind with one foreign offset."""

    places: list[int]
    draft: Draft


def foreign_offsets(lines: LineTimes, room: Room) -> Iterator[ForeignOffset]:
    """Lines whose offset is not the room's, by kind and offset, earliest first."""
    due = _due_offsets(room, lines.at)
    groups: dict[tuple[int, int], list[int]] = {}
    for place in np.flatnonzero(lines.offset != due).tolist():
        groups.setdefault((int(lines.kind[place]), int(lines.offset[place])), []).append(place)
    for places in groups.values():
        first = places[0]
        wanted = int(due[first])
        stated, expected = lines.text(first), lines.text(first, wanted)
        hands = lines.number[places]
        many = f"{len(places):,} lines have" if len(places) > 1 else f"{lines.where(first)} has"
        yield ForeignOffset(
            places,
            Draft(
                line=int(lines.line[first]),
                hands=sorted(set(hands.tolist())) if hands[0] >= 0 else None,
                stated=stated,
                expected=expected,
                unit="time",
                fact=f"{lines.name(first)}|{offset_text(int(lines.offset[first]))}|{len(places)}",
                message=(
                    f"{many[:1].upper()}{many[1:]} the offset {offset_text(int(lines.offset[first]))}, where the room's clock "
                    f"has {offset_text(wanted)}: {lines.take(np.array(places)).listed()} ({stated})."
                ),
            ),
        )


def offset_text(minutes: int) -> str:
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}"


def _due_offsets(room: Room, at: Ints) -> Ints:
    """(n,) offset of the room's zone in minutes."""
    days = room.days(at)
    found = np.zeros(len(at), np.int64)
    zones = {int(day): room.on(times.date_of(int(day))).zone for day in np.unique(days).tolist()}
    for zone in set(zones.values()):
        mine = np.isin(days, [day for day, its in zones.items() if its == zone])
        found[mine] = (local(zone, at[mine]) - at[mine]) // _MINUTE
    return found

"""Acts of an open-face hand, street by street."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from reports.drawn_cards import UNKNOWN, split
from reports.formatting import day
from rules.cards import HAND_SIZE, ROWS
from rules.shown_hands import ClockRecord, Exhibit, PlacementRecord, SeatRecord
from rules.times import parse_one

LANES = (*ROWS, "discard")
STRANGE = "set without being dealt, or in a row that finally lacks it"  # of a card
Show = Callable[[Iterable[str]], str]
_MOST_MOVED = 4  # up to so many acts out of order are listed one by one


class StreetAct(NamedTuple):
    """An act. street: of its seat, from 1."""

    street: int
    record: PlacementRecord

    @property
    def seat(self) -> int:
        return self.record.seat

    @property
    def at(self) -> int | None:
        """Time in microseconds; None: not recorded."""
        return _instant(self.record.at)

    def cards(self, lane: str) -> list[str]:
        """Cards of a row, or discards."""
        return split(getattr(self.record, lane) or "")


class StreetActs:
    """Acts by street and seat; seats in order of acting."""

    def __init__(self, exhibit: Exhibit) -> None:
        self._exhibit = exhibit
        self._seats = {seat.seat: seat for seat in exhibit.seats}
        self.calls = exhibit.clock_calls or []
        self.acts = list(_acts(exhibit.placements or []))
        self.seats = _order([act.seat for act in self.acts], exhibit.dealer)
        self._at = {(act.street, act.seat): act for act in self.acts}
        self._of_seat: dict[int, list[StreetAct]] = {}
        for act in self.acts:
            self._of_seat.setdefault(act.seat, []).append(act)
        self.lanes = LANES if any(act.record.discard for act in self.acts) else ROWS
        self.timed = any(act.record.at for act in self.acts)
        self.on_clock = {place for call in self.calls if (place := self._answer(call)) is not None}
        self.count = max((street for street, _ in (*self._at, *self.on_clock)), default=0)
        self._strange = {(act.street, act.seat): self._stray(act) for act in self.acts}
        self.strange = any(self._strange.values())

    def of(self, street: int, seat: int) -> StreetAct | None:
        return self._at.get((street, seat))

    def of_seat(self, seat: int) -> list[StreetAct]:
        return self._of_seat.get(seat, [])

    def strange_of(self, act: StreetAct) -> set[str]:
        """Cards of an act not dealt, or missing in the final row."""
        return self._strange[act.street, act.seat]

    def legend(self) -> list[str]:
        """Key: order of seats, day and offset of times."""
        order = "as they first acted" if self._exhibit.dealer is None else "from the left of the button"
        first = next((act.record.at for act in self.acts if act.record.at), "")
        return [f"seats {order}", *([f"times of {day(first)}"] if day(first) else [])]

    def notes(self, show: Show = " ".join) -> list[str]:
        """Acts and cards that do not fit. show: writes cards, by default as the log."""
        return [*self._out_of_place(), *self._gone(show), *self._without_act(show)]

    def _answer(self, call: ClockRecord) -> tuple[int, int] | None:
        """Street and seat of the act that ended a clock, or where it would be."""
        timed = [(act, act.at) for act in self.of_seat(call.seat) if act.at is not None]
        called, acted = _instant(call.at), _instant(call.acted_at)
        if not timed or called is None:
            return None
        later = [act for act, at in timed if at == acted] or [act for act, at in timed if at >= called]
        if later:
            return later[0].street, call.seat
        complete = _in_rows([act.record for act, _ in timed]).total() >= HAND_SIZE
        return None if call.acted_at or complete else (len(self.of_seat(call.seat)) + 1, call.seat)

    def _stray(self, act: StreetAct) -> set[str]:
        """Cards not dealt, or missing in the final row."""
        dealt, used = split(act.record.dealt), _used(act)
        found = set() if UNKNOWN in dealt else set(used - Counter(dealt)) - {UNKNOWN}
        for row in ROWS:
            kept = getattr(self._seats.get(act.seat), row, None)
            if kept is not None and UNKNOWN not in split(kept):
                found |= set(Counter(act.cards(row)) - Counter(split(kept))) - {UNKNOWN}
        return found

    def _out_of_place(self) -> Iterator[str]:
        """Acts out of order."""
        kept = _longest_rising([(act.street, self.seats.index(act.seat)) for act in self.acts])
        moved = [
            f"{_named(act)} {f'right after {_named(self.acts[at - 1])}' if at else 'first of all'}"
            for at, act in enumerate(self.acts)
            if at not in kept
        ]
        if moved:
            more = f"; and {len(moved) - _MOST_MOVED:,} more" if len(moved) > _MOST_MOVED else ""
            yield f"Recorded elsewhere than they stand here: {'; '.join(moved[:_MOST_MOVED])}{more}."

    def _gone(self, show: Show) -> Iterator[str]:
        """Cards dealt, but neither set nor discarded."""
        for act in self.acts:
            seat = self._seats.get(act.seat)
            discarding = self._exhibit.variant == "pineapple" or (seat is not None and seat.fantasyland)
            if discarding and act.record.discard is None:
                continue  # not recorded
            gone, used = Counter(split(act.record.dealt)), _used(act)
            gone -= used
            if gone and UNKNOWN not in (*gone, *used):
                where = " or discarded" if discarding else ""
                yield f"Dealt and not set{where}, {_named(act)}: {show(gone.elements())}."

    def _without_act(self, show: Show) -> Iterator[str]:
        """Final cards that no act set."""
        for number, seat in sorted(self._seats.items()):
            in_acts = _in_rows([act.record for act in self.of_seat(number)])
            unset = _in_rows([seat]) - in_acts
            if in_acts and unset and UNKNOWN not in (*unset, *in_acts):
                yield f"In the rows of seat {number}, but set by no recorded act: {show(unset.elements())}."


def seconds(call: ClockRecord) -> float | None:
    """Seconds under the clock; None: unknown."""
    called, acted = _instant(call.at), _instant(call.acted_at)
    return None if called is None or acted is None else (acted - called) / 1_000_000


def _acts(placements: list[PlacementRecord]) -> Iterator[StreetAct]:
    acted: Counter[int] = Counter()
    for record in placements:
        acted[record.seat] += 1
        yield StreetAct(acted[record.seat], record)


def _order(seats: list[int], dealer: int | None) -> list[int]:
    """Seats from the left of the button, else by first act."""
    first = list(dict.fromkeys(seats))
    return first if dealer is None else sorted(first, key=lambda seat: (seat - dealer - 1) % 10)


def _named(act: StreetAct) -> str:
    return f"seat {act.seat} in street {act.street}"


def _instant(text: str | None) -> int | None:
    parsed = parse_one(text) if text else None
    return parsed[0] if parsed else None


def _used(act: StreetAct) -> Counter[str]:
    return Counter(card for lane in LANES for card in act.cards(lane))


def _in_rows(records: Iterable[SeatRecord | PlacementRecord]) -> Counter[str]:
    return Counter(card for record in records for row in ROWS for card in split(getattr(record, row) or ""))


def _longest_rising(places: list[tuple[int, int]]) -> set[int]:
    """Positions of a longest rising subsequence."""
    ends: list[tuple[int, int]] = []  # the least place that so many rising ones can end with
    last: list[int] = []  # and its position
    before: list[int | None] = []
    for at, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else None)
        ends[length : length + 1], last[length : length + 1] = [place], [at]
    kept, found = set(), last[-1] if last else None
    while found is not None:
        kept.add(found)
        found = before[found]
    return kept

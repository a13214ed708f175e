"""Events of a log outside hands, in a long log as columns: 55 bytes in place of 350. Reading makes them anew."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Literal, TypeVar, overload

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from rules.records.events import Chips, TableEvent, Toke

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
Numbered = tuple[int, TableEvent]  # an event with its line

_BITS = 12
_AT_ONCE = 1 << _BITS  # events that become columns together; a log of fewer has none
_KINDS: tuple[Literal["buy_in", "add_on", "cash_out", "move"], ...] = ("buy_in", "add_on", "cash_out", "move")
_NOTHING = "", 1, "", 0  # in the columns of a record
_TOKE, _RECORD = len(_KINDS), len(_KINDS) + 1  # forms: that of Chips is the position of their kind


class TableEvents(Sequence[Numbered]):
    """Events with lines. Equal to any sequence of the same."""

    def __init__(self, events: Iterable[Numbered] = ()) -> None:
        self._form, self._line = array("b"), array("q")
        self._seat, self._player, self._amount = array("b"), array("i"), array("q")
        self._texts: list[str] = []  # times one after the other, as many as become columns together
        self._ends = array("i")  # where each of them ends
        self._players: dict[str, int] = {}
        self._named: list[str] = []
        self._records: dict[int, TableEvent] = {}  # by position: those of another form
        self._last: list[Numbered] = []  # events that are no columns yet
        self.extend(events)

    def append(self, line: int, event: TableEvent) -> None:
        """Take the next event."""
        self._last.append((line, event))
        if len(self._last) >= _AT_ONCE:
            self._pack()

    def extend(self, events: Iterable[Numbered]) -> None:
        """Take the next events."""
        for line, event in events:
            self.append(line, event)

    def __len__(self) -> int:
        return len(self._form) + len(self._last)

    @overload
    def __getitem__(self, at: int) -> Numbered: ...
    @overload
    def __getitem__(self, at: slice) -> list[Numbered]: ...
    def __getitem__(self, at: int | slice) -> Numbered | list[Numbered]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        place = at if at >= 0 else at + len(self)
        packed = len(self._form)
        if 0 <= place < packed:
            return next(self._packed((place,)))
        if place < packed:
            raise IndexError(at)
        return self._last[place - packed]

    def __iter__(self) -> Iterator[Numbered]:
        yield from self._packed(range(len(self._form)))
        yield from self._last

    @overload
    def of(self, one: type[A], /) -> Iterator[tuple[int, A]]: ...
    @overload
    def of(self, one: type[A], other: type[B], /) -> Iterator[tuple[int, A | B]]: ...
    @overload
    def of(self, one: type[A], other: type[B], third: type[C], /) -> Iterator[tuple[int, A | B | C]]: ...
    def of(self, *types: type[Any]) -> Iterator[tuple[int, Any]]:
        """Events of some types in order, without making others."""
        yield from self._packed(_one_by_one(self._placed(types)))
        yield from (each for each in self._last if isinstance(each[1], types))

    def places_of(self, *types: type[Any]) -> NDArray[np.int64]:
        """(n,) positions of events of some types."""
        packed = len(self._form)
        last = [place for place, (_, event) in enumerate(self._last, packed) if isinstance(event, types)]
        return np.append(self._placed(types), np.array(last, np.int64))

    def lines_of(self, *types: type[Any]) -> NDArray[np.int64]:
        """(n,) lines of events of some types."""
        last = [line for line, event in self._last if isinstance(event, types)]
        lines = np.array(self._line, np.int64)  # a copy: a view would keep the columns from growing
        return np.append(lines[self._placed(types)], np.array(last, np.int64))

    def _placed(self, types: tuple[type[Any], ...]) -> NDArray[np.int64]:
        if not self._form:
            return np.zeros(0, np.int64)
        forms = [*(range(len(_KINDS)) if Chips in types else ()), *((_TOKE,) if Toke in types else ())]
        places = np.flatnonzero(np.isin(np.frombuffer(self._form, np.int8), forms))
        records = [place for place, event in self._records.items() if isinstance(event, types)]
        return np.sort(np.append(places, np.array(records, np.int64)))

    def at(self, places: Iterable[int]) -> Iterator[Numbered]:
        """Events at ascending positions."""
        packed, listed = len(self._form), list(places)
        yield from self._packed(each for each in listed if each < packed)
        yield from (self._last[each - packed] for each in listed if each >= packed)

    def on_line(self, line: int) -> TableEvent | None:
        """Event on a line; None: there is none. Lines ascend."""
        place = bisect_left(self._line, line)
        if place < len(self._line):
            return self[place][1] if self._line[place] == line else None
        place = bisect_left(self._last, line, key=_line_of)
        return self._last[place][1] if place < len(self._last) and self._last[place][0] == line else None

    def line(self, place: int) -> int:
        """Line of the event at a position."""
        packed = len(self._form)
        return self._line[place] if place < packed else self._last[place - packed][0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"<{len(self):,} events>"

    def _packed(self, places: Iterable[int]) -> Iterator[Numbered]:
        forms, lines, seats, amounts = self._form, self._line, self._seat, self._amount
        texts, ends, players, named = self._texts, self._ends, self._player, self._named
        for place in places:
            form = forms[place]
            if form == _RECORD:
                yield lines[place], self._records[place]
                continue
            begin = ends[place - 1] if place & (_AT_ONCE - 1) else 0
            at, player = texts[place >> _BITS][begin : ends[place]], named[players[place]]
            if form == _TOKE:
                yield lines[place], Toke(at, seats[place], player, amounts[place])
            else:
                yield lines[place], Chips(at, seats[place], player, _KINDS[form], amounts[place])

    def _pack(self) -> None:
        first = len(self._form)
        lines, events = zip(*self._last, strict=True)
        forms = list(map(_form, events))
        for place, event in enumerate(events):
            if forms[place] == _RECORD:
                self._records[first + place] = event
        texts, seats, players, amounts = zip(
            *(
                _NOTHING if form == _RECORD else (event.at, event.seat, event.player, event.amount)
                for form, event in zip(forms, events, strict=True)
            ),
            strict=True,
        )
        self._form.extend(forms)
        self._line.extend(lines)
        self._seat.extend(seats)
        self._player.extend(map(self._known, players))
        self._amount.extend(amounts)
        self._texts.append("".join(texts))
        self._ends.extend(accumulate(map(len, texts)))
        self._last = []

    def _known(self, player: str) -> int:
        place = self._players.setdefault(player, len(self._named))
        if place == len(self._named):
            self._named.append(player)
        return place


def _one_by_one(places: NDArray[np.int64]) -> Iterator[int]:
    for first in range(0, len(places), _AT_ONCE):
        yield from places[first : first + _AT_ONCE].tolist()


def _form(event: TableEvent) -> int:
    """Form of an event; a record where it states more than others of its type."""
    if type(event) is Toke:
        return _TOKE
    if type(event) is Chips and event.permission is UNSET and event.by is UNSET and event.medium is UNSET:
        return _KINDS.index(event.kind)
    return _RECORD


def _line_of(each: Numbered) -> int:
    return each[0]

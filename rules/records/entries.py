"""Lists of hands: entries a hand, their times and places."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import Any

import numpy as np
from msgspec import UNSET, Struct
from numpy.typing import NDArray

from rules import times
from rules.hands import Ints
from rules.records.columns import Column, nothing
from rules.records.inspect import TIME_EXPECTED
from rules.records.problems import Problem, shown
from rules.records.scanned import ScannedField


class EntryCounts:
    """Entries of each hand; whether it has the list."""

    def __init__(self) -> None:
        self._counts, self._recorded = array("q"), array("b")

    def add(self, column: Column) -> list[Any]:
        """Entries of all hands of a batch."""
        if nothing(column):
            self._counts.frombytes(bytes(8 * len(column)))
            self._recorded.frombytes(bytes(len(column)))
            return []
        listed = [() if entries is UNSET else entries for entries in column]
        self._counts.extend(array("q", map(len, listed)))
        self._recorded.extend(array("b", [entries is not UNSET for entries in column]))
        return list(chain.from_iterable(listed))

    def add_scanned(self, found: ScannedField) -> bool:
        """Add a scanned batch; whether a hand has an entry."""
        counts = np.frombuffer(found.values, np.int64)
        self._counts.frombytes(np.maximum(counts, 0).tobytes())
        self._recorded.frombytes((counts >= 0).tobytes())
        return bool((counts > 0).any())

    def hand(self) -> Ints:
        """(n,) position of each entry's hand."""
        counts = np.frombuffer(self._counts, np.int64)
        return np.repeat(np.arange(len(counts)), counts)

    def nth(self) -> Ints:
        """(n,) index of each entry in its hand's list."""
        counts = np.frombuffer(self._counts, np.int64)
        return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)

    def recorded(self) -> NDArray[np.bool_]:
        return np.frombuffer(self._recorded, np.bool_)


class ListEntries(Struct, frozen=True):
    """Entries of a list, with places for problems. among: the entries concerned, where not all."""

    name: str
    hand: Ints  # (n,) of every entry, ascending
    lines: Ints
    among: Ints | None = None

    def at(self, places: Ints) -> ListEntries:
        return ListEntries(self.name, self.hand, self.lines, places)

    def problem(self, place: int, field: str, text: str, expected: str) -> Problem:
        """Problem of an unexpected text."""
        return self.found(place, field, shown(text), expected)

    def found(self, place: int, field: str, found: str, expected: str) -> Problem:
        """Problem of an entry's value; without ``field`` of the whole entry."""
        entry = place if self.among is None else int(self.among[place])
        hand = int(self.hand[entry])
        nth = entry - int(np.searchsorted(self.hand, hand))
        path = f"{self.name}[{nth}]" + (f".{field}" if field else "")
        return Problem(int(self.lines[hand]), path, found, expected)


def instants(texts: list[str], where: ListEntries, field: str, problems: list[Problem]) -> Ints:
    """Instants of texts; an empty one is an unrecorded time."""
    written = None
    if "" in texts:
        written = [place for place, text in enumerate(texts) if text]
    parsed = times.parse(texts if written is None else [texts[place] for place in written])
    for wrong in parsed.wrong:
        place = wrong if written is None else written[wrong]
        problems.append(where.problem(place, field, texts[place], TIME_EXPECTED))
    if written is None:
        return parsed.instant
    instant = np.full(len(texts), times.NOT_RECORDED, np.int64)
    instant[written] = parsed.instant
    return instant

"""Place of a finding: in a hand, between hands, or the session."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.checks.support.log_view import LogView
from rules.hands import Flags, Ints
from rules.results import Finding

BETWEEN_HANDS = (
    "STK010",
    "STK018",
    "TRN002",
    "TRN004",
)  # compare the beginning of a hand with the end of the one before
Positions = NDArray[np.int32]


class IncidentPlace(NamedTuple):
    """A place. kind and name identify it in its session or day; order: its position there."""

    kind: Literal["hand", "gap", "session"]
    name: str
    order: int


class LogPlaces:
    """Places of a log."""

    def __init__(self, log: LogView) -> None:
        self._log = log
        self._numbers: tuple[Ints, Positions] | None = (
            None  # each number once, ascending, and where it is first
        )
        if len(log):
            self._numbers = _first_of_each(log.number)
        self._hands: dict[int, IncidentPlace] = {}

    def of(self, finding: Finding) -> IncidentPlace:
        """Place of a finding; one of many hands belongs to the first."""
        number = finding.hand
        if number is None and finding.hands:
            number = finding.hands[0]
        if number is not None:
            return self.hand(number)
        if finding.line is not None:
            return self._gap(finding.line)
        return IncidentPlace("session", "", 2 * len(self._log) + 1)

    def hand(self, number: int) -> IncidentPlace:
        if number not in self._hands:
            position = self.position(number)
            order = 2 * (len(self._log) if position is None else position) + 1
            self._hands[number] = IncidentPlace("hand", str(number), order)
        return self._hands[number]

    def position(self, number: int) -> int | None:
        """Position of the first hand with a number; None: none."""
        if self._numbers is None:
            return None
        numbers, first = self._numbers
        at = int(np.searchsorted(numbers, number))
        return int(first[at]) if at < len(numbers) and numbers[at] == number else None

    def positions(self, numbers: Ints) -> Positions:
        """(N,) positions of the first hands with numbers; the log's length where none."""
        if self._numbers is None:
            return np.full(len(numbers), len(self._log), np.int32)
        known, first = self._numbers
        new = begins(numbers)  # in the order of the log, most repeat the one before
        numbers = numbers[new]
        at = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
        found = np.where(known[at] == numbers, first[at], np.int32(len(self._log)))
        repeated: Positions = found[np.cumsum(new, dtype=np.int32) - np.int32(1)]
        return repeated

    def before(self, number: int) -> IncidentPlace | None:
        """Place of the hand before another."""
        position = self.position(number)
        return self.hand(int(self._log.number[position - 1])) if position else None

    def time(self, finding: Finding) -> str | None:
        """Time of a finding's event beside hands; None: unrecorded."""
        event = None if finding.line is None else self._log.events.on_line(finding.line)
        return None if event is None else event.at

    def dealt(self, number: int) -> str | None:
        position = self.position(number)
        return None if position is None else self._log.time(int(self._log.at[position]))

    def _gap(self, line: int) -> IncidentPlace:
        after = int(np.searchsorted(self._log.line, line))
        number = self._log.number
        sides = (str(int(number[at])) if 0 <= at < len(self._log) else "" for at in (after - 1, after))
        return IncidentPlace("gap", "-".join(sides), 2 * after)


def _first_of_each(numbers: Ints) -> tuple[Ints, Positions]:
    if (numbers[1:] > numbers[:-1]).all():
        return numbers, np.arange(len(numbers), dtype=np.int32)
    known, first = np.unique(numbers, return_index=True)
    return known, first.astype(np.int32)


def begins(column: NDArray[Any]) -> Flags:
    """(N,) where a column differs from the row before."""
    found = np.ones(len(column), np.bool_)
    found[1:] = column[1:] != column[:-1]
    return found

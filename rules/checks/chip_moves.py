"""Chips brought to and taken from a table between hands, found by seat or player without going through all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict

from rules.checks.base import LogView
from rules.checks.kept import kept
from rules.records.events import Chips

_BROUGHT = {"buy_in": 1, "add_on": 1, "cash_out": -1}  # a move does not say which way


class ChipMoves:
    """The `chips` events of a log, in its order."""

    def __init__(self, log: LogView) -> None:
        self._by_seat: dict[int, list[tuple[int, Chips]]] = defaultdict(list)
        self._by_player: dict[str, list[tuple[int, Chips]]] = defaultdict(list)
        for line, event in log.events:
            if isinstance(event, Chips):
                self._by_seat[event.seat].append((line, event))
                self._by_player[event.player].append((line, event))

    def at_seat(self, seat: int, after: int, before: int) -> int | None:
        """Chips brought to a seat between two lines, less those taken; None where one was moved, either way."""
        events = _between(self._by_seat.get(seat, []), after, before)
        if any(event.kind not in _BROUGHT for event in events):
            return None
        return sum(_BROUGHT[event.kind] * event.amount for event in events)

    def came_back(self, player: str, after: int, before: int) -> bool:
        """Whether a player may have brought chips between two lines."""
        events = _between(self._by_player.get(player, []), after, before)
        return any(event.amount and event.kind != "cash_out" for event in events)


def _between(events: list[tuple[int, Chips]], after: int, before: int) -> list[Chips]:
    first = bisect_right(events, after, key=lambda each: each[0])
    last = bisect_left(events, before, key=lambda each: each[0])
    return [event for _, event in events[first:last]]


@kept
def chip_moves(log: LogView) -> ChipMoves:
    """The chip moves of a log; cached because several checks read them."""
    return ChipMoves(log)

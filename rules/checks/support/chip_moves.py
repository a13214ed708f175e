"""Chips moved between hands, by seat and player."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict

from rules.checks.support.log_view import LogView
from rules.checks.support.view_cache import shared
from rules.records.events import Chips

_BROUGHT = {"buy_in": 1, "add_on": 1, "cash_out": -1}  # a move does not say which way


class ChipMoves:
    """The `chips` events of a log."""

    def __init__(self, log: LogView) -> None:
        self._events = log.events
        self._by_seat: dict[int, list[int]] = defaultdict(list)  # positions
        self._by_player: dict[str, list[int]] = defaultdict(list)
        for place, (_, event) in zip(log.events.places_of(Chips).tolist(), log.events.of(Chips), strict=True):
            self._by_seat[event.seat].append(place)
            self._by_player[event.player].append(place)

    def at_seat(self, seat: int, after: int, before: int) -> int | None:
        """Net chips brought to a seat between two lines; None where a direction is unknown."""
        events = self._between(self._by_seat.get(seat, []), after, before)
        if any(event.kind not in _BROUGHT for event in events):
            return None
        return sum(_BROUGHT[event.kind] * event.amount for event in events)

    def came_back(self, player: str, after: int, before: int) -> bool:
        """Whether a player may have brought chips between two lines."""
        events = self._between(self._by_player.get(player, []), after, before)
        return any(event.amount and event.kind != "cash_out" for event in events)

    def took(self, player: str, after: int, before: int) -> bool:
        """Whether a player cashed chips between two lines."""
        events = self._between(self._by_player.get(player, []), after, before)
        return any(event.kind == "cash_out" for event in events)

    def brought(self, player: str, seat: int, after: int, before: int) -> bool:
        """Whether a player brought or moved chips to a seat between two lines."""
        events = self._between(self._by_player.get(player, []), after, before)
        return any(event.seat == seat and event.kind != "cash_out" for event in events)

    def _between(self, places: list[int], after: int, before: int) -> list[Chips]:
        first = bisect_right(places, after, key=self._events.line)
        last = bisect_left(places, before, key=self._events.line)
        return [event for _, event in self._events.at(places[first:last]) if isinstance(event, Chips)]


@shared
def chip_moves(log: LogView) -> ChipMoves:
    """Chip moves of a log, cached."""
    return ChipMoves(log)

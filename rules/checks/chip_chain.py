"""Stacks from hand to hand: hands that follow each other, what every player had in both, and when events fell between them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from rules.checks.base import NOT_RECORDED, Draft, LogView
from rules.checks.seating import Seating
from rules.hands import Flags, Ints
from rules.records.events import Chips, Fee, Toke
from rules.records.table_events import TableEvents


class Links(Struct, frozen=True, eq=False):
    """n pairs of hands, each with the one that follows it at once; the column of a seat is its number less 1."""

    before: Ints  # (n,) positions in the seating
    after: Ints
    same: Flags  # (n, W) the same player in both
    known: Flags  # (n, W) and stacks and net are known
    stated: Ints  # (n, W) what he had in the second
    expected: Ints  # (n, W) what he had in the first, with its net; 0 where not known


def links(seating: Seating, before: Ints) -> Links:
    """The hands at some positions with those that follow them."""
    after = before + 1
    stack, net, now = seating.stack[before], seating.net[before], seating.stack[after]
    same = seating.same_player(before, after)
    known = same & (stack != NOT_RECORDED) & (net != NOT_RECORDED) & (now != NOT_RECORDED)
    return Links(before, after, same, known, now, np.where(known, stack + net, 0))


def highest_seat(events: TableEvents) -> int:
    """The highest seat that events name which may move chips; 0 where there are none."""
    return max((event.seat for _, event in events.of(Chips, Toke, Fee)), default=0)


class EventTimes:
    """When hands were dealt, to find where an event falls by its time."""

    def __init__(self, at: Ints) -> None:
        self._at = at
        self._sorted = bool((at[1:] >= at[:-1]).all()) and not (at == NOT_RECORDED).any()

    def around(self, place: int, instant: int) -> tuple[int, int]:
        """The positions of the hands that may follow an event: one where its line and its time say the same."""
        at, size = self._at, len(self._at)
        if instant == NOT_RECORDED:
            return place, place
        early = place > 0 and at[place - 1] != NOT_RECORDED and instant < at[place - 1]
        late = place < size and at[place] != NOT_RECORDED and instant >= at[place]
        if not early and not late:
            return place, place
        if not self._sorted:
            return 0, size
        by_time = int(np.searchsorted(at, instant, side="right"))
        return min(place, by_time), max(place, by_time)


def stack_differs(
    log: LogView, seating: Seating, row: int, column: int, stated: int, expected: int, source: str
) -> Draft:
    """The finding that a player began a hand with another stack than he should have, in minor units.

    row: the hand's, and column: the seat's in the seating. source: where what was expected comes from: "after hand 4".
    """
    player = seating.players[seating.player[row, column]]
    return Draft(
        hand=log.position(int(seating.line[row])),
        seat_number=column + 1,
        player=player,
        stated=stated,
        expected=expected,
        unit="money",
        money=abs(stated - expected),
        money_kind="unaccounted",
        message=(
            f"Hand {int(seating.number[row])}, seat {column + 1}: player {player} began it with {log.money(stated)}; "
            f"{source} it was {log.money(expected)}, a difference of {log.money(stated - expected)}."
        ),
    )


def excess(drafts: Iterable[Draft]) -> int:
    """How much more findings about amounts state than they expect, in all."""
    both = ((each.stated, each.expected) for each in drafts)
    return sum(
        stated - expected
        for stated, expected in both
        if isinstance(stated, int) and isinstance(expected, int)
    )

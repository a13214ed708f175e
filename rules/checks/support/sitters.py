"""Players of a seat before and after a place in the log."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import cached_property

import numpy as np
from msgspec import Struct

from rules.checks.support.log_view import LogView
from rules.checks.support.stretches import SEATS, Stretch
from rules.checks.support.view_cache import shared


class Sitters(Struct, frozen=True, eq=False, dict=True):
    """Stretches of a log whose hand numbers ascend."""

    log: LogView

    @cached_property
    def in_order(self) -> bool:
        """Whether hand numbers ascend, as the other methods need."""
        return bool((np.diff(self.log.number) > 0).all())

    @cached_property
    def by_seat(self) -> dict[int, list[Stretch]]:
        """Stretches by seat, earliest first."""
        found: dict[int, list[Stretch]] = defaultdict(list)
        for each in sorted(self.log.people.stretches, key=lambda each: each.first):
            found[each.seat].append(each)
        return found

    @cached_property
    def by_player(self) -> dict[str, list[Stretch]]:
        """Stretches by player, earliest first."""
        found: dict[str, list[Stretch]] = defaultdict(list)
        for each in sorted(self.log.people.stretches, key=lambda each: each.first):
            found[each.player].append(each)
        return found

    def seats(self, player: str, hand: int) -> int:
        """Number of seats of a player in a hand."""
        stretches = self.by_player.get(player, [])
        begun = bisect_right(stretches, hand, key=lambda each: each.first)
        return sum(each.last >= hand for each in stretches[max(begun - SEATS, 0) : begun])

    def before(self, player: str, hand: int) -> Stretch | None:
        """Last stretch of a player that begins before a hand."""
        stretches = self.by_player.get(player, [])
        begun = bisect_left(stretches, hand, key=lambda each: each.first)
        return stretches[begun - 1] if begun else None

    def around(self, seat: int, place: int) -> tuple[Stretch | None, Stretch | None]:
        """Last stretch of a seat before a position, and the first from it on."""
        stretches = self.by_seat.get(seat, [])
        after = int(self.log.number[place]) if place < len(self.log) else None
        which = len(stretches) if after is None else bisect_left(stretches, after, key=lambda each: each.last)
        here = stretches[which] if which < len(stretches) else None
        if here is not None and after is not None and here.first < after:
            return here, here
        return (stretches[which - 1] if which else None), here

    def line(self, hand: int) -> int:
        return int(self.log.line[int(np.searchsorted(self.log.number, hand))])

    def whole(self, first: int, last: int) -> bool:
        """Whether no hand is missing between two numbers."""
        one, other = np.searchsorted(self.log.number, [first, last])
        return int(other - one) == last - first


@shared
def sitters(log: LogView) -> Sitters:
    """Sitters of a log, cached."""
    return Sitters(log)


def between(lines: list[int], after: int, before: int) -> bool:
    """Whether one of ascending lines lies between two."""
    return bisect_right(lines, after) < bisect_left(lines, before)

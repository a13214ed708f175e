"""Breaks that come from one fee: its line and the stacks contradict each other by the same amount, hand after hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.audit.chips.chip_break import ChipBreak
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import Seating

_LEAST = 3  # hands in a row
_Places = dict[int, list[ChipBreak]]  # by the position of the hand before which accounts break


def breaks_against_fees(log: LogView, breaks: Sequence[ChipBreak]) -> Iterator[list[ChipBreak]]:
    """Breaks of two players or more by one amount in three hands in a row or more, each after a fee of the player's seat."""
    paid = {
        each
        for seating in (log.people.seating, log.pots.seating)
        if seating is not None
        for each in _paid(seating)
    }
    by_amount: defaultdict[int, _Places] = defaultdict(lambda: defaultdict(list))
    for each in breaks:
        if (each.place, each.finding.seat) in paid:
            by_amount[each.over][each.place].append(each)
    for places in by_amount.values():
        for run in _runs(places):
            yield [each for place in run for each in places[place]]


def _paid(seating: Seating) -> Iterator[tuple[int, int]]:
    """Seats of which a fee is on record before a hand or since the hand before; with the position of the hand in the log."""
    fees = seating.fees
    own = fees.seat > 0
    for after in (0, 1):  # taken before the deal, or after it; where the log does not say, it may be either
        rows = own & (fees.before != after)
        places = seating.places(fees.hand[rows]) + after
        yield from zip(places.tolist(), fees.seat[rows].tolist(), strict=True)


def _runs(places: _Places) -> Iterator[list[int]]:
    """Places one after the other with breaks of two players or more."""
    several = sorted(
        place for place, here in places.items() if len({each.finding.player for each in here}) > 1
    )
    run = several[:1]
    for before, place in pairwise(several):
        if place > before + 1:
            if len(run) >= _LEAST:
                yield run
            run = []
        run.append(place)
    if len(run) >= _LEAST:
        yield run

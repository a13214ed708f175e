"""A toke is recorded from a player who was not at the table.

Finds: a toke from a player who sat in that seat neither in the hand before nor in the hand after, was not between two
hands there, and did not wait there with chips already bought.
Why: a tip takes chips off the table. Where the player is not there, the chips came from somebody else's stack or were
never given.
Example: $25.00 from player p-99 at seat 4, where p-17 sits in every hand.
Needs: `toke` events, and hands in their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested, nothing_to_test
from rules.checks.support.chip_moves import chip_moves
from rules.checks.support.log_view import LogView
from rules.checks.support.sitters import Sitters, sitters
from rules.records.events import Toke
from rules.times import parse

CHECK = Check(
    "PAY012",
    "toke-of-nobody",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="A toke names a player who did not sit there",
    scope="log",
    area="money",
    follows=("STK015",),
    games=ANY_GAME,
    of_amounts=False,
)
_AT_ONCE = 4096  # tokes


def run(log: LogView) -> Tested:
    if not len(log.events.places_of(Toke)):
        return nothing_to_test(log, "no tokes were recorded")
    sat = sitters(log)
    if not sat.in_order:
        return nothing_to_test(log, "hands are missing or out of order")
    return Tested(_findings(log, sat))


def _findings(log: LogView, sat: Sitters) -> Iterator[Draft]:
    timed = len(log) and not (log.at == NOT_RECORDED).any() and bool((np.diff(log.at) >= 0).all())
    tokes = log.events.of(Toke)
    while some := list(islice(tokes, _AT_ONCE)):
        for (line, toke), *places in zip(some, *_places(log, some, timed=bool(timed)), strict=True):
            if not any(_seated(log, sat, toke, line, place) for place in set(places)):
                yield _finding(log, sat, line, toke)


def _places(log: LogView, tokes: list[tuple[int, Toke]], *, timed: bool) -> tuple[list[int], list[int]]:
    """Places of tokes by line, and by time where known."""
    by_line = np.searchsorted(log.line, np.array([line for line, _ in tokes], log.line.dtype))
    if not timed:
        return by_line.tolist(), by_line.tolist()
    at = parse([toke.at for _, toke in tokes]).instant
    by_time = np.searchsorted(log.at, at, side="right")
    return by_line.tolist(), np.where(at == NOT_RECORDED, by_line, by_time).tolist()


def _seated(log: LogView, sat: Sitters, toke: Toke, line: int, place: int) -> bool:
    """Whether the player sat there before or after, or waited with chips."""
    before, after = sat.around(toke.seat, place)
    if after is not None and after.player == toke.player:
        return True  # the seat was the player's from then on
    if before is not None and before.player == toke.player:
        just_left = before.last >= log.number[place - 1]
        return just_left or not chip_moves(log).took(toke.player, sat.line(before.last), line)
    since = sat.line(before.last) if before is not None else 0
    return chip_moves(log).brought(toke.player, toke.seat, since, line)


def _finding(log: LogView, sat: Sitters, line: int, toke: Toke) -> Draft:
    hand = log.before(line)
    place = int(np.searchsorted(log.line, line))
    before, _ = sat.around(toke.seat, place)
    there = f"player {before.player} sat there last" if before is not None else "nobody has sat there"
    if toke.player not in sat.by_player:
        there += f", and {toke.player} is in no hand of the log"
    after = f"After hand {int(log.number[hand])}: a" if hand is not None else "A"
    return Draft(
        hand=hand,
        seat_number=toke.seat,
        player=toke.player,
        line=line,
        stated=toke.player,
        expected=before.player if before is not None else "a player at the seat",
        unit="player",
        money=toke.amount,
        fact=f"{toke.player}|{toke.seat}|{toke.amount}",
        message=(
            f"{after} toke of {log.money(toke.amount)} is on record from player {toke.player} at seat {toke.seat}; {there}."
        ),
    )

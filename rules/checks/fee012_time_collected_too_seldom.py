"""Time was collected less often than the controls have it.

Finds: a collection that pays for a longer time than the longest between two of them; and a collection from a player who
had then sat in hands without a break for longer than that since his last one, or since he sat down. Where the controls
do not say that any so many minutes are meant, a time of up to twice as long is left to a person: each of two hours that
follow one another can have had its collection. A table that rests for as long as the interval ends a time.
Why: what is collected seldom is collected in large sums and from memory; the hour keeps it visible.
Example: $10.00 at 20:00 and $20.00 at 22:10 from a player who sat there all the time.
Needs: `fee` events; times of hands that run forward.
Clauses: external:WAC-230-15-080-7
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from rules.checks.base import NOT_RECORDED, Check, Draft, LogView, Tested
from rules.checks.fees import left_open
from rules.checks.hours import MINUTE
from rules.checks.stretches import Stretch
from rules.checks.time_fees import Collection, by_player, held_to, in_order, missing, placeable, stretches_of
from rules.controls.ruleset import Ruleset
from rules.hands import Ints

CHECK = Check(
    "FEE012",
    "time-collected-too-seldom",
    "violation",
    "minor",
    ("external:WAC-230-15-080-7",),
    scope="log",
    holds=("fees.time.interval",),
)
_INTERVAL = "fees.time.interval"
_MOST, _WINDOW = f"{_INTERVAL}.max_minutes", f"{_INTERVAL}.window"


def run(log: LogView) -> Tested:
    ruled = log.ruled(lambda ruleset: ruleset.get(_MOST) is not None)
    return Tested(_findings(log), [*missing(log, ruled, covers=True), *in_order(log, ruled)])


def _findings(log: LogView) -> Iterator[Draft]:
    mine = held_to(log, lambda ruleset: ruleset.get(_MOST) is not None)
    for each in mine:
        assert each.ruleset is not None
        minutes = (each.ends - each.begins) / MINUTE if each.dated else 0
        if minutes > each.ruleset.get(_MOST):
            yield _finding(log, each, each.begins, each.ends, long=True)
    if placeable(log):
        over = np.where(log.ended_at != NOT_RECORDED, log.ended_at, log.at)
        for player, listed in by_player(mine).items():
            yield from _gaps(log, over, stretches_of(log).get(player, []), listed)


def _gaps(log: LogView, over: Ints, sat: list[Stretch], listed: list[Collection]) -> Iterator[Draft]:
    """Collections from a player that came long after the one before. ``over``: (N,) when hands were."""
    ordered = sorted(listed, key=lambda each: each.at)
    for before, each in pairwise([None, *ordered]):
        assert each is not None and each.ruleset is not None
        most = each.ruleset.get(_MOST) * MINUTE
        if each.ends - each.begins > most:
            continue  # told by what it pays for
        begins, ends = _sat_since(sat, each, None if before is None else before.at)
        begins = _after_rests(log, over, begins, ends, most)
        if ends - begins > (2 * most if _any_hour(each.ruleset) is False else most):
            yield _finding(log, each, begins, ends, long=False)


def _any_hour(ruleset: Ruleset) -> bool | None:
    """Whether an hour is any 60 minutes, or each hour of those that follow one another; None where that is left open."""
    if left_open(ruleset, _WINDOW):
        return None
    return bool(ruleset.get(_WINDOW) == "any")


def _sat_since(sat: list[Stretch], each: Collection, before: int | None) -> tuple[int, int]:
    """From when to when a player sat in hands without a break and without a collection, up to this one."""
    place = bisect_right(sat, each.at, key=lambda one: one.begins) - 1
    if place < 0:
        return each.at, each.at
    there = sat[place]
    begins = max(there.begins, each.begins if before is None else before)
    return begins, min(each.at, there.ends)


def _after_rests(log: LogView, over: Ints, begins: int, ends: int, long: int) -> int:
    """The beginning of a time, or else the first deal after the last rest of the table in it that was so long."""
    first, last = np.searchsorted(log.at, (begins, ends)).tolist()
    rests = np.flatnonzero(log.at[first + 1 : last] - over[first : max(last - 1, first)] >= long)
    return int(log.at[first + 1 + rests[-1]]) if len(rests) else begins


def _finding(log: LogView, each: Collection, begins: int, ends: int, *, long: bool) -> Draft:
    assert each.ruleset is not None
    most, clause = each.ruleset.get(_MOST), each.ruleset.cite(_INTERVAL)
    whole = (ends - begins) // MINUTE
    open_ = not long and _any_hour(each.ruleset) is None and ends - begins <= 2 * most * MINUTE
    said = (
        f"{log.money(each.amount)} was collected at once for {whole} minutes, {log.time(begins)} to {log.time(ends)}"
        if long
        else f"the player sat in hands for {whole} minutes without a collection, {log.time(begins)} to {log.time(ends)}"
    )
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=whole,
        expected=most,
        unit="minutes",
        kind="undetermined" if open_ else None,
        severity="note" if open_ else None,
        clause=clause,
        fact=f"{each.player}|{begins}|{ends}|{long}",
        message=(
            f"Seat {each.seat}: {said}; time is collected at least once in {most} minutes"
            f"{', counted from any instant' if not open_ else ', if any of them are meant'} ({clause})."
        ),
    )

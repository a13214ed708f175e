"""Time was collected less often than the controls require.

Finds: a player who played without a break, in one seat or several, for longer than the longest allowed interval without
a collection. A person decides in three cases. First, the time before the player's first collection or after the last,
for which nothing need have been due. Second, an interval of up to twice the limit, where the controls do not say
whether they mean any 60 minutes or each hour of a series, since each of two consecutive hours may have had its
collection. Third, a collection that pays for more than the interval at once, with no earlier collection following. A
pause of the table as long as the interval ends a period of play; so does a hand with a rake or a fee of its own.
Why: infrequent collections are large and are made from memory; hourly collections keep them visible.
Example: $10.00 at 20:00 and $20.00 at 22:10 from a player who played the whole time.
Needs: `fee` events, and times of hands that run forward.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rules.checks.fees.hourly_charges import MINUTE
from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import (
    Collection,
    TimeAtTable,
    by_player,
    collections_under,
    in_order,
    missing,
    placeable,
    times_at_table,
)
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.fee_rules import left_open
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "FEE012",
    "time-collected-too-seldom",
    "violation",
    "minor",
    ("external:WAC-230-15-080-7",),
    title="Time was collected from {player} too seldom",
    quotes=False,
    scope="log",
    rule=("fees.time.interval",),
    area="fees",
    of_amounts=False,
    applies=lambda ruleset: ruleset.sections.fees.time.interval.max_minutes is not None,
    follows=("FEE017",),
    games=ANY_GAME,
)
NONE_BEFORE = "no earlier charge for time is on record"
_INTERVAL = "fees.time.interval"
_MOST, _WINDOW = f"{_INTERVAL}.max_minutes", f"{_INTERVAL}.window"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    return where_time_is_charged(
        log, Tested(_findings(log), [*missing(log, ruled, covers=True), *in_order(log, ruled)])
    )


class _Gap(NamedTuple):
    """Time in hands without a collection, with the one before or at its end.

    open: reason why perhaps nothing was due.
    """

    each: Collection
    begins: int
    ends: int
    open: str = ""


def _findings(log: LogView) -> Iterator[Draft]:
    collections = collections_under(log, CHECK.applies_to)
    placed = placeable(log)
    for player, listed in by_player(collections).items():
        ordered = sorted(listed, key=lambda each: each.at)
        gaps = list(_gaps(log, times_at_table(log, player), ordered)) if placed else []
        found = [each for each in gaps if each.ends - each.begins > _longest(each.each)]
        yield from (_of_gap(log, each) for each in found)
        for each, after in pairwise([*ordered, None]):
            assert each is not None
            soon = after is not None and after.at - each.at <= _longest(each)
            in_gap = any(gap.begins < each.ends and gap.ends > each.begins for gap in found)
            if each.dated and each.ends - each.begins > _longest(each) and not soon and not in_gap:
                yield _at_once(log, each)


def _most(ruleset: Ruleset) -> int:
    minutes = ruleset.sections.fees.time.interval.max_minutes
    assert minutes is not None
    return minutes


def _longest(each: Collection) -> int:
    """Longest possible time allowed between collections, in microseconds."""
    assert each.ruleset is not None
    most = _most(each.ruleset) * MINUTE
    return 2 * most if _any_hour(each.ruleset) is False else most


def _any_hour(ruleset: Ruleset) -> bool | None:
    """Whether an hour is any 60 minutes; None: open."""
    if left_open(ruleset, _WINDOW):
        return None
    return ruleset.sections.fees.time.interval.window == "any"


def _gaps(log: LogView, sat: list[TimeAtTable], ordered: list[Collection]) -> Iterator[_Gap]:
    """Times in hands between collections, before and after them."""
    for sitting, follows in pairwise([*sat, None]):
        assert sitting is not None
        begins = sitting.begins
        before = [each for each in ordered if each.at < begins]
        last = before[-1] if before else None
        for each in ordered:
            if each.at >= begins and (follows is None or each.at < follows.begins):
                yield _played(log, _up_to(each, begins, min(each.at, sitting.ends), last))
                begins, last = max(begins, min(each.at, sitting.ends)), each
        yield _played(log, _after(last, ordered[0], begins, sitting.ends))


def _up_to(each: Collection, begins: int, ends: int, last: Collection | None) -> _Gap:
    """Gap up to a collection; before the first, only time paid for was surely due."""
    if last is not None:
        return _Gap(each, begins, ends)
    if each.dated and each.begins < ends:
        return _Gap(each, max(begins, each.begins), ends)
    return _Gap(each, begins, ends, NONE_BEFORE)


def _after(last: Collection | None, first: Collection, begins: int, ends: int) -> _Gap:
    """Gap after a collection; after the last, only time paid for was surely due."""
    if last is None:
        return _Gap(first, begins, ends, NONE_BEFORE)
    if not last.dated or last.ends < ends:
        return _Gap(last, begins, ends, "the log has no later collection in that time")
    return _Gap(last, begins, ends)


def _played(log: LogView, gap: _Gap) -> _Gap:
    """Gap without rests of the table and hands with their own fee.

    It starts after the last of these, and ends before one that goes past it.
    """
    assert gap.each.ruleset is not None
    first = max(int(np.searchsorted(log.at, gap.begins)) - 1, 0)  # with the hand before it
    last = min(int(np.searchsorted(log.at, gap.ends, side="right")), len(log) - 1)  # and the one after it
    within, following = slice(first, max(last, first)), slice(first + 1, last + 1)
    over = np.where(log.ended_at[within] != NOT_RECORDED, log.ended_at[within], log.at[within])
    rested = log.at[following] - over >= _most(gap.each.ruleset) * MINUTE
    charged_by_hand = log.fees.rake[within] + log.fees.hand_fee[within] > 0
    stops = np.flatnonzero(rested | charged_by_hand)
    begins = [int(log.at[first + 1 + place]) for place in stops]
    until = [int(over[place] if rested[place] else log.at[first + place]) for place in stops]
    earlier = [each for each in begins if each <= gap.ends]
    past = [end for each, end in zip(begins, until, strict=True) if each > gap.ends]
    return gap._replace(begins=max([gap.begins, *earlier]), ends=min([gap.ends, *past]))


def _of_gap(log: LogView, gap: _Gap) -> Draft:
    ruleset = gap.each.ruleset
    assert ruleset is not None
    any_, short = _any_hour(ruleset), gap.ends - gap.begins <= 2 * _most(ruleset) * MINUTE
    if any_ is None:
        counting = ", if any such period is meant" if short else ", however they are counted"
    else:
        counting = ", counted from any instant" if any_ else ", once in each of consecutive hours"
    event = (
        f"the player was in hands for {_minutes(gap)} minutes without a collection, {log.time(gap.begins)} to "
        f"{log.time(gap.ends)}{f', and {gap.open}' if gap.open else ''}"
    )
    return _finding(log, gap, event, counting, open_=bool(gap.open) or (any_ is None and short))


def _at_once(log: LogView, each: Collection) -> Draft:
    gap = _Gap(each, each.begins, each.ends)
    event = (
        f"{log.money(each.amount)} was collected at once for {_minutes(gap)} minutes, {log.time(each.begins)} to "
        f"{log.time(each.ends)}"
    )
    return _finding(log, gap, event, "", open_=True)


def _minutes(gap: _Gap) -> int:
    return -(-(gap.ends - gap.begins) // MINUTE)


def _finding(log: LogView, gap: _Gap, event: str, how: str, *, open_: bool) -> Draft:
    each = gap.each
    assert each.ruleset is not None
    most, clause = _most(each.ruleset), each.ruleset.cite(_MOST)
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=_minutes(gap),
        expected=most,
        unit="minutes",
        kind="undetermined" if open_ else None,
        severity="note" if open_ else None,
        clause=clause,
        fact=f"{each.player}|{gap.begins}|{gap.ends}",
        message=f"Seat {each.seat}: {event}; time is collected at least once in {most} minutes{how} ({clause}).",
    )

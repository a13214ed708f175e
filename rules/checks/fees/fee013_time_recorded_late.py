"""A collection of time was not recorded at once.

Finds: a collection that appears in the log after a hand that was dealt later than the collection was made.
Why: a later entry is written from memory, and money without a record can disappear.
Example: $5.00 taken at 20:00:10 is recorded after the hand dealt at 20:03.
Needs: `fee` events, and the time of the hand before each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import UNTIMED, Collection, collections_under, missing
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE013",
    "time-recorded-late",
    "violation",
    "minor",
    ("external:WAC-230-15-080-7",),
    title="A collection of time was recorded late",
    quotes=False,
    scope="log",
    rule=("fees.time.recorded", "fees.time.fixed"),
    area="fees",
    of_amounts=False,
    applies=lambda ruleset: ruleset.sections.fees.time.recorded == "at_once",
    follows=("FEE016",),
    games=ANY_GAME,
)
_RECORDED = "fees.time.recorded"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    return where_time_is_charged(
        log, Tested(_findings(log), [*missing(log, ruled), (ruled & (log.at == NOT_RECORDED), UNTIMED)])
    )


def _findings(log: LogView) -> Iterator[Draft]:
    collections = list(collections_under(log, CHECK.applies_to))
    if not collections:
        return
    timed = np.flatnonzero(log.at != NOT_RECORDED)
    at, line = log.at[timed], log.line[timed]
    for each in collections:
        place = int(np.searchsorted(line, each.line)) - 1
        if place < 0 or each.at == NOT_RECORDED or at[place] <= each.at:
            continue
        if place + 1 == len(at) or at[place] <= at[place + 1]:  # otherwise the time of that hand is doubtful
            yield _finding(log, each, int(timed[place]))


def _finding(log: LogView, each: Collection, hand: int) -> Draft:
    assert each.ruleset is not None
    clause = each.ruleset.cite(_RECORDED)
    dealt = log.time(int(log.at[hand]))
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=f"after {log.where(hand).lower()}",
        expected=f"before {dealt}",
        unit="time",
        money=each.amount,
        clause=clause,
        fact=f"{each.player}|{each.at}|{each.amount}|{dealt}",
        message=(
            f"Seat {each.seat}: {log.money(each.amount)} collected for time at {log.time(each.at)} appears in the log after "
            f"{log.where(hand).lower()}, which was dealt at {dealt}; a collection is recorded at once ({clause})."
        ),
    )

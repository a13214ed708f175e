"""A player paid for time and played no hand in it.

Finds: a collection for a time in which hands were dealt and its player was in none of them. A person decides: the
player may have left after paying, or the collection belongs to another player.
Why: a collection is matched to the player in the seat. Where it matches nobody, the entry or the charge is wrong.
Example: P7 paid for 20:30 to 21:00; P7's last hand was at 20:12.
Needs: `fee` events, and times of hands that run forward.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import (
    Collection,
    collections_under,
    in_order,
    missing,
    placeable,
    span,
    stretches_of,
)
from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE018",
    "paid-time-and-sat-in-no-hand",
    "undetermined",
    "note",
    ("external:RECORD-attributable",),
    quotes=False,
    scope="log",
    area="fees",
    of_amounts=False,
    applies=lambda ruleset: ruleset.has("fees.time"),
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    return where_time_is_charged(
        log, Tested(_findings(log), [*missing(log, ruled, covers=True), *in_order(log, ruled)])
    )


def _findings(log: LogView) -> Iterator[Draft]:
    if not placeable(log):
        return
    for each in collections_under(log, CHECK.applies_to):
        first = int(np.searchsorted(log.at, each.begins))
        if (
            each.dated
            and each.amount
            and first < len(log)
            and log.at[first] < each.ends
            and not _sat(log, each)
        ):
            yield _finding(log, each)


def _sat(log: LogView, each: Collection) -> bool:
    """Whether the player had a hand in the paid time, in any seat."""
    sat = stretches_of(log).get(each.player, [])
    return any(one.begins < each.ends and one.ends >= each.begins for one in sat)


def _finding(log: LogView, each: Collection) -> Draft:
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=each.amount,
        expected=None,
        unit="money",
        money=each.amount,
        clause=CHECK.clauses[0],  # what binds every record
        fact=f"{each.player}|{each.begins}|{each.ends}|{each.amount}",
        message=(
            f"Seat {each.seat}: {log.money(each.amount)} was collected for {span(log, each.begins, each.ends)}, and the "
            f"player was in no hand of that time."
        ),
    )

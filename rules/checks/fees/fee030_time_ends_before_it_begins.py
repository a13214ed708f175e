"""A collection of time ends before it begins.

Finds: a collection whose `covers_to` is earlier than its `covers_from`.
Why: nobody can say which time the player paid for, so neither the limit nor the share can be tested.
Example: $10.00 from seat 3 for 21:00 to 20:00.
Needs: `fee` events.
"""

from __future__ import annotations

from rules.checks.fees.time_fees import Collection, collections_of, span
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE030",
    "time-ends-before-it-begins",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="A paid period of time ends before it begins",
    quotes=False,
    scope="log",
    area="fees",
    of_amounts=False,
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    if not collections_of(log):
        return inapplicable(log)
    return Tested(
        _finding(log, each)
        for each in collections_of(log)
        if NOT_RECORDED not in (each.begins, each.ends) and each.ends < each.begins
    )


def _finding(log: LogView, each: Collection) -> Draft:
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=log.time(each.ends),
        expected=f"{log.time(each.begins)} or later",
        unit="time",
        money=each.amount,
        fact=f"{each.player}|{each.at}|{each.begins}|{each.ends}|{each.amount}",
        message=(
            f"Seat {each.seat}: {log.money(each.amount)} was collected for {span(log, each.begins, each.ends)}; that time ends "
            f"before it begins."
        ),
    )

"""Time was paid for after it had begun.

Finds: a collection that was made after the beginning of the time that it pays for, under controls that require payment
in advance. Where the player was in no hand before paying, a person decides: the player may have just sat down.
Why: a player who pays in advance knows the price before playing; one who pays later owes a debt without having agreed
to it.
Example: €25.00 for 20:30 to 21:00 was taken at 20:33.
Needs: `fee` events, and the times of the hands.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import UNTIMED, Collection, collections_under, missing, sat_before, span
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE016",
    "time-paid-late",
    "violation",
    "minor",
    ("OLY-2.37-c",),
    title="{who} paid for its time late",
    quotes=False,
    scope="log",
    rule=("fees.time.paid",),
    area="fees",
    of_amounts=False,
    applies=lambda ruleset: ruleset.sections.fees.time.paid == "ahead",
    games=ANY_GAME,
)
_PAID = "fees.time.paid"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    untimed = ruled & bool((log.at == NOT_RECORDED).any())
    return where_time_is_charged(
        log, Tested(_findings(log), [*missing(log, ruled, covers=True), (untimed, UNTIMED)])
    )


def _findings(log: LogView) -> Iterator[Draft]:
    if (log.at == NOT_RECORDED).any():
        return
    for each in collections_under(log, CHECK.applies_to):
        if each.dated and each.at > each.begins:
            yield _finding(log, each, sat=sat_before(log, each))


def _finding(log: LogView, each: Collection, *, sat: bool) -> Draft:
    assert each.ruleset is not None
    clause = each.ruleset.cite(_PAID)
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=log.time(each.at),
        expected=f"{log.time(each.begins)} or earlier",
        unit="time",
        kind=None if sat else "undetermined",
        severity=None if sat else "note",
        money=each.amount,
        clause=clause,
        fact=f"{each.player}|{each.at}|{each.begins}|{each.amount}",
        message=(
            f"Seat {each.seat}: {log.money(each.amount)} for {span(log, each.begins, each.ends)} was taken at "
            f"{log.time(each.at)}, after that time had begun; it is paid in advance ({clause})."
            f"{'' if sat else ' Before that, the player was in no hand of that time.'}"
        ),
    )

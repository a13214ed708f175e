"""Time was collected at a table that takes a rake.

Finds: a collection of time at a table of pot games whose terms say that it takes a rake, under controls by which a
charge for time takes the rake's place.
Why: players choose a table by what it costs, and a table costs a rake or its time. What is taken beside was not agreed.
Example: the terms of the table say `rake`, and €25.00 was collected from seat 3 for 20:30 to 21:00.
Needs: `terms` with their `charge`, and `fee` events. A rake at a table that pays for its time is a finding of FEE033.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.fees.table_charge import UNKNOWN, stated_at
from rules.checks.fees.time_fees import Collection, collections_of, missing, span
from rules.checks.support.check import POTS, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.pot_hands import CHARGES

_RULE = "pot.fees.rake.time_replaces"


def _applies(ruleset: Ruleset) -> bool:
    """Whether a rake excludes a charge for time."""
    rake = ruleset.sections.pot.fees.rake if ruleset.sections.pot is not None else None
    return rake is not None and rake.time_replaces


CHECK = Check(
    "FEE036",
    "time-at-raked-table",
    "violation",
    "major",
    ("OLY-2.37-a",),
    title="Time was collected at a table that takes a rake",
    quotes=False,
    scope="log",
    rule=(_RULE,),
    area="fees",
    of_amounts=False,
    applies=_applies,
    games=POTS,
)


def run(log: LogView) -> Tested:
    ruled, pots = log.ruled(CHECK.applies_to), log.of("pot")
    timed = log.fees.charge == CHARGES.index("time")
    silent = ruled & pots & (log.fees.charge < 0)
    return Tested(_findings(log), [(silent, UNKNOWN), *missing(log, ruled & pots & ~timed)], ruled & timed)


def _findings(log: LogView) -> Iterator[Draft]:
    for each in collections_of(log):
        ruleset = each.ruleset if each.amount else None
        ruled = ruleset is not None and CHECK.applies_to(ruleset)
        if ruleset is not None and ruled and stated_at(log, each.line, each.begins) == {"rake"}:
            yield _finding(log, each, ruleset)


def _finding(log: LogView, each: Collection, ruleset: Ruleset) -> Draft:
    what = f" for {span(log, each.begins, each.ends)}" if each.dated else " for time"
    return Draft(
        line=each.line,
        seat_number=each.seat,
        player=each.player,
        stated=each.amount,
        expected=0,
        unit="money",
        money=each.amount,
        money_kind="over_collected",
        clause=ruleset.cite(_RULE, naming=CHECK.clauses),
        rule=_RULE,
        fact=f"{each.player}|{each.at}|{each.begins}|{each.amount}",
        message=(
            f"Seat {each.seat}: {log.money(each.amount)} was collected{what}; by its terms the table takes a rake, and no "
            f"charge for time."
        ),
    )

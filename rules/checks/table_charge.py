"""Whether a table of pot games takes a rake or a charge for its time. Other games have no such terms: what their controls
say of time holds at every table.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET

from rules.checks.base import NOT_RECORDED, LogView, Tested
from rules.checks.shared import shared
from rules.controls.ruleset import Ruleset
from rules.hands import Flags
from rules.pot_hands import CHARGES
from rules.records.events import Terms
from rules.times import parse_one

UNKNOWN = "the terms do not say whether the table takes a rake or a charge for its time"
Charge = Literal["rake", "time"]


def by_controls(ruleset: Ruleset) -> Charge | None:
    """What a table takes whose terms do not say it; None where the controls have both."""
    pot = ruleset.sections.pot
    rake, time = pot is not None and pot.fees.rake is not None, ruleset.has("fees.time")
    return None if rake == time else "rake" if rake else "time"


@shared
def charges(log: LogView) -> tuple[Flags, Flags]:
    """(N,) hands at tables that pay for their time; and hands of which that is not known. Neither: they pay a rake.

    Cached because several checks read them. Hands of a tournament pay neither.
    """
    pots = log.of("pot")
    if not pots.any():
        return ~pots, pots
    stated = {name: log.fees.charge == CHARGES.index(name) for name in ("rake", "time")}
    silent = pots & ~stated["rake"] & ~stated["time"]
    timed = log.ruled(lambda ruleset: by_controls(ruleset) == "time")
    raked = log.ruled(lambda ruleset: by_controls(ruleset) == "rake")
    cash = log.session.tournament is UNSET
    return ~pots | (cash & (stated["time"] | (silent & timed))), silent & ~timed & ~raked & cash


def where_time_is_charged(log: LogView, tested: Tested) -> Tested:
    """What came of a check of charges for time: inapplicable at tables that take a rake."""
    timed, unknown = charges(log)
    if timed.all():
        return tested
    none = ~timed & ~unknown
    if tested.inapplicable is not None:
        none |= tested.inapplicable
    return Tested(tested.findings, [(unknown, UNKNOWN), *tested.untestable], none)


def stated_at(log: LogView, line: int, instant: int) -> frozenset[Charge]:
    """What the terms of a table say that it takes: those in force at a line of the log, and at an instant."""
    found: dict[str, Charge] = {}
    for place, event in log.events.of(Terms):
        if event.charge is UNSET:
            continue
        if place < line:
            found["line"] = event.charge
        at = parse_one(event.at)
        if at is not None and instant != NOT_RECORDED and at[0] <= instant:
            found["instant"] = event.charge
    return frozenset(found.values())


def charges_time(log: LogView, ruleset: Ruleset, line: int, instant: int) -> bool:
    """Whether a collection on a line, for time from an instant on, was made where the table pays for its time."""
    if ruleset.family != "pot":
        return True
    stated = stated_at(log, line, instant)
    return "time" in stated or (not stated and by_controls(ruleset) == "time")

"""Whether pot tables take rake or charge time. Other games charge time at every table."""

from __future__ import annotations

from typing import Literal

import numpy as np
from msgspec import UNSET, Struct

from rules.checks.support.check import NOT_RECORDED, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.view_cache import shared
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints
from rules.pot_hands import CHARGES
from rules.records.events import Terms
from rules.times import parse_one

UNKNOWN = "the terms do not say whether the table takes a rake or a charge for its time"
Charge = Literal["rake", "time"]


def by_controls(ruleset: Ruleset) -> Charge | None:
    """Charge by controls, without terms; None: undecided."""
    pot = ruleset.sections.pot
    rake, time = pot is not None and pot.fees.rake is not None, ruleset.has("fees.time")
    return None if rake == time else "rake" if rake else "time"


@shared
def charges(log: LogView) -> tuple[Flags, Flags]:
    """(N,) hands at tables that charge time, and where that is unknown; else a rake.

    Cached. Tournament hands pay neither.
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
    """Result of a check on time; inapplicable at raked tables."""
    timed, unknown = charges(log)
    if timed.all():
        return tested
    none = ~timed & ~unknown
    if tested.inapplicable is not None:
        none |= tested.inapplicable
    return Tested(tested.findings, [(unknown, UNKNOWN), *tested.untestable], none)


def stated_at(log: LogView, line: int, instant: int) -> frozenset[Charge]:
    """Charges by the terms in force at a line, and at an instant."""
    found = _stated(log)
    before = [int(np.searchsorted(found.lines, line)) - 1]
    if instant != NOT_RECORDED and (reached := int(np.searchsorted(found.instants, instant, "right"))):
        before.append(int(found.last[reached - 1]))
    return frozenset(found.charges[each] for each in before if each >= 0)


class _Stated(Struct, frozen=True):
    """Terms that state a charge, by line.

    instants: ascending; last: place of the latest terms by then.
    """

    lines: Ints
    charges: list[Charge]
    instants: Ints
    last: Ints


@shared
def _stated(log: LogView) -> _Stated:
    terms = [(line, event) for line, event in log.events.of(Terms) if event.charge is not UNSET]
    timed = [
        (at[0], place) for place, (_, event) in enumerate(terms) if (at := parse_one(event.at)) is not None
    ]
    instants, places = np.array(sorted(timed), np.int64).reshape(-1, 2).T
    return _Stated(
        np.array([line for line, _ in terms], np.int64),
        [event.charge for _, event in terms if event.charge is not UNSET],
        instants,
        np.maximum.accumulate(places) if len(places) else places,
    )


def charges_time(log: LogView, ruleset: Ruleset, line: int, instant: int) -> bool:
    """Whether a collection was made while the table charged time."""
    if ruleset.family != "pot":
        return True
    stated = stated_at(log, line, instant)
    return "time" in stated or (not stated and by_controls(ruleset) == "time")

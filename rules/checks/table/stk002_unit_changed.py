"""The unit changed during a session.

Finds: hands that were played at a different unit from that of the session. Consecutive hands make one finding.
Why: a unit is a fixed sum. Where it changes between hands, a player may not know the stakes.
Example: the session is played at $1.00 a unit; hands 41 to 44 were played at $2.00.
Needs: the unit of the hand, and the unit of the session or of an earlier hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.hands import Flags

CHECK = Check(
    "STK002",
    "unit-changed",
    "violation",
    "minor",
    ("WSGC-3a", "PAGAT-stake"),
    title="The unit of the hand differs from the session's",
    quotes=False,
    scope="log",
    rule=("stakes",),
    area="money",
    follows=("LVL001",),
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    # In an event a point is worth more from level to level: LVL002 looks at that.
    in_event = log.ruled(lambda ruleset: ruleset.sections.stakes.medium == "tournament_chips")
    return Tested(
        _findings(log, in_event),
        [(log.unit == NOT_RECORDED, "no unit was recorded")],
        inapplicable=in_event,
    )


def _findings(log: LogView, in_event: Flags) -> Iterator[Draft]:
    known = (log.unit != NOT_RECORDED) & ~in_event
    if not known.any():
        return
    stated = log.session.unit
    there = isinstance(stated, int) and bool((known & (log.unit == stated)).any())
    usual = stated if isinstance(stated, int) and there else int(log.unit[known.argmax()])
    if not (known & (log.unit != usual)).any():
        return
    played = np.flatnonzero(known)
    unit = log.unit[played]
    starts = np.flatnonzero(np.diff(unit, prepend=usual) != 0)
    ends = [*starts.tolist(), len(played)][1:]
    for start, end in zip(starts.tolist(), ends, strict=True):
        if unit[start] != usual:
            yield _finding(log, played[start:end].tolist(), int(unit[start]), int(usual))


def _finding(log: LogView, places: list[int], unit: int, usual: int) -> Draft:
    first, last = int(log.number[places[0]]), int(log.number[places[-1]])
    where = f"Hand {first}" if len(places) == 1 else f"{len(places):,} hands, {first} to {last}"
    return Draft(
        hand=places[0],
        hands=log.number[places].tolist() if len(places) > 1 else None,
        stated=unit,
        expected=usual,
        unit="money",
        message=(
            f"{where}: played at {log.money(unit)} a unit; the session is played at {log.money(usual)}."
        ),
    )

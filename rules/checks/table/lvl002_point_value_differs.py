"""The value of a point differs from the level's value.

Finds: a hand whose unit is not the point value of its level. Where the level was not recorded: a unit that is the value
of no level.
Why: every payment of the hand is too high or too low by the same factor.
Example: hand 12, level 2, was paid at 50 a point; level 2 has 100.
Needs: a unit and `level`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.item_clauses import clause_of
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints
from rules.replay.level_schedule import schedule_of

CHECK = Check(
    "LVL002",
    "point-value-differs",
    "violation",
    "major",
    ("CARN-level-01", "CARN-level-25"),
    title="The unit differs from the point value of the level",
    quotes=False,
    rule=("event.level",),
    area="procedure",
    follows=("LVL001", "STK002"),
    mutations=("ofc",),
)
_LEVELS = "event.level"


def run(view: BlockView) -> Tested:
    schedule, face = schedule_of(view.ruleset), view.hands.open_face
    if schedule is None or face is None:
        return inapplicable(view)
    level = face.level
    due = schedule.value_of(level)
    no_such = ~np.isin(view.hands.unit, schedule.values) & (level == NOT_RECORDED)
    return Tested(
        [*_findings(view, level, due), *_of_no_level(view, no_such)],
        [
            (view.hands.unit == NOT_RECORDED, "no unit was recorded"),
            ((level == NOT_RECORDED) & ~no_such, "the level was not recorded"),
            ((due == NOT_RECORDED) & ~no_such, "the schedule has no such level"),
        ],
    )


def _findings(view: BlockView, level: Ints, due: Ints) -> Iterator[Draft]:
    unit, replayed = view.hands.unit, view.replayed
    known = (unit != NOT_RECORDED) & (due != NOT_RECORDED) & ~replayed.void
    for hand in np.flatnonzero(known & (unit != due)).tolist():
        stated, expected = int(unit[hand]), int(due[hand])
        moved = int(np.maximum(replayed.units[hand], 0).sum()) if replayed.seat_known[hand].any() else None
        clause = _clause(view, int(level[hand]))
        yield Draft(
            hand=hand,
            stated=stated,
            expected=expected,
            unit="money",
            money=None if moved is None else moved * abs(stated - expected),
            clause=clause,
            message=(
                f"{view.where(hand)}: a point was worth {view.money(stated)}; level {int(level[hand])} has "
                f"{view.money(expected)} ({clause})."
            ),
        )


def _of_no_level(view: BlockView, mask: Flags) -> Iterator[Draft]:
    for hand in np.flatnonzero(mask & (view.hands.unit != NOT_RECORDED) & ~view.replayed.void).tolist():
        stated = int(view.hands.unit[hand])
        yield Draft(
            hand=hand,
            stated=stated,
            expected="the value of a level",
            unit="money",
            message=f"{view.where(hand)}: a point was worth {view.money(stated)}, which is the value of no level.",
        )


def _clause(view: BlockView, level: int) -> str:
    listed = {each.level: each for each in view.ruleset.sections.event.level}
    return clause_of(listed[level], _LEVELS)

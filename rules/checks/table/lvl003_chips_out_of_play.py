"""Chips that should have left play are still in play.

Finds: a stack that is not a multiple of the smallest chip of the level.
Why: a denomination leaves play at a stated level. A stack that still holds it was not coloured up, or was counted
wrongly.
Example: seat 2 had 15,175 chips at level 6, after the 25 chips had left play.
Needs: `stack` and `level`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, HandsView, Tested, hand_seats, inapplicable
from rules.checks.support.item_clauses import clause_of
from rules.hands import Ints, every_seat
from rules.replay.level_schedule import schedule_of

CHECK = Check(
    "LVL003",
    "chips-out-of-play",
    "violation",
    "minor",
    ("CARN-colorup-25", "CARN-colorup-100", "CARN-colorup-500", "CARN-colorup-1000", "CARN-colorup-5000"),
    title="{whose} chips are of a kind that is out of play",
    quotes=False,
    rule=("event.colour_up", "event.smallest_chip"),
    area="procedure",
    follows=("LVL001", "TRN001", "TRN002", "STK010"),
    mutations=("ofc",),
)
_COLOUR_UP = "event.colour_up"


def run(view: HandsView) -> Tested:
    schedule, face = schedule_of(view.ruleset), view.hands.open_face
    if schedule is None or face is None:
        return inapplicable(view)
    stacked = every_seat((view.hands.stack != NOT_RECORDED) | ~view.hands.present)
    smallest = schedule.smallest_of(face.level)
    return Tested(
        _findings(view, face.level, smallest),
        [
            (face.level == NOT_RECORDED, "the level was not recorded"),
            (smallest == NOT_RECORDED, "the schedule has no such level"),
            (~stacked, "a stack was not recorded"),
        ],
    )


def _findings(view: HandsView, level: Ints, smallest: Ints) -> Iterator[Draft]:
    hands = view.hands
    known = (hands.stack != NOT_RECORDED) & hands.present & (smallest != NOT_RECORDED)[:, None]
    rest = np.where(known, hands.stack, 0) % np.where(smallest > 0, smallest, 1)[:, None]
    for hand, seat in hand_seats(known & (rest != 0)):
        chip, odd, stack = int(smallest[hand]), int(rest[hand, seat]), int(hands.stack[hand, seat])
        clause = _clause(view, chip)
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stack,
            expected=stack - odd,
            unit="money",
            clause=clause,
            message=(
                f"{view.where(hand, seat)}: the seat had {view.money(stack)}; from level {int(level[hand])} on the smallest "
                f"chip is {view.money(chip)}, and {view.money(odd)} of the stack cannot be made up of it ({clause})."
            ),
        )


def _clause(view: HandsView, chip: int) -> str:
    for each in view.ruleset.sections.event.colour_up:
        if each.next == chip:
            return clause_of(each, _COLOUR_UP)
    return view.ruleset.cite("event.smallest_chip")

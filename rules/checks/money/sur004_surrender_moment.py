"""A hand was surrendered at a different moment than the controls allow.

Finds: a seat that is recorded as surrendered and has all three rows as set, under controls that allow a surrender only
before setting. Every other surrendered hand is untestable where the controls name a moment, because a log records no
time for a surrender.
Why: a player who sees more of the other hands before surrendering pays less than the hand would have lost.
Example: seat 2 surrendered, and its front, middle and back are on record; the controls allow a surrender before
setting.
Needs: the rows of the surrendered seat. Recorded rows show that a hand was set and not when it was set; a person
decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Check, Draft, Tested, hand_seats, inapplicable
from rules.checks.support.ruleset_conditions import surrender
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, any_seat


def _names_a_moment(ruleset: Ruleset) -> bool:
    """Whether controls name a moment of surrender."""
    return surrender(ruleset) and ruleset.sections.surrender.moment is not None


CHECK = Check(
    "SUR004",
    "surrender-moment",
    "undetermined",
    "note",
    ("WSGC-surrender", "VAR-surrender-when", "HG-surrender", "ONE4-surrender-bonus"),
    quotes=False,
    rule=("surrender",),
    area="money",
    applies=_names_a_moment,
    of_amounts=False,
)
BEFORE_SETTING = "before_setting"


def run(view: BlockView) -> Tested:
    moment = view.ruleset.sections.surrender.moment
    if moment is None or view.replayed.scoring.surrender is None:  # SUR001 tests it
        return inapplicable(view)
    surrendered = view.replayed.seats.surrendered & ~view.replayed.void[:, None]
    was_set = surrendered & view.hands.all_rows & (moment == BEFORE_SETTING)
    return Tested(
        _findings(view, was_set),
        [
            (
                any_seat(surrendered & ~was_set) & ~any_seat(was_set),
                "a log does not record the moment of a surrender",
            )
        ],
    )


def _findings(view: BlockView, was_set: Flags) -> Iterator[Draft]:
    for hand, seat in hand_seats(was_set):
        yield Draft(
            hand=hand,
            seat=seat,
            stated="set",
            expected="surrendered before setting",
            unit="ruling",
            rule="surrender.moment",
            message=(
                f"{view.where(hand, seat)}: the hand was surrendered, and its rows are on record as set; {view.ruleset} allows "
                f"a surrender only before setting. A person decides whether it came later or the rows were laid out afterwards."
            ),
        )

"""A player began the event with a different stack.

Finds: a stack in a table's first hand that is not the event's starting stack. In the file of a tournament: an entry, a
rebuy or an add-on whose chips are not those published, with the offer that it names.
Why: every entrant begins with the same chips. A player with a different stack has a different chance of winning.
Example: seat 3 began hand 1 with 20,000; the event begins with 15,000.
Needs: `stack` in hand 1 at level 1. No other hand begins the event, so no other hand is tested. In a tournament's file:
`chips` in the line, and what was published in the first line.
"""

from __future__ import annotations

from rules.checks.support.check import NOT_RECORDED, Check, Draft, HandsView, Tested, hand_seats, inapplicable
from rules.hands import every_seat

CHECK = Check(
    "TRN001",
    "starting-stack-differs",
    "violation",
    "major",
    ("CARN-start-stack",),
    title="{who} did not begin with the starting stack",
    quotes=False,
    rule=("event.starting_stack",),
    area="procedure",
    mutations=("ofc",),
)


def run(view: HandsView) -> Tested:
    face, due = view.hands.open_face, view.ruleset.sections.event.starting_stack.chips
    if face is None or due is None:
        return inapplicable(view)
    hands = view.hands
    first = (hands.number == 1) & (face.level == 1)
    recorded = (hands.stack != NOT_RECORDED) & hands.present
    return Tested(
        (
            Draft(
                hand=hand,
                seat=seat,
                stated=int(hands.stack[hand, seat]),
                expected=due,
                unit="money",
                money=abs(int(hands.stack[hand, seat]) - due),
                money_kind="unaccounted",
                message=(
                    f"{view.where(hand, seat)}: the seat began the event with "
                    f"{view.money(int(hands.stack[hand, seat]))}; everybody begins with {view.money(due)}."
                ),
            )
            for hand, seat in hand_seats(first[:, None] & recorded & (hands.stack != due))
        ),
        [
            (first & ~every_seat(recorded | ~hands.present), "a stack was not recorded"),
            ((hands.number == 1) & (face.level == NOT_RECORDED), "the level was not recorded"),
        ],
        (hands.number != 1) | ((face.level != NOT_RECORDED) & (face.level != 1)),
    )

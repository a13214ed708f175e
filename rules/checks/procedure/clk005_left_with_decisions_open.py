"""A player left the table at the deal, and the hand was not fouled.

Finds: an irregularity that a player left the table at the deal, before setting any card, in a hand that was not fouled.
Why: a player who is away cannot make decisions; the controls foul the hand.
Example: seat 2 left the table at the deal, and its hand was played and paid.
Needs: irregularities with their moment (`when`). An irregularity during setting does not say at which card the player
left; an `irregularity` event of its own records the time (CLK006).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.procedure.recorded_clock_calls import fouled, mask_of
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.views import BlockView

CHECK = Check(
    "CLK005",
    "left-with-decisions-open",
    "violation",
    "major",
    ("OFC1-stepaway-forbidden", "OFC1-stepaway-allowed"),
    title="{who} left the table with decisions open",
    quotes=False,
    rule=("presence",),
    area="procedure",
    mutations=("ofc",),
)
LEFT = "left_table"
BEFORE, AFTER = ("deal",), ("showdown", "settlement")  # moments with all decisions open, and with none


def run(view: BlockView) -> Tested:
    if view.hands.open_face is None or view.ruleset.sections.presence is None:
        return inapplicable(view)
    left = list(_left(view))
    unsure = [hand for hand, _, when in left if when not in (*BEFORE, *AFTER)]
    return Tested(
        (_finding(view, hand, seat) for hand, seat, when in left if when in BEFORE),
        [
            (
                mask_of(view, unsure),
                "at which card the player left, or whether the hand was fouled, was not recorded",
            )
        ],
    )


def _left(view: BlockView) -> Iterator[tuple[int, int, str | None]]:
    """Hand, column and moment of seats that left unfouled."""
    listed, names = view.hands.irregularities, view.hands.names
    for at, kind in enumerate(listed["kind"].tolist()):
        if names[kind] != LEFT:
            continue
        hand, number, when = int(listed.hand[at]), int(listed["seat"][at]), int(listed["when"][at])
        column = None if number == NOT_RECORDED else view.hands.position(hand, number)
        if column is None or view.replayed.void[hand] or view.replayed.seats.missed[hand, column]:
            continue
        stopped = fouled(view, hand, column)
        if not stopped:
            known = when != NOT_RECORDED and stopped is False
            yield hand, column, names[when] if known else None


def _finding(view: BlockView, hand: int, seat: int) -> Draft:
    return Draft(
        hand=hand,
        seat=seat,
        stated="not fouled",
        expected="fouled",
        unit="ruling",
        clause=view.ruleset.cite("presence"),
        message=(
            f"{view.where(hand, seat)}: the player left the table at the deal, with every card still to be set, "
            f"but the hand was not fouled."
        ),
    )

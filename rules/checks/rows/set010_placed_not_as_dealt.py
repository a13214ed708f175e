"""The cards that a player placed differ from the cards that the player was dealt.

Finds: a placement whose cards in front, in the middle, at the back and in the discard together are not those in
`dealt`.
Why: a card that was placed and not dealt has no known origin; a card that was dealt and not placed is still in play.
Example: seat 3 was dealt 8c and set 8d.
Needs: `placements`, with the discards where cards are discarded.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.root_codes import DECK
from rules.checks.support.street_acts import (
    act_number,
    act_where,
    cards_text,
    judged,
    of_hands,
    streets,
    unplaced,
)
from rules.checks.support.views import BlockView
from rules.open_face_hands import AS_DEALT, DISCARD
from rules.replay.placement.street_dealing import Streets

CHECK = Check(
    "SET010",
    "placed-not-as-dealt",
    "violation",
    "critical",
    ("CARN-deal-single", "OFC-one-per-turn", "OFC-after-five", "PINE-three"),
    title="{who} placed cards that it was not dealt",
    quotes=False,
    rule=("placement",),
    area="cards",
    follows=(*DECK, "SET010", "SET011"),
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    found = streets(view)
    if found is None:
        return inapplicable(view)
    return Tested(
        _findings(view, found),
        [
            *unplaced(view),
            (of_hands(found, ~found.known), "a card of a placement was not recorded"),
            (of_hands(found, ~found.discard_recorded), "what was discarded was not recorded"),
        ],
    )


def _findings(view: BlockView, found: Streets) -> Iterator[Draft]:
    for act, hand, seat in judged(view, found, found.not_as_dealt):
        placed = "".join(cards_text(found, act, place) for place in (0, 1, 2, DISCARD))
        dealt = cards_text(found, act, AS_DEALT)
        yield Draft(
            hand=hand,
            seat=seat,
            stated=placed,
            expected=dealt,
            unit="cards",
            fact=f"{act_number(found.acts, act)}|{placed}|{dealt}",
            message=(
                f"{act_where(view, found, act)}: {dealt or 'nothing'} was dealt, "
                f"and {placed or 'nothing'} was set or discarded."
            ),
        )

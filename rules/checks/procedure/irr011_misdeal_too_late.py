"""A misdeal was declared after too many players had acted.

Finds: a void deal in which as many players had set cards as end the possibility of a misdeal under the controls, and
whose irregularities are all of kinds that the controls make a misdeal.
Why: cancelling a deal after players have shown cards takes a result away from somebody.
Example: the button had not been moved; three players had set their first five cards when the deal was declared void.
Needs: `placements`; a closed hand does not record which players had set their cards.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.unjudged_hands import irregular
from rules.checks.support.views import BlockView
from rules.controls.procedure_of_irregularity import NO_MISDEAL, misdeals_until, procedures
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.open_face_hands import players_acted

CHECK = Check(
    "IRR011",
    "misdeal-too-late",
    "violation",
    "major",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    title="A misdeal was declared too late",
    quotes=False,
    rule=(NO_MISDEAL,),
    area="procedure",
    follows=("IRR008",),
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    limit = misdeals_until(view.ruleset)
    if limit is None:
        return inapplicable(view)
    void, acted = view.replayed.void, players_acted(view.hands)
    acts_recorded = acted != NOT_RECORDED
    unexplained, other = void & ~irregular(view), void & _of_another_kind(view)
    return Tested(
        _findings(view, limit, acted, void & acts_recorded & ~unexplained & ~other),
        [
            (
                void & ~acts_recorded,
                "the players who had acted when the deal was declared void were not recorded",
            ),
            (unexplained, "nothing on record says why the deal was declared void"),
            (other, "the deal may be void for a reason that the controls do not make a misdeal"),
        ],
    )


def _of_another_kind(view: BlockView) -> Flags:
    """(H,) hands with an irregularity that no procedure makes a misdeal."""
    known = procedures(view.ruleset)
    ends = {kind for kind, found in known.items() if any("misdeal" in each.rulings for each in found)}
    others = [place for place, name in enumerate(view.hands.names) if name not in ends]
    listed = view.hands.irregularities
    found = np.zeros(len(view), np.bool_)
    found[listed.hand[np.isin(listed["kind"], others)]] = True
    return found


def _findings(view: BlockView, limit: int, players: Ints, testable: Flags) -> Iterator[Draft]:
    clause = view.ruleset.cite(NO_MISDEAL)
    for hand in np.flatnonzero(testable & (players >= limit)).tolist():
        number = int(players[hand])
        yield Draft(
            hand=hand,
            stated=number,
            expected=limit - 1,
            unit="players",
            clause=clause,
            message=(
                f"{view.where(hand)}: the deal was declared void after {number} players had set cards; {view.ruleset} "
                f"allows no misdeal once {limit} have acted ({clause})."
            ),
        )

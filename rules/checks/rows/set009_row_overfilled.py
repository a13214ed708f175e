"""A row was given too many cards.

Finds: a placement that leaves more than three cards in front, or more than five in the middle or at the back.
Why: thirteen cards make rows of three, five and five. An extra card in one row is missing from another.
Example: seat 2 sets a fourth card in front.
Needs: `placements`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards import ROW_SIZES, ROWS
from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.ruleset_conditions import placement
from rules.checks.support.street_acts import act_number, act_where, judged, streets, unplaced
from rules.checks.support.views import BlockView
from rules.replay.placement.street_dealing import Streets

CHECK = Check(
    "SET009",
    "row-overfilled",
    "violation",
    "major",
    ("CARN-deal-shape", "OFC-13-three"),
    title="{who} put too many cards into a row",
    quotes=False,
    rule=("table.rows",),
    area="cards",
    applies=placement,
    follows=("SET010", "SET011"),
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    found = streets(view)
    if found is None:
        return inapplicable(view)
    return Tested(_findings(view, found), unplaced(view))


def _findings(view: BlockView, found: Streets) -> Iterator[Draft]:
    for row, name in enumerate(ROWS):
        for act, hand, seat in judged(view, found, found.overfilled[:, row]):
            count = int(found.rows_after[act, row])
            yield Draft(
                hand=hand,
                seat=seat,
                stated=count,
                expected=ROW_SIZES[row],
                unit="cards",
                fact=f"{name}|{act_number(found.acts, act)}",
                message=(
                    f"{act_where(view, found, act)}: the {name} then has {count} cards; "
                    f"it holds {ROW_SIZES[row]}."
                ),
            )

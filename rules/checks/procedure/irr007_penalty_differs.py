"""A penalty differs from the price in the controls.

Finds: an exposed card or a missed hand whose penalty is recorded with a different number of units than the controls
name. Also finds an exposed card for which the floor ruled something other than the penalty.
Why: the price of an infraction is written down so that it is the same for every player.
Example: seat 2 showed a card out of turn and was fined 2 points; the controls require 1 for each active opponent.
Needs: irregularities with their rulings.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.views import BlockView
from rules.controls.procedure_of_irregularity import procedures
from rules.replay.penalties import EXPOSED, MISSED, PENALTY

CHECK = Check(
    "IRR007",
    "penalty-differs",
    "violation",
    "minor",
    ("OFC1-expose", "OFC1-missed-hand"),
    title="The penalty differs from the controls",
    quotes=False,
    rule=("penalties",),
    area="procedure",
    follows=("IRR008", "IRR010"),
    mutations=("ofc",),
)
_IN_WORDS = {EXPOSED: "a card shown out of turn", MISSED: "a missed hand"}
_PATHS = {EXPOSED: "penalties.exposed_card", MISSED: "penalties.missed_hand"}
_LET_OFF = ("play_on", "warning")


def run(view: BlockView) -> Tested:
    if view.hands.open_face is None or view.ruleset.sections.penalties is None:
        return inapplicable(view)
    unruled = np.zeros(len(view), np.bool_)
    for at, kind in _listed(view):
        unruled[view.hands.irregularities.hand[at]] |= (
            kind == EXPOSED and view.hands.irregularities["ruling"][at] == NOT_RECORDED
        )
    return Tested(_findings(view), [(unruled, "the ruling on a card that was shown was not recorded")])


def _due(view: BlockView, kind: str) -> int | None:
    """Units of a priced penalty; None: unpriced."""
    penalties = view.ruleset.sections.penalties
    priced = penalties.of(kind) if penalties is not None else None
    return None if priced is None else priced.units


def _listed(view: BlockView) -> Iterator[tuple[int, str]]:
    listed, names = view.hands.irregularities, view.hands.names
    for at, kind in enumerate(listed["kind"].tolist()):
        if _due(view, names[kind]) is not None:
            yield at, names[kind]


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    listed = hands.irregularities
    for at, kind in _listed(view):
        hand, number = int(listed.hand[at]), int(listed["seat"][at])
        if view.replayed.void[hand]:
            continue
        seat = None if number == NOT_RECORDED else hands.position(hand, number)
        due, stated = _due(view, kind), int(listed["units"][at])
        place, clause = view.where(hand, seat), view.ruleset.cite(_PATHS[kind])
        ruling = None if listed["ruling"][at] == NOT_RECORDED else hands.names[listed["ruling"][at]]
        if ruling == PENALTY and stated not in (NOT_RECORDED, due):
            yield Draft(
                hand=hand,
                seat=seat,
                stated=stated,
                expected=due,
                unit="units",
                clause=clause,
                fact=f"{kind}|{stated}|{due}",
                message=(
                    f"{place}: the penalty for {_IN_WORDS[kind]} was {stated} to each opponent; "
                    f"the controls name {due} ({clause})."
                ),
            )
        elif (
            kind == EXPOSED and ruling in _LET_OFF and kind not in procedures(view.ruleset)
        ):  # otherwise IRR008 reports it
            yield Draft(
                hand=hand,
                seat=seat,
                stated=ruling,
                expected=PENALTY,
                unit="ruling",
                clause=clause,
                kind="undetermined",
                severity="note",
                fact=f"{kind}|{ruling}",
                message=(
                    f"{place}: {_IN_WORDS[kind]} is recorded with the ruling {ruling.replace('_', ' ')}; "
                    f"the controls price it at {due} to each active opponent. "
                    f"A person decides whether it was out of turn ({clause})."
                ),
            )

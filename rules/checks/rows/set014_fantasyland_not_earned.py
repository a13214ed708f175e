"""A player was in fantasyland without having earned it.

Finds: a seat in fantasyland whose player did not qualify in the hand before, or was dealt a different number of cards
than the player qualified for. Also finds a seat in fantasyland under controls that have no fantasyland.
Why: a player in fantasyland sees all the cards before setting the first. That is an advantage over every other player.
Example: seat 3 was dealt 14 cards at once, after a hand with a pair of jacks in front.
Needs: `fantasyland` or the placements, and the rows of the hand before.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.ruleset_conditions import open_face
from rules.checks.support.seat_history import NOT_KNOWN, LogSeating
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, any_seat, every_seat

CHECK = Check(
    "SET014",
    "fantasyland-not-earned",
    "violation",
    "major",
    ("OFC-one-per-turn", "PINE-three", "CARN-deal-single"),
    title="{who} played fantasyland without earning it",
    quotes=False,
    scope="log",
    rule=("fantasyland",),
    area="cards",
    applies=open_face,
    follows=("STK009",),
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    seating = log.people.seating
    provided = log.ruled(lambda ruleset: ruleset.sections.fantasyland is not None)
    findings = [*_not_provided(log, provided)]
    reason = "the hand before does not show which players qualified"
    if seating is None or not provided.any():
        return Tested(findings, [(provided, reason)])
    findings += _not_earned(log, seating)
    return Tested(findings, [(provided & ~_shown(log, seating), reason)])


def _not_provided(log: LogView, provided: Flags) -> Iterator[Draft]:
    places = log.cards.special.get("fantasyland")
    if places is None:
        return
    strange = places[(~provided & log.ruled(lambda ruleset: ruleset.family == "ofc"))[places]]
    for place in strange.tolist():
        yield Draft(
            hand=place,
            stated="fantasyland",
            expected="one card at a time",
            unit="rule",
            clause=_of(log, place).cite("placement.then", naming=CHECK.clauses),
            fact="not provided for",
            message=(
                f"{log.where(place)}: a seat was dealt its cards at once (`fantasyland`); {log.rules.name} has no such rule."
            ),
        )


def _of(log: LogView, place: int) -> Ruleset:
    return log.rulesets[int(log.under[place])]


def _not_earned(log: LogView, seating: LogSeating) -> Iterator[Draft]:
    before, after = seating.following()
    same = seating.same_player(before, after)
    land, due = seating.land[after], seating.earned[before]
    for at, column in zip(*np.nonzero(same & (land > 0) & (due >= 0) & (land != due)), strict=True):
        hand, stated, expected = int(after[at]), int(land[at, column]), int(due[at, column])
        number = int(seating.number[hand])
        earned = f"qualified for {expected}" if expected else "did not qualify"
        again = seating.land[int(before[at]), column] > 0
        yield Draft(
            number=number,
            line=int(seating.line[hand]),
            seat_number=int(column) + 1,
            player=seating.players[seating.player[hand, column]],
            stated=stated,
            expected=expected,
            unit="cards",
            rule="fantasyland.cards" if expected else "fantasyland.stay" if again else "fantasyland.entry",
            message=(
                f"Hand {number}, seat {column + 1}: the seat was dealt {stated} cards at once; "
                f"in hand {int(seating.number[before[at]])} it {earned}."
            ),
        )


def _shown(log: LogView, seating: LogSeating) -> Flags:
    """(N,) hands that show who was in fantasyland, after hands that show who had qualified."""
    sits, lands = seating.player >= 0, seating.land > 0
    known = ~any_seat((seating.land == NOT_KNOWN) & sits)
    qualified = ~any_seat(lands)
    before, after = seating.following()
    shown = seating.same_player(before, after) & (seating.earned[before] != NOT_KNOWN)
    qualified[after] |= every_seat(~lands[after] | shown)
    return seating.in_log(known & qualified)

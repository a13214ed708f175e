"""A street has the wrong number of cards.

Finds: a placement with a different number of cards dealt, set or discarded than the game has at that turn. The game
deals five cards first and then one; in Pineapple three, of which one is discarded; in fantasyland all at once.
Why: a player who sees more cards at a turn than the other players sets them with an advantage.
Example: seat 1 was dealt two cards at its third turn.
Needs: `placements`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.street_acts import act_number, act_where, judged, streets, unplaced
from rules.checks.support.views import BlockView
from rules.open_face_hands import AS_DEALT, DISCARD
from rules.replay.placement.street_dealing import Streets

CHECK = Check(
    "SET011",
    "street-size",
    "violation",
    "major",
    (
        "CARN-deal-first-five", "CARN-deal-single", "OFC-initial-five", "OFC-one-per-turn", "OFC-after-five",
        "PINE-three",
    ), title="{who} was dealt or set a wrong number of cards in a turn", quotes=False,
    rule=("placement", "fantasyland.cards"), area="cards",
    follows=("DCK002", "SET014", "SET015", "STK009"),
    mutations=("ofc",),
)  # fmt: skip
_AT_FIRST = ("CARN-deal-first-five", "OFC-initial-five")


def run(view: BlockView) -> Tested:
    found = streets(view)
    if found is None:
        return inapplicable(view)
    return Tested(_findings(view, found), unplaced(view))


def _findings(view: BlockView, found: Streets) -> Iterator[Draft]:
    for act, hand, seat in judged(view, found, found.wrong_size):
        dealt, discarded = int(found.acts.counts[act, AS_DEALT]), int(found.acts.counts[act, DISCARD])
        stated = _street(dealt, int(found.set_count[act]), max(discarded, 0))
        expected = _due(found, act)
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=expected,
            unit="cards",
            fact=f"{act_number(found.acts, act)}|{stated}|{expected}",
            clause=_clause(view, found, act),
            message=f"{act_where(view, found, act)}: {stated}; the street requires {expected}.",
        )


def _street(dealt: int, placed: int, discarded: int) -> str:
    counts = f"{dealt} dealt, {placed} set"
    return f"{counts}, {discarded} discarded" if discarded else counts


def _due(found: Streets, act: int) -> str:
    dealt, discarded = int(found.dealt_due[act]), int(found.discards_due[act])
    return _street(dealt, dealt - discarded, discarded) if dealt else "no more cards"


def _clause(view: BlockView, found: Streets, act: int) -> str:
    if found.fantasyland[act] != NOT_RECORDED and view.ruleset.sections.fantasyland is not None:
        return view.ruleset.cite("fantasyland.cards")
    naming = [each for each in CHECK.clauses if found.turn[act] == 0 or each not in _AT_FIRST]
    return view.ruleset.cite("placement", naming=naming)

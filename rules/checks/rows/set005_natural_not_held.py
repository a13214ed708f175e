"""A player declared a natural that the cards do not form.

Finds: a `declared` natural that the seat's thirteen cards do not contain, or that the ruleset does not have.
Why: every player at the table pays for a natural; a false one takes money from all of them.
Example: seat 2 declared six pairs and holds five.
Needs: `declared`, and the seat's thirteen cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Check, Draft, Tested, hand_seats
from rules.checks.support.root_codes import DECK
from rules.checks.support.ruleset_conditions import closed
from rules.checks.support.views import BlockView
from rules.clauses import CONVENTION
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, any_seat

_WHICH = ("WSGC-natural-list", "PAGAT-agree")
CHECK = Check(
    "SET005",
    "natural-not-held",
    "violation",
    "major",
    ("WSGC-natural-list", "WSGC-natural-optional", "PAGAT-special-declare", "PAGAT-optional", "PAGAT-agree"),
    title="{who} declared a natural that it does not have",
    rule=(
        "naturals.list",
        "naturals.layout",
        "naturals.quads_as_two_pairs",
        "naturals.straight_flush_counts",
        "naturals.ace_low",
    ),
    area="cards",
    applies=closed,
    follows=DECK,
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    declared = view.hands.declared >= 0
    listed = _listed(view)
    unknown = declared & listed & ~view.replayed.seats.claim_known
    return Tested(
        _findings(view, declared, listed),
        [(any_seat(unknown), "the thirteen cards of the seat that declared are not all known")],
    )


def _listed(view: BlockView) -> Flags:
    names = [i for i, name in enumerate(view.hands.names) if name in view.replayed.scoring.natural_names]
    return sum((view.hands.declared == name for name in names), view.hands.declared < -1)


def _findings(view: BlockView, declared: Flags, listed: Flags) -> Iterator[Draft]:
    seats = view.replayed.seats
    false = declared & ((listed & ~seats.claim_held & seats.claim_known) | ~listed)
    for hand, seat in hand_seats(false & ~view.replayed.void[:, None]):
        name = view.hands.names[int(view.hands.declared[hand, seat])]
        held = int(seats.natural_held[hand, seat])
        known = view.replayed.scoring.natural_names
        if listed[hand, seat]:
            reason = "its thirteen cards do not form it"
            rule = "naturals"
            clause = view.ruleset.cite(f"naturals.list[{name}]", naming=CHECK.clauses)
        else:
            reason = f"{view.ruleset} has no natural of that name" + (
                f" (it has {', '.join(known).replace('_', ' ')})" if known else ""
            )
            rule = "naturals.list"
            clause = _of_the_list(view.ruleset)
        yield Draft(
            hand=hand,
            seat=seat,
            stated=name,
            expected=known[held] if held >= 0 else "no natural",
            unit="natural",
            clause=clause,
            rule=rule,
            message=f"{view.where(hand, seat)}: the natural “{name.replace('_', ' ')}” was declared, but {reason}.",
        )


def _of_the_list(ruleset: Ruleset) -> str:
    if not ruleset.sections.naturals.hands:
        return f"{CONVENTION}:naturals.list"
    return next((each for each in _WHICH if ruleset.bound_by(each)), ruleset.cite("naturals.list"))

"""The cards show an irregularity that was not recorded.

Finds: a card that appears twice, a joker, or a seat with the wrong number of cards, in a hand without a recorded
irregularity of that kind.
Why: the controls must say how an irregularity is handled; one that is not recorded was not handled or was hidden. The
message states what the controls require, whatever the moment of the irregularity.
Example: seats 1 and 3 set the same queen of hearts, and the hand has no irregularity.
Needs: the cards that show it: rows, or `dealt`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.cards import dck001_card_twice, dck002_card_count, dck003_joker
from rules.checks.procedure.covering_procedures import due as in_words
from rules.checks.procedure.covering_procedures import kind_words, rests_on
from rules.checks.support.check import BY_ROWS, Check, Draft, HandsView, Tested
from rules.controls.procedure_of_irregularity import SECTION, FiledProcedure, covering
from rules.hands import every_seat

CHECK = Check(
    "IRR002",
    "irregularity-not-recorded",
    "violation",
    "major",
    ("external:IRREGULARITIES", "WSGC-irregularities"),
    title="An irregularity of the cards was not recorded",
    quotes=False,
    area="procedure",
    follows=("DCK001", "DCK002", "DCK003"),
    mutations=BY_ROWS,
)
SHOWN_BY = (
    (dck001_card_twice, "a card twice in the deal", ("duplicate_card", "fouled_deck", "misdeal")),
    (dck002_card_count, "a wrong number of cards", ("wrong_card_count", "misdeal")),
    (dck003_joker, "a joker", ("joker_dealt", "fouled_deck", "misdeal")),
)


def run(view: HandsView) -> Tested:
    hands = view.hands
    recorded = hands.cards_known | ~hands.dealt_in
    return Tested(_findings(view), [(~every_seat(recorded), "the cards of a seat were not recorded")])


def _findings(view: HandsView) -> Iterator[Draft]:
    reported: set[tuple[int, int | None, str]] = set()
    for module, what, kinds in SHOWN_BY:
        for draft in module.drafts(view):
            assert draft.hand is not None
            key = (draft.hand, draft.seat, what)
            if key in reported or _recorded(view, draft.hand, kinds):
                continue
            reported.add(key)
            due = covering(view.ruleset, kinds[0]).procedure  # of any moment and number of cards, or none
            yield Draft(
                hand=draft.hand,
                seat=draft.seat,
                stated="no irregularity",
                expected=kinds[0],
                unit="irregularity",
                clause=due.clause if due else None,
                rule=SECTION,
                message=(
                    f"{view.where(draft.hand, draft.seat)}: the cards show {what}, but the record of the hand has "
                    f"no irregularity of that kind ({' or '.join(map(kind_words, kinds))})."
                    f"{_must_follow(view, due) if due else ''}"
                ),
            )


def _must_follow(view: HandsView, procedure: FiledProcedure) -> str:
    return f" {view.ruleset} requires {in_words(procedure)} {rests_on(procedure)}."


def _recorded(view: HandsView, hand: int, kinds: tuple[str, ...]) -> bool:
    listed = view.hands.irregularities
    kinds_there = listed["kind"][np.flatnonzero(listed.hand == hand)].tolist()
    return any(view.hands.names[kind] in kinds for kind in kinds_there)

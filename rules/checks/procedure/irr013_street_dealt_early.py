"""A card of the board came before its time, or was not replaced as the rules have it.

Finds: a street that was dealt while bets were open; after it, a burn before the new card, a stub that was not shuffled,
and a river that is not the card laid aside.
Why: the cards that follow an early one decide the pot; the procedure is made so that nobody can choose them.
Example: the flop comes while seat 5 has not acted; it is taken back and the new one is dealt without a shuffle.
Needs: `acts` with posts and boards, `stack` where a seat may be all in; for the rest, `withdrawn`, `burn`,
`reshuffled` and `face_down`.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import (
    acts_needed,
    boards_needed,
    chips_needed,
    nothing_dealt,
    posts_needed,
)

BREACHES = {
    "street_early": Breach(
        "bets were still open", "pot.misdeals.early_card", ("OLY-1.36", "OLY-1.37", "external:TDA-misdeals")
    ),
    "burn_after_early": Breach(
        "no card is burnt before a card that replaces an early one",
        "pot.misdeals.early_card",
        ("OLY-1.36", "OLY-1.37", "external:TDA-misdeals"),
    ),
    "no_reshuffle": Breach(
        "the early card is shuffled back into the stub first",
        "pot.misdeals.early_card",
        ("OLY-1.36", "OLY-1.37", "external:TDA-misdeals"),
    ),
    "river_not_laid_aside": Breach(
        "the river is the card that was laid aside, {due}",
        "pot.misdeals.early_card",
        ("OLY-1.37",),
        otherwise="after an early turn a card is burnt, and the next is laid aside for the river",
    ),
}
CHECK = Check(
    "IRR013",
    "street-dealt-early",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="A card of the board came too early",
    quotes=False,
    rule=paths_of(BREACHES),
    area="cards",
    games=POTS,
)
run = reports_breaches(
    BREACHES, acts_needed, posts_needed, chips_needed, boards_needed, without=nothing_dealt
)

"""The main pot was given before a side pot.

Finds: pots that were pushed in another order than from the last side pot to the main pot.
Why: the last side pot is decided first, so that everybody can follow who is still in for the next one.
Example: with one side pot, the main pot is pushed first.
Needs: `pots` with the `order` of awards.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import one_pot, pots_in_order_needed

BREACHES = {
    "award_order": Breach(
        "the order is to be {due}",
        "pot.pots.award_order",
        ("OLY-1.47-b",),
        unit="order",
        found=breach_words.pushed,
    ),
}
CHECK = Check(
    "POT007",
    "award-order",
    "violation",
    "note",
    clauses_of(BREACHES),
    title="The pots were given in another order",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    applies=lambda ruleset: (
        ruleset.sections.pot is not None and ruleset.sections.pot.pots.award_order != "any"
    ),
    games=POTS,
)
run = reports_breaches(BREACHES, pots_in_order_needed, without=one_pot)

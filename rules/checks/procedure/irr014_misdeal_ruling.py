"""A hand was declared a misdeal without a ground or too late, or was not although it had to be.

Finds: a void hand without a ground of the ruleset on record; a misdeal after more players had acted than the ruleset
allows; a ground in time, and a hand that was played on.
Why: a misdeal gives every chip back; declared without a ground it takes the pot from who was winning it.
Example: the hand is void after four players acted; two end the time for a misdeal.
Needs: `void`, and the irregularities with `act`.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.recorded_irregularities import MISDEALS, MISDEALS_PATH

BREACHES = {
    "misdeal_no_ground": Breach(
        "the hand is void, and the record has no ground for a misdeal",
        MISDEALS_PATH,
        MISDEALS,
        unit="ruling",
        found=breach_words.irregularities,
    ),
    "misdeal_too_late": Breach(
        "the hand is void, and too many players had acted for a misdeal",
        "pot.misdeals.too_late",
        ("OLY-1.57", "external:TDA-misdeals"),
        unit="ruling",
        found=breach_words.acted,
    ),
    "misdeal_due": Breach(
        "the record has a ground for a misdeal in time, and the hand was played on",
        MISDEALS_PATH,
        MISDEALS,
        unit="ruling",
        found=breach_words.irregularities,
    ),
}
CHECK = Check(
    "IRR014",
    "misdeal-ruling",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="A ruling on a misdeal differs from the rules",
    quotes=False,
    rule=(*paths_of(BREACHES), "pot.rulings"),
    area="procedure",
    games=POTS,
    needs=("floor",),
)
run = reports_breaches(BREACHES)

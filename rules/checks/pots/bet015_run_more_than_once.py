"""The rest of a board was dealt more than once where the rules do not allow it, or in another way.

Finds: a run that the table does not offer, that a player did not agree to, that was made before everybody was all in,
that was dealt more often than allowed, or whose boards part at another street.
Why: each further board changes what players can expect of the pot; so everybody agrees to it.
Example: seats 2 and 5 are all in; only seat 2 agreed to run it twice.
Needs: `run` acts; for consent, `agreed`.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, amount_of, run_needed, run_once

BREACHES = {
    "run_not_offered": Breach(
        "the table does not offer it at these blinds", "pot.pots.run_twice", ("OLY-2.33",)
    ),
    "run_not_agreed": Breach(
        "of the live seats, these did not agree: {due}", "pot.pots.run_twice", ("OLY-2.32",)
    ),
    "run_board_limit": Breach(
        "with so many players the boards part at the {due}",
        "pot.pots.run_twice",
        ("OLY-2.31-b", "OLY-2.31-a"),
        found=breach_words.parted,
    ),
    "run_wrong_street": Breach(
        "the boards part at the {due}", "pot.pots.run_twice", ("OLY-2.30",), found=breach_words.parted
    ),
    "run_times": Breach(
        "{due} times are allowed",
        "pot.pots.run_twice",
        ("OLY-2.29", "OLY-2.30"),
        stated=amount_of,
        unit="runs",
    ),
    "run_not_all_in": Breach("more than one seat could still bet", "pot.pots.run_twice", ("OLY-2.29",)),
}
CHECK = Check(
    "BET015",
    "run-more-than-once",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="The board was dealt more than once against the rules",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, run_needed, without=run_once)

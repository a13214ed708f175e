"""A pot went to a hand that was mucked, or that did not show all its cards.

Finds: an award to a seat that mucked while others were in, and a winner who showed fewer cards than the game has in
hand.
Why: a hand that nobody saw cannot be known to win; and who won must show what won.
Example: seat 3 mucks at the showdown and is given the main pot.
Needs: `show` and `muck` acts, and the awards of `pots`.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import shows_needed

BREACHES = {
    "mucked_winner": Breach(
        "a hand that was mucked wins no pot that another player can win",
        "pot.pots.cannot_win.mucked",
        ("OLY-1.39", "OLY-1.35", "external:RROP-dead-hands"),
        found=breach_words.mucked,
    ),
    "not_tabled": Breach(
        "who wins shows all of its {due}",
        "pot.pots.showdown.tabled",
        ("OLY-1.39", "external:RROP-dead-hands"),
        severity="minor",
    ),
}
CHECK = Check(
    "POT006",
    "won-without-showing",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="{who} won without showing its cards",
    quotes=False,
    rule=paths_of(BREACHES),
    area="cards",
    games=POTS,
)
run = reports_breaches(BREACHES, shows_needed)

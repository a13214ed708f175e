"""A bet was taken for more or less than the words or the chips make it.

Finds: an act that differs from what was announced, and chips without a word that were taken for something else than the
rules make of them: several motions, one chip, several chips.
Why: what was said and which chips moved decide what an act is; otherwise a player could wait for the others' faces.
Example: seat 2 faces a bet of $10.00, puts in one chip of $25.00 without a word, and the log has a raise to $25.00: it
is a call.
Needs: `acts` with `said`, and `chips` where nothing was said.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, words_needed

BREACHES = {
    "string_bet": Breach(
        "the chips came in several motions and without a word: it is a {due}",
        "pot.betting.string_bet",
        ("OLY-1.15-a", "OLY-1.15-b", "OLY-1.14", "external:RROP-betting"),
    ),
    "single_chip": Breach(
        "it was one chip, without a word: it is a {due}",
        "pot.betting.single_chip",
        ("OLY-1.16", "external:TDA-chips"),
    ),
    "silent_chips": Breach(
        "nothing was said, and the chips make it a {due}",
        "pot.betting.silent_chips",
        ("OLY-1.18-a", "OLY-1.18-b", "external:TDA-chips"),
    ),
    "not_completed": Breach(
        "half of a raise or more was put in: it is made up to a {due}",
        "pot.betting.half_rule",
        ("OLY-1.19", "OLY-1.18-b", "external:TDA-raises"),
    ),
    "said_not_followed": Breach(
        "what was announced binds: a {due}", "pot.betting.announced", ("OLY-1.21", "external:RROP-betting")
    ),
}
CHECK = Check(
    "BET008",
    "words-and-chips",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{whose} bet was taken for something else than it was",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, words_needed)

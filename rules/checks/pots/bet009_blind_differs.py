"""A blind or an ante was posted by the wrong seat or in the wrong amount, or was avoided.

Finds: small blinds, big blinds and antes of another amount than the stakes; one that a seat with chips did not post where
the others posted theirs; a blind that another seat was to post; a player who returned or changed seats and did not post.
Why: blinds are the price of a round; who avoids one plays at the cost of the others.
Example: seat 4 posts the big blind; it was the turn of seat 3.
Needs: `acts`, the button and the stakes; for returns and changes, `seat` events.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, stakes_needed

BREACHES = {
    "small_blind_amount": Breach(
        "the small blind is {due}",
        "pot.betting.blinds",
        ("external:RROP-blinds",),
        found=breach_words.post_of("small blind"),
    ),
    "big_blind_amount": Breach(
        "the big blind is {due}",
        "pot.betting.blinds",
        ("external:RROP-blinds",),
        found=breach_words.post_of("big blind"),
    ),
    "ante_amount": Breach(
        "the ante is {due}",
        "pot.betting.blinds",
        ("external:RROP-blinds",),
        found=breach_words.post_of("ante"),
    ),
    "blind_seat": Breach("the blind was for seat {due}", "pot.betting.blinds", ("external:RROP-blinds",)),
    "new_player_blind": Breach(
        "a player who comes back, or sits down on the button, posts {due}",
        "pot.table.new_players_post",
        ("OLY-2.26-b", "OLY-2.13"),
        found=breach_words.posted,
    ),
    "evaded_blind": Breach(
        "the seat that it left was the next to post {due}",
        "pot.table.moved_posts",
        ("OLY-2.12",),
        found=breach_words.posted,
    ),
}
CHECK = Check(
    "BET009",
    "blind-differs",
    "violation",
    "minor",
    clauses_of(BREACHES, "OLY-2.28"),
    title="{whose} blind or ante differs from the stakes",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, stakes_needed)

"""Cards were thrown away or exchanged in another way than the game has.

Finds: a player who threw away another number of cards than the game asks for, drew another number than was thrown away,
exchanged more than the game allows, or exchanged before his turn or in another round.
Why: the number of cards that a player takes is what the others bet by.
Example: seat 2 throws away two cards and draws three.
Needs: `discard` and `draw` acts.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, cards_of, draws_needed

BREACHES = {
    "discard_count": Breach(
        "the game has each seat throw away {due} in all before it",
        "pot.games.{game}.streets[{street}]",
        ("OLY-6.6", "OLY-6.9", "external:TDA-games"),
        found=breach_words.thrown_away,
    ),
    "draw_count": Breach(
        "as many cards are drawn as are thrown away: {due}",
        "pot.games.{game}.swap",
        ("external:TDA-games",),
        stated=cards_of("cards"),
        unit="cards",
        found=breach_words.drawn,
    ),
    "draw_too_many": Breach(
        "{due} may be exchanged at most",
        "pot.games.{game}.swap",
        ("OLY-6.12-swap", "external:TDA-games"),
        stated=cards_of("discard"),
        unit="cards",
    ),
    "draw_time": Breach(
        "the game has no exchange at this moment",
        "pot.games.{game}.swap",
        ("OLY-6.12-swap", "external:TDA-games"),
    ),
    "draw_order": Breach(
        "exchanges begin at the left of the button",
        "pot.games.{game}.swap",
        ("OLY-6.12-swap", "external:TDA-games"),
    ),
}
CHECK = Check(
    "IRR016",
    "exchange-differs",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{whose} exchange of cards differs from the game",
    quotes=False,
    rule=paths_of(BREACHES),
    area="cards",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, draws_needed)

"""A player was dealt a wrong number of cards, or a street was dealt out of order or with a wrong number.

Finds: hole cards and up-cards of another number than the game has; a board with another number of cards; a street that
does not follow the one before; one of several boards that ends before another one, with two or more players left.
Why: a hand with a card too many or too few cannot be compared with the others.
Example: the flop has four cards.
Needs: `hole` and `up`; for boards, `acts`.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import ReplayedAct, cards_of
from rules.checks.support.views import PotView


def _cards(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    if seat is None:
        return None
    pot = view.replayed.play.pot
    return int(max(pot.hole_size[hand, seat], 0) + max(pot.up_size[hand, seat], 0))


BREACHES = {
    "wrong_card_count": Breach(
        "the game deals each seat {due} at first",
        "pot.pots.cannot_win.wrong_count",
        ("OLY-1.32", "external:RROP-dead-hands"),
        unit="cards",
        stated=_cards,
        found=breach_words.cards_dealt,
    ),
    "board_size": Breach(
        "this street has {due}",
        "pot.games.{game}.streets[{street}]",
        ("OLY-6.1-deal", "external:TDA-games"),
        stated=cards_of("cards"),
        unit="cards",
    ),
    "street_order": Breach(
        "the {due} of this board, which another one has, does not follow",
        "pot.games.{game}.streets[{street}]",
        ("OLY-6.1-deal", "external:TDA-games"),
        otherwise="this street does not follow the one before it",
        found=breach_words.street_before,
    ),
}
CHECK = Check(
    "IRR015",
    "deal-differs",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="The deal differs from the game",
    quotes=False,
    holds=paths_of(BREACHES),
    area="cards",
    games=POTS,
)
run = reports_breaches(BREACHES)

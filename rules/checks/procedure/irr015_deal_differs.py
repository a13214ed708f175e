"""A player was dealt a wrong number of cards, or a street was dealt out of order or with a wrong number.

Finds: hole cards and up-cards of another number than the game has; a board with another number of cards; a street that
does not follow the one before; one of several boards that ends before another one, with two or more players left; a card
of a rank that the deck of the game does not have.
Why: a hand with a card too many or too few cannot be compared with the others.
Example: the flop has four cards.
Needs: `hole` and `up`; for boards, `acts`.
"""

from __future__ import annotations

from rules.cards import decode
from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import ReplayedAct, cards_of
from rules.checks.support.views import PotView
from rules.replay.pots.breaches.cards_dealt import lowest_cards


def _cards(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    if seat is None:
        return None
    pot = view.replayed.play.pot
    return int(max(pot.hole_size[hand, seat], 0) + max(pot.up_size[hand, seat], 0))


def _low_cards(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    play = view.replayed.play
    pot, lowest = play.pot, int(lowest_cards(play)[hand])
    if act is not None:
        of_act = (play.acts.cards[name] for name in ("cards", "up", "down", "burn"))
        parts = [each.card[each.act == act.row] for each in of_act]
    elif seat is not None:
        parts = [each[hand, seat] for each in (pot.hole, pot.up, pot.held)]
    else:
        parts = [pot.boards["card"][pot.boards.hand == hand]]
    return decode(sorted({int(code) for part in parts for code in part if code < lowest}))


def _low_cards_dealt(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    return f"the deal has {_low_cards(view, hand, seat, act)}"


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
    "card_below_deck": Breach(
        "the deck of this game begins with {due}",
        "pot.games.{game}.deck_from",
        ("external:short-deck",),
        stated=_low_cards,
        unit="cards",
        found=_low_cards_dealt,
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
    rule=paths_of(BREACHES),
    area="cards",
    games=POTS,
)
run = reports_breaches(BREACHES)

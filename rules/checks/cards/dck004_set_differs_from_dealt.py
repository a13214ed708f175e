"""The cards that a seat set, showed or threw away differ from the cards that it was dealt.

Finds: a seat whose rows together do not contain the cards in its `dealt`; in a pot game, a seat that shows, throws away or
exchanges a card that it does not hold at that moment.
Why: a card that was not dealt came from somewhere else, or the record of the deal belongs to another hand.
Example: seat 1 was dealt the deuce of clubs and set the deuce of hearts. Seat 2 was dealt two kings and shows two aces.
Needs: `dealt` and all three rows of a seat; in a pot game, `acts` with the cards that were shown or thrown away, and every
card that the seat was dealt before. A hand with an irregularity on record is not tested: a ruling may have changed cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from rules.cards import JOKER, UNKNOWN, decode
from rules.checks.cards.pot_held import NamedCards, codes_named, codes_of, named_cards
from rules.checks.support.check import POTS, Check, Draft, Tested, hand_seats
from rules.checks.support.replayed_acts import acts_needed, not_offered
from rules.checks.support.root_codes import DECK
from rules.checks.support.unjudged_hands import irregular
from rules.checks.support.views import BlockView, PotView
from rules.hands import DEALT, Flags, any_seat
from rules.pot_hands import ACTS, GAMES

CARDS_DEALT = "external:CARDS-dealt"
CHECK = Check(
    "DCK004",
    "set-differs-from-dealt",
    "violation",
    "critical",
    ("WSGC-4", "WSGC-2b", "PAGAT-arrange-rows", "PAGAT-deal", CARDS_DEALT),
    title="{who} set or showed cards that it was not dealt",
    quotes=False,
    rule=("table.dealt", "table.rows", "pot.games"),
    area="cards",
    games=("chinese", *POTS),
    follows=DECK,
    mutations=("chinese",),
)
_DID = {"show": "showed", "muck": "showed", "discard": "threw away", "draw": "exchanged"}


def run(view: BlockView | PotView) -> Tested:
    if isinstance(view, PotView):
        return _of_pots(view)
    both = _both(view)
    either = view.hands.some_row
    reason = "the cards dealt to a seat, or the rows that it set, were not recorded"
    return Tested(_findings(view, both), [(any_seat(either & ~both) | ~any_seat(either), reason)])


def _of_pots(view: PotView) -> Tested:
    named = named_cards(view.replayed.play)
    without, no_acts = not_offered(view), acts_needed(view)
    ruled = irregular(view) | (view.hands.void == 1)
    unclear, some = np.zeros(len(view), np.bool_), np.zeros(len(view), np.bool_)
    unclear[named.hand[~named.tested]] = True
    some[named.hand] = True
    return Tested(
        list(_strange(view, named, without[0] | ruled)),
        [
            without,
            no_acts,
            (ruled, "the deal was void or had an irregularity, so that a ruling may have changed cards"),
            (unclear, "the cards of a seat that showed or threw away cards were not recorded"),
        ],
        ~some & ~without[0] & ~no_acts[0],
    )


def _strange(view: PotView, named: NamedCards, excluded: Flags) -> Iterator[Draft]:
    for at in np.flatnonzero((named.strange != 0) & ~excluded[named.hand]).tolist():
        yield _of_act(view, named, at)


def _of_act(view: PotView, named: NamedCards, at: int) -> Draft:
    play, row = view.replayed.play, int(named.row[at])
    hand, seat, place = int(named.hand[at]), int(named.column[at]), int(play.acts.place[row])
    stated, held = decode(codes_named(play.acts, row)), decode(codes_of(int(named.held[at])))
    strange = decode(codes_of(int(named.strange[at])))
    did = _DID[ACTS[int(play.acts.kind[row])]]
    more = "" if strange == stated else f", without {strange}"
    return Draft(
        hand=hand,
        seat=seat,
        clause=CARDS_DEALT,
        rule=f"pot.games.{GAMES[int(play.pot.game[hand])]}",
        stated=stated,
        expected=held or "nothing",
        unit="cards",
        fact=f"{place}|{stated}",
        message=f"{view.where(hand, seat)}, act {place}: the seat {did} {stated}, and held {held or 'no card'}{more}.",
    )


def _both(view: BlockView) -> Flags:
    hands = view.hands
    return hands.all_rows & (hands.dealt_size >= 0)


def _findings(view: BlockView, both: Flags) -> Iterator[Draft]:
    hands = view.hands
    if not both.any():
        return
    suspect = both & (hands.held != hands.held_at_deal)
    if (hands.cards == JOKER).any() or (hands.dealt == JOKER).any():
        suspect |= both & ((hands.cards == JOKER).sum(axis=-1) != (hands.dealt == JOKER).sum(axis=-1))
    for hand, seat, _ in hands.odd:
        suspect[hand, seat] = both[hand, seat]
    for hand, seat in hand_seats(suspect):
        dealt = Counter(hands.row_cards(hand, seat, DEALT))
        placed = Counter(hands.set_cards(hand, seat))
        if UNKNOWN in dealt or UNKNOWN in placed or dealt == placed:
            continue
        yield _finding(view, hand, seat, placed - dealt, dealt - placed)


def _finding(view: BlockView, hand: int, seat: int, more: Counter[int], fewer: Counter[int]) -> Draft:
    placed, dealt = decode(sorted(more.elements())), decode(sorted(fewer.elements()))
    difference = ", and ".join(
        part for part in (f"set {placed}, which it was not dealt" if placed else "",
                          f"did not set {dealt}, which it was dealt" if dealt else "") if part
    )  # fmt: skip
    return Draft(
        hand=hand,
        seat=seat,
        stated=placed or "nothing more",
        expected=dealt or "nothing more",
        unit="cards",
        message=f"{view.where(hand, seat)}: the seat {difference}.",
    )

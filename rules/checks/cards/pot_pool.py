"""Cards that pot seats show, discard or end with, without a record of their deal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import JOKER
from rules.checks.cards.pot_cards import BOARD_SEAT, IN_THE_DEAL, CardPlace, RecordedCards, dealt_cards
from rules.checks.cards.pot_held import named_cards
from rules.hands import Flags, Ints
from rules.pot_hands import STREETS
from rules.replay.pots.acts.played_acts import DISCARD, DRAW, DRAW_GAME, FOLD, MUCK, SHOW, STUD_GAME, Play

_ROOM = 64  # more than the cards of a deck


def pool_of(play: Play, ruled: Flags) -> RecordedCards:
    """Cards outside of the deck: dealt, or named by seats.

    ruled: (H,) void or irregular hands, in which a named card may have been replaced.
    """
    dealt, last = dealt_cards(play.hands), _last(play)
    named = RecordedCards.of([*_named_by_acts(play, last), _held_at_the_end(play, last)])
    named = named.take(
        np.flatnonzero(~(ruled | _draws_missing(play))[named.hand] & ~_common(play, dealt, named))
    )
    return RecordedCards.of([dealt, _beyond(named, dealt, play.dealt.shape[1])])


def _named_by_acts(play: Play, last: Ints) -> Iterator[RecordedCards]:
    """Cards that acts show or discard, unless strange (DCK004)."""
    acts = play.acts
    strange = np.zeros(len(acts), np.uint64)
    found = named_cards(play)
    strange[found.row] = found.strange
    for name, kinds in (("cards", (SHOW, MUCK, DISCARD)), ("discard", (DRAW,))):
        cards = acts.cards[name]
        act, code = cards.act, cards.card.astype(np.int64)
        held = strange[act] >> np.minimum(code, JOKER).astype(np.uint64) & np.uint64(1) == 0
        rows = np.isin(acts.kind[act], kinds) & (play.column[act] >= 0) & held
        act, code = act[rows], code[rows]
        hand, seat = acts.hand[act], play.column[act]
        thrown = np.isin(acts.kind[act], (DRAW, DISCARD))
        at = np.minimum(act - thrown, last[hand, seat])
        yield RecordedCards(hand, seat, code, at, np.full(len(act), CardPlace.ACT), act)


def _held_at_the_end(play: Play, last: Ints) -> RecordedCards:
    """Cards held at the end, as listed.

    In a draw game without acts, a card may have been dealt again.
    """
    pot = play.pot
    of_the_deal = np.any((pot.hole_size > 0) | (pot.up_size > 0), axis=1)
    anew = (play.kind == DRAW_GAME) & ~pot.acts_recorded
    hand, seat, place = np.nonzero(pot.held < JOKER)
    kept = ~anew[hand] | (~of_the_deal[hand] & (pot.folded[hand, seat] != 1))
    hand, seat, place = hand[kept], seat[kept], place[kept]
    return RecordedCards(
        hand, seat, pot.held[hand, seat, place].astype(np.int64), last[hand, seat], np.full(len(hand), CardPlace.END),
        np.full(len(hand), -1),
    )  # fmt: skip


def _last(play: Play) -> Ints:
    """(H, S) last act at which a seat holds cards."""
    acts, (hands, seats) = play.acts, play.dealt.shape
    end = np.searchsorted(acts.hand, np.arange(hands), side="right") - 1
    end = np.where(play.pot.acts_recorded, end, IN_THE_DEAL)
    last = np.repeat(end[:, None], seats, axis=1)
    folds = np.flatnonzero((acts.kind == FOLD) & (play.column >= 0))
    np.minimum.at(last, (acts.hand[folds], play.column[folds]), folds - 1)
    return last


def _common(play: Play, dealt: RecordedCards, named: RecordedCards) -> Flags:
    """(N,) named cards of stud on the board, which any seat may show."""
    on_board = (dealt.seat == BOARD_SEAT) & np.isin(dealt.place, (CardPlace.ACT, CardPlace.BOARDS))
    on_board &= (play.kind == STUD_GAME)[dealt.hand]
    found: Flags = np.isin(named.hand * _ROOM + named.code, (dealt.hand * _ROOM + dealt.code)[on_board])
    return found


def _draws_missing(play: Play) -> Flags:
    """(H,) draw hands with draws missing; any card may have come again."""
    acts = play.acts
    due = np.array([sum(each.draws > 0 for each in game.streets) if game else 0 for game in play.games])
    draws = np.flatnonzero((acts.kind == DRAW) & (acts.street >= 0))
    streets = np.unique(acts.hand[draws] * len(STREETS) + acts.street[draws]) // len(STREETS)
    fewer = np.bincount(streets, minlength=len(play.dealt)) < due[play.pot.game]
    found: Flags = (play.kind == DRAW_GAME) & play.pot.acts_recorded & fewer
    return found


def _beyond(named: RecordedCards, dealt: RecordedCards, seats: int) -> RecordedCards:
    """Named cards that no deal gives their seat, as often as an act names them."""
    if not len(named.hand):
        return named
    group = np.where(named.act >= 0, named.act + 1, 0)  # the lists of cards
    key = (named.hand * seats + named.seat) * _ROOM + named.code
    order = np.lexsort((named.at, group, key))
    starts = np.flatnonzero(np.diff(key[order], prepend=-1) | np.diff(group[order], prepend=-1))
    times = np.diff(starts, append=len(order))  # of a card in one list
    of_list = order[starts]
    firsts = np.lexsort((named.at[of_list], key[of_list]))
    of_card = np.flatnonzero(np.diff(key[of_list][firsts], prepend=-1))
    most = np.maximum.reduceat(times[firsts], of_card)
    rows = of_list[firsts[of_card]]
    own = dealt.seat != BOARD_SEAT
    given = np.sort(((dealt.hand * seats + dealt.seat) * _ROOM + dealt.code)[own])
    have = np.searchsorted(given, key[rows], "right") - np.searchsorted(given, key[rows])
    return named.take(np.repeat(rows, np.maximum(most - have, 0)))

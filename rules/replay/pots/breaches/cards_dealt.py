"""Cards: numbers by seat, order of streets, early cards, players dealt in."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import DECK, RANKS, SUITS
from rules.controls.sections.pots import Game
from rules.hands import Flags, Ints
from rules.pot_hands import GAMES, STREETS
from rules.replay.pots.acts.played_acts import BOARD, CARD, DRAW, FLOP_GAME, RUN, UNKNOWN_ROUND, Play
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.breaches.breach_rows import BreachRows, of_acts, of_hands, of_seats

_TURN, _RIVER = STREETS.index("turn"), STREETS.index("river")


def dealing(walk: Walk) -> Iterator[BreachRows]:
    """Faults of dealing, by act and by hand."""
    play = walk.play
    yield from _streets(walk)
    yield from _early(walk)
    yield from _counts(play)
    yield from _below_deck(play)
    yield from _players(play)


def hole_counts(play: Play) -> tuple[Ints, Ints]:
    """(H,) cards dealt face down and face up before the first round; 0: unknown game."""
    first = [each.streets[0] if each is not None else None for each in play.games]
    down = np.array([each.down if each else 0 for each in first])
    up = np.array([each.up if each else 0 for each in first])
    return down[play.pot.game], up[play.pot.game]


def wrong_counts(play: Play) -> Flags:
    """(H, S) seats dealt a wrong recorded number of cards before the first round."""
    down, up = hole_counts(play)
    hole, shown = play.pot.hole_size, play.pot.up_size
    dealt_as = (hole >= 0) & (hole != down[:, None]) | (shown >= 0) & (shown != up[:, None])
    found: Flags = play.dealt & dealt_as & (down + up > 0)[:, None]
    return found


def _counts(play: Play) -> Iterator[BreachRows]:
    """Wrong numbers of cards that were played on: OLY-1.32."""
    down, up = hole_counts(play)
    yield of_seats(play, "wrong_card_count", wrong_counts(play) & (play.hands.void != 1)[:, None], down + up)


def lowest_cards(play: Play) -> Ints:
    """(H,) code of the lowest card of the game's deck."""
    lowest = np.array([RANKS.index(each.deck_from) * len(SUITS) if each else 0 for each in play.games])
    return lowest[play.pot.game]


def _below_deck(play: Play) -> Iterator[BreachRows]:
    """Cards below the ranks of the game's deck: external:short-deck."""
    pot, acts = play.pot, play.acts
    lowest = np.where(play.hands.void == 1, 0, lowest_cards(play))
    if not lowest.any():
        return
    low = [(codes < lowest[:, None, None]).any(axis=2) for codes in (pot.hole, pot.up, pot.held)]
    yield of_seats(play, "card_below_deck", play.dealt & np.logical_or.reduce(low), lowest)
    of_act = lowest[acts.hand]
    found = np.zeros(len(acts), np.bool_)
    for name in ("cards", "up", "down", "burn"):
        cards = acts.cards[name]
        found[cards.act[cards.card < of_act[cards.act]]] = True
    yield of_acts(play, "card_below_deck", found & np.isin(acts.kind, (BOARD, CARD, DRAW)), of_act)
    boards = np.zeros(len(play.dealt), np.bool_)
    boards[pot.boards.hand[pot.boards["card"] < lowest[pot.boards.hand]]] = True
    boards[acts.hand[acts.kind == BOARD]] = False  # the acts show where the cards came from
    yield of_hands("card_below_deck", boards, lowest)


def _players(play: Play) -> Iterator[BreachRows]:
    """Too many dealt in, or one without the minimum bet: OLY-6.7-max, OLY-6.8-max, OLY-6.12-max, OLY-2.14."""
    most = np.array([each.max_players or 10 if each else 10 for each in play.games])[play.pot.game]
    yield of_hands("too_many_players", play.dealt.sum(axis=1) > most, most)
    if play.rules.min_stack is not None:
        least = play.min_bet
        below = play.dealt & (play.stack < least[:, None])
        yield of_seats(play, "dealt_below_minimum", below, least)


def _streets(walk: Walk) -> Iterator[BreachRows]:
    """Streets early, out of order, or with a wrong number of cards. OLY-1.36, OLY-6.1-deal."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    yield of_acts(play, "street_early", met.early & (acts.kind != RUN))
    before = _round_before(play)
    begins = play.begins & (play.round != UNKNOWN_ROUND) & (acts.run <= 1)
    yield of_acts(play, "street_order", begins & (play.round != before + 1) | boards_astray(play))
    size = _board_sizes(play.games)[play.pot.game[acts.hand], acts.street]
    counts = acts.cards["cards"].counts
    board = (acts.kind == BOARD) & (acts.withdrawn != 1) & (acts.face_down != 1) & (acts.street >= 0)
    yield of_acts(play, "board_size", board & (counts >= 0) & (size > 0) & (counts != size), size)


def boards_astray(play: Play) -> Flags:
    """(N,) boards that do not follow their run's last, and streets dealt twice. A run's first follows those that runs share."""
    acts = play.acts
    rows = np.flatnonzero((acts.kind == BOARD) & (acts.withdrawn != 1) & (acts.face_down != 1))
    rows = rows[np.lexsort((acts.run[rows], acts.hand[rows]))]  # of each run in the order of the acts
    before, after = rows[:-1], rows[1:]
    same = (acts.hand[before] == acts.hand[after]) & (acts.run[before] == acts.run[after])
    known = (play.round[before] != UNKNOWN_ROUND) & (play.round[after] != UNKNOWN_ROUND)
    follows = play.round[after] == play.round[before] + 1
    earlier = (acts.run[after] < 1) & (
        play.round[after] < play.round[before]
    )  # not after the round before it
    wrong = after[same & known & ~follows & ~earlier]
    late = _begun_late(play, rows)
    return _only(play, np.concatenate([wrong, late[~np.isin(acts.hand[late], acts.hand[wrong])]]))


def _begun_late(play: Play, rows: Ints) -> Ints:
    """First boards of a hand or run that leave out a street of a flop game. rows: boards by hand and run."""
    acts, rounds = play.acts, np.where(play.round == UNKNOWN_ROUND, 0, play.round)
    hand, run = acts.hand[rows], acts.run[rows]
    shared = np.zeros(len(play.dealt), np.int64)
    np.maximum.at(shared, hand[run < 1], rounds[rows[run < 1]])
    before = np.where(run < 1, 0, shared[hand])
    begins = np.ones(len(rows), np.bool_)
    begins[1:] = (hand[1:] != hand[:-1]) | (run[1:] != run[:-1])
    late: Flags = begins & (rounds[rows] > before + 1) & (play.kind[hand] == FLOP_GAME)
    return rows[late]


def _round_before(play: Play) -> Ints:
    acts = play.acts
    before = np.concatenate([[0], play.round[:-1]]) if len(acts) else play.round
    first = np.concatenate([[True], acts.hand[1:] != acts.hand[:-1]]) if len(acts) else np.zeros(0, np.bool_)
    return np.where(first, 0, before)


def _board_sizes(games: tuple[Game | None, ...]) -> Ints:
    found = np.zeros((len(GAMES), len(STREETS)), np.int64)
    for place, game in enumerate(games):
        for each in game.streets if game else ():
            found[place, STREETS.index(each.name)] = each.board
    return found


def _early(walk: Walk) -> Iterator[BreachRows]:
    """Breaches after an early card, which is reshuffled; the next comes without a burn, or the river is laid
    aside. OLY-1.36, OLY-1.37.
    """
    play, acts = walk.play, walk.play.acts
    rules = play.rules.misdeals.early_card
    taken = np.flatnonzero((acts.kind == BOARD) & (acts.withdrawn == 1))
    for row in taken.tolist():  # a rare event, one at a time
        yield from _after_early(play, row, rules.turn == "river_laid_aside" and acts.street[row] == _TURN)


def _after_early(play: Play, row: int, laid_aside: bool) -> Iterator[BreachRows]:
    acts, rules = play.acts, play.rules.misdeals.early_card
    rest = np.flatnonzero(
        (acts.hand == acts.hand[row]) & (acts.place > acts.place[row]) & (acts.kind == BOARD)
    )
    again = rest[
        (acts.street[rest] == acts.street[row]) & (acts.withdrawn[rest] != 1) & (acts.face_down[rest] != 1)
    ][:1]
    burns = acts.cards["burn"].counts
    yield of_acts(play, "burn_after_early", _only(play, again[(burns[again] > 0) & (not rules.burn)]), 0)
    if rules.reshuffle:
        yield of_acts(play, "no_reshuffle", _only(play, again[acts.reshuffled[again] == 0]))
    if laid_aside:
        yield from _laid_aside(play, row, rest)


def _laid_aside(play: Play, row: int, rest: Ints) -> Iterator[BreachRows]:
    acts = play.acts
    rivers = rest[acts.street[rest] == _RIVER]
    aside = rivers[acts.face_down[rivers] == 1][:1]
    if not len(aside):
        yield of_acts(play, "river_not_laid_aside", _only(play, np.array([row])))
        return
    unburnt = aside[acts.cards["burn"].counts[aside] == 0]  # a card is burnt before it
    yield of_acts(play, "river_not_laid_aside", _only(play, unburnt))
    dealt = rivers[acts.face_down[rivers] != 1][:1]
    first = _card(play, int(aside[0]))
    if len(dealt) and first is not None and _card(play, int(dealt[0])) not in (first, None):
        yield of_acts(play, "river_not_laid_aside", _only(play, dealt), first)


def _card(play: Play, row: int) -> int | None:
    cards = play.acts.cards["cards"]
    at = np.searchsorted(cards.act, row)
    known = cards.counts[row] == 1 and cards.card[at] < len(DECK)
    return int(cards.card[at]) if known else None


def _only(play: Play, rows: Ints) -> Flags:
    where = np.zeros(len(play.acts), np.bool_)
    where[rows] = True
    return where

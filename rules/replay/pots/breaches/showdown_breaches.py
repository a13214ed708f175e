"""Breaches at and after the showdown: wrong order, wins without showing, pots pushed early. OLY-1.39, OLY-1.47-b, OLY-1.48."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.pot_hands import Flags, PotActs
from rules.ragged import Ints, Ragged
from rules.replay.pots.acts.played_acts import BOARD, MUCK, SHOW, Play, acts_of_players
from rules.replay.pots.acts.short_axes import count_of, won_in_any
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.betting.side_pots import MOST_POTS, Layers
from rules.replay.pots.breaches.breach_rows import NO_ACT, NO_SEAT, BreachRows, found, together
from rules.replay.pots.division.pot_settlement import Settled
from rules.times import NOT_RECORDED

_NEVER = np.iinfo(np.int64).max


class Shows(NamedTuple):
    """Hands opened or mucked after the last bet, in log order: N rows."""

    hand: Ints
    place: Ints  # index of the act
    column: Ints  # of the seat
    cards: Ints  # how many were shown, -1: not recorded, or mucked
    mucked: Flags


def shows_at_showdown(acts: PotActs, numbers: NDArray[np.int8]) -> Shows:
    """Shows and mucks after the last act of betting. numbers: (H, S) of seats."""
    last_bet = np.full(len(numbers), -1, np.int64)
    betting = acts_of_players(acts)
    np.maximum.at(last_bet, acts.hand[betting], acts.place[betting])
    opened = (acts.kind == SHOW) | (acts.kind == MUCK)
    rows = np.flatnonzero(opened & (acts.place > last_bet[acts.hand]))
    row, column = np.nonzero(numbers[acts.hand[rows]] == acts.seat[rows][:, None])
    rows = rows[row]
    shown = acts.cards["cards"].counts[rows].astype(np.int64)
    mucked = acts.kind[rows] == MUCK
    return Shows(acts.hand[rows], acts.place[rows], column, np.where(mucked, np.int64(-1), shown), mucked)


def mucked_away(shows: Shows, still_in: Flags) -> Flags:
    """(H, S) seats that mucked while another was left. The last one left has won and needs no cards."""
    found = np.zeros(still_in.shape, np.bool_)
    rows = np.flatnonzero(shows.mucked & still_in[shows.hand, shows.column])
    left = count_of(still_in).astype(np.int64)
    for each in _one_of_each_hand(shows.hand[rows]):
        hand, column = shows.hand[rows[each]], shows.column[rows[each]]
        folds = (left[hand] > 1) & ~found[hand, column]
        found[hand[folds], column[folds]] = True
        left[hand[folds]] -= 1
    return found


def showing_down(walk: Walk, came: HandOutcome, settled: Settled) -> Iterator[BreachRows]:
    """Seats that opened early, winners that mucked or did not show everything, pots pushed out of order."""
    play = walk.play
    numbers, awards = play.hands.seat, play.pot.awards
    shows = shows_at_showdown(play.acts, numbers)
    yield _out_of_order(settled.show_order, shows, ~walk.all_in_early, numbers)
    yield _not_tabled(settled, shows, _hole_cards(play), numbers)
    yield _mucked_winners(came, settled.pots, awards, numbers)
    if play.rules.pots.award_order == "last_first":
        yield _pushed_too_early(awards, len(play.hands))


def _out_of_order(
    order: NDArray[np.int8], shows: Shows, tested: Flags, numbers: NDArray[np.int8]
) -> BreachRows:
    """Seats that opened early. order (H, S): columns as due to show. tested (H,): false after an early all-in."""
    turn = np.full(order.shape, order.shape[1], np.int64)  # (H, S) by column
    hand, place = np.nonzero(order >= 0)
    turn[hand, order[hand, place]] = place
    due_to_show = turn < order.shape[1]
    rows = np.flatnonzero(tested[shows.hand] & due_to_show[shows.hand, shows.column])
    parts: list[BreachRows] = []
    for row in _one_of_each_hand(shows.hand[rows]):
        at = rows[row]
        hands, columns = shows.hand[at], shows.column[at]
        first = np.where(due_to_show[hands], turn[hands], order.shape[1]).argmin(axis=1)
        wrong = (first != columns) & due_to_show[hands, columns]
        due_to_show[hands, columns] = False
        hands, columns, first = hands[wrong], columns[wrong], first[wrong]
        seats, due = _number(numbers, hands, columns), _number(numbers, hands, first)
        parts.append(found("show_order", hands, shows.place[at[wrong]], seats, due))
    return together(parts)


def _number(numbers: NDArray[np.int8], hand: Ints, column: Ints) -> Ints:
    found: Ints = numbers[hand, column].astype(np.int64)
    return found


def _one_of_each_hand(hand: Ints) -> list[Ints]:
    """Rows of ascending hands (n,) in parts: each hand's first row, then its second, and so on."""
    if not len(hand):
        return []
    starts = np.flatnonzero(np.diff(hand, prepend=-1))
    nth = np.arange(len(hand)) - np.repeat(starts, np.diff(starts, append=len(hand)))
    return [np.flatnonzero(nth == each) for each in range(int(nth.max()) + 1)]


def _not_tabled(settled: Settled, shows: Shows, hole: Ints, numbers: NDArray[np.int8]) -> BreachRows:
    won = settled.won
    wins = np.asarray((won_in_any(won.won) & won.contested[:, :, None]).any(axis=1))
    shown = np.zeros(numbers.shape, np.int64)
    last = np.full(numbers.shape, NO_ACT, np.int64)
    rows = np.flatnonzero((shows.cards >= 0) & wins[shows.hand, shows.column])
    np.add.at(shown, (shows.hand[rows], shows.column[rows]), shows.cards[rows])
    np.maximum.at(last, (shows.hand[rows], shows.column[rows]), shows.place[rows])
    hand, column = np.nonzero((last >= 0) & (shown < hole[:, None]))
    return found("not_tabled", hand, last[hand, column], _number(numbers, hand, column), hole[hand])


def _hole_cards(play: Play) -> Ints:
    dealt = [sum(each.down - each.discards for each in game.streets) if game else 0 for game in play.games]
    last = [game.streets[-1].down if game and game.common_last else 0 for game in play.games]
    common = np.zeros(len(play.dealt), np.bool_)
    common[play.acts.hand[play.acts.kind == BOARD]] = True
    found: Ints = np.array(dealt)[play.pot.game] - np.where(common, np.array(last)[play.pot.game], 0)
    return found


def _mucked_winners(
    outcome: HandOutcome, pots: Layers, awards: Ragged, numbers: NDArray[np.int8]
) -> BreachRows:
    rows = np.flatnonzero(awards["amount"] > 0)
    row, column = np.nonzero(numbers[awards.hand[rows]] == awards["seat"][rows][:, None])
    hand, pot = awards.hand[rows[row]], awards["pot"][rows[row]]
    known = pots.seats_known[hand] & (pot < pots.count[hand])
    of_pot = pots.eligible[hand, np.where(known, pot, 0)].sum(axis=1)
    others = np.where(known, of_pot, outcome.still_in[hand].sum(axis=1)) > 1
    wrong = others & outcome.mucked[hand, column]
    each = np.unique(hand[wrong] * numbers.shape[1] + column[wrong])
    hand, column = np.divmod(each, numbers.shape[1])
    return found("mucked_winner", hand, NO_ACT, _number(numbers, hand, column))


def _pushed_too_early(awards: Ragged, hands: int) -> BreachRows:
    rows = np.flatnonzero((awards["order"] != NOT_RECORDED) & (awards["pot"] < MOST_POTS))
    hand, pot, order = awards.hand[rows], awards["pot"][rows], awards["order"][rows]
    first, last = np.full((hands, MOST_POTS), _NEVER), np.full((hands, MOST_POTS), -_NEVER)
    np.minimum.at(first, (hand, pot), order)
    np.maximum.at(last, (hand, pot), order)
    of_later = np.maximum.accumulate(last[:, ::-1], axis=1)[:, ::-1]
    early = np.flatnonzero((first[:, :-1] < of_later[:, 1:]).any(axis=1))
    ordered = ((first < _NEVER) << np.arange(MOST_POTS)).sum(axis=1)  # pots as bits
    return found("award_order", early, NO_ACT, NO_SEAT, ordered[early])

"""Jackpots of a hand: bad beats and royal flushes in showdowns that meet the drop's conditions (OLY-4).

Odd cents go one each by seat number.
"""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.cards import JOKER, RANKS, UNKNOWN, masks
from rules.controls.sections.pots import BadBeat, Game, PotJackpots, RoyalFlush, Threshold
from rules.pot_hands import GAMES, Flags
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, count_of
from rules.replay.pots.betting.hand_outcome import Circumstances, HandOutcome
from rules.replay.pots.division.rake_and_drop import BP, PotFeesDue, players
from rules.replay.pots.showdown.compared_hands import ComparedHands, Games, cards_of, own_cards, with_board
from rules.replay.pots.showdown.five_card_strengths import best_with_own
from rules.replay.pots.showdown.pot_winners import Winners
from rules.replay.pots.showdown.ranking_orders import NONE, order_of
from rules.times import NOT_RECORDED

_BASE_GAMES = {"watermelon": "holdem", "sviten": "omaha5"}  # AMB-OLY-bbj-nogame
_HIGHS = ("high", "soko", "soko_equal", "short_deck")
_ROYALS = [sum(1 << (rank * 4 + suit) for rank in range(8, 13)) for suit in range(4)]


class PotJackpotDue(Struct, frozen=True, eq=False, dict=True):
    """One jackpot in H hands of S seats."""

    known: Flags  # (H,) false where a hand that nobody saw could have hit it
    losers: Flags  # (H, S) none of a royal flush
    winners: Flags  # (H, S) none where it was not hit
    amount: Ints  # (H,) NOT_RECORDED where no level is on record
    payouts: Ints  # (H, S)

    @cached_property
    def hit(self) -> Flags:
        """(H,) hands that hit it."""
        return any_of(self.winners)


class Jackpots(Struct, frozen=True, eq=False):
    """Jackpots of a ruleset; None: it lacks this one."""

    bad_beat: PotJackpotDue | None
    royal_flush: PotJackpotDue | None


def jackpots(
    outcome: HandOutcome,
    under: Circumstances,
    compared: ComparedHands,
    won: Winners,
    due: PotFeesDue,
    rules: PotJackpots | None,
    games: Games,
) -> Jackpots:
    """Jackpots that hands hit, with the amount due to each seat."""
    if rules is None:
        return Jackpots(None, None)
    open_to = due.street & (players(outcome, under, rules.counts) >= rules.min_players)
    beat = royal = None
    if rules.bad_beat is not None:
        beat = _bad_beat(outcome, under, compared, won, open_to, rules, rules.bad_beat, games)
    if rules.royal_flush is not None:
        royal = _royal_flush(outcome, under, open_to, rules, rules.royal_flush, games)
    return Jackpots(*(_as_far_as_known(each, outcome, under) for each in (beat, royal)))


def _as_far_as_known(
    jackpot: PotJackpotDue | None, outcome: HandOutcome, under: Circumstances
) -> PotJackpotDue | None:
    if jackpot is None or outcome.streets_known is None:
        return jackpot
    return replace(jackpot, known=jackpot.known & (outcome.streets_known | ~under.jackpots | under.void))


def _bad_beat(
    outcome: HandOutcome,
    under: Circumstances,
    compared: ComparedHands,
    won: Winners,
    open_to: Flags,
    rules: PotJackpots,
    beat: BadBeat,
    games: Games,
) -> PotJackpotDue:
    hands, seats = outcome.dealt.shape
    known = np.ones(hands, np.bool_)
    losers, winning = np.zeros((hands, seats), np.bool_), np.zeros((hands, seats), np.bool_)
    open_to = open_to & compared.contested[:, 0]
    for code in np.unique(under.game[open_to]):
        name = GAMES[code]
        threshold = _threshold(beat, name)
        if threshold is None or name not in games:
            continue
        rows = np.flatnonzero(open_to & (under.game == code))
        half = _half_of_bad_beat(games[name])
        for run in range(1 if rules.runs == "first_run" else outcome.board.shape[1]):
            rows = rows[(outcome.runs[rows] > run) & ~any_of(winning[rows])]
            strength = compared.strengths[rows, run, half]
            contender = compared.contenders[rows, 0]
            high = contender & (strength >= _least(games[name].halves[half].order, threshold))
            unseen = contender & (strength == NONE)
            known[rows] &= won.known[rows, 0] | ((high | unseen).sum(axis=1) < 2)
            took = won.won[rows, 0, run, half]
            near = rows[(high & ~took).any(axis=1) & won.known[rows, 0]]
            found = _beaten(outcome, compared, won, near, (run, half), rules, beat, games[name], threshold)
            losers[near], winning[near] = found
    return _paid_beat(beat, under, outcome, known, losers, winning)


def _half_of_bad_beat(game: Game) -> int:
    return next((place for place, half in enumerate(game.halves) if half.name == "omaha"), 0)


def _beaten(
    outcome: HandOutcome,
    compared: ComparedHands,
    won: Winners,
    hands: Ints,
    place: tuple[int, int],
    rules: PotJackpots,
    beat: BadBeat,
    game: Game,
    threshold: Threshold,
) -> tuple[Flags, Flags]:
    """(n, S) losers and winners of a bad beat in one run, where a high hand lost."""
    run, half = place
    strength = compared.strengths[hands, run, half]
    own = _own_cards_play(outcome, game, half, hands, run, strength, rules.own_cards)
    took = won.won[hands, 0, run, half]
    least = _least(game.halves[half].order, threshold)
    losers = compared.contenders[hands, 0] & ~took & own & (strength >= least)
    winning = took & own
    if beat.losers == "best_rank":
        losers &= strength == np.where(losers, strength, NONE).max(axis=1, keepdims=True, initial=NONE)
    hit = losers.any(axis=1) & any_of(winning)
    return losers & hit[:, None], winning & hit[:, None]


def _own_cards_play(
    outcome: HandOutcome, game: Game, half: int, hands: Ints, run: int, strength: np.ndarray, least: int
) -> Flags:
    """(n, S) where the best hand can use ``least`` own cards; true where a game fixes their use."""
    each = game.halves[half]
    plays = np.ones(strength.shape, np.bool_)
    if each.use == "two" or not with_board(game, each):
        return plays
    row, seat = np.nonzero(strength > NONE)
    cards, own = cards_of(outcome, game, each, hands[row], seat, run)
    plays[row, seat] = best_with_own(order_of(each.order), cards, own, least) == strength[row, seat]
    return plays


def _threshold(beat: BadBeat, name: str) -> Threshold | None:
    names = [name] if beat.no_game == "none" else [name, _BASE_GAMES.get(name, name)]
    return next((each for game in names for each in beat.threshold if game in each.games), None)


@cache
def _least(order: str, threshold: Threshold) -> int:
    rank = RANKS.index(threshold.rank)
    others = [each for each in range(len(RANKS)) if each != rank]
    if threshold.hand == "quads":
        sets = [(*_of(rank, 4), other * 4) for other in others]
    elif threshold.hand == "full_house":
        pairs = others if threshold.over is None else [RANKS.index(threshold.over)]
        sets = [(*_of(rank, 3), *_of(pair, 2)) for pair in pairs]
    elif threshold.hand == "straight_flush":
        sets = [tuple((low % len(RANKS)) * 4 for low in range(rank - 4, rank + 1))]
    else:
        below = [four for four in ((0, 1, 2, 3), (0, 1, 2, 4)) if four[-1] < rank]
        sets = [(rank * 4, *(each * 4 for each in four)) for four in below]
    return order_of(order).lowest_of(sets)


def _of(rank: int, count: int) -> tuple[int, ...]:
    return tuple(rank * 4 + suit for suit in range(count))


def _paid_beat(
    beat: BadBeat, under: Circumstances, outcome: HandOutcome, known: Flags, losers: Flags, winning: Flags
) -> PotJackpotDue:
    payouts = np.zeros(losers.shape, np.int64)
    amount = np.zeros(len(known), np.int64)
    hands = np.flatnonzero(any_of(winning))
    level = under.level[hands]
    there = level != NOT_RECORDED
    base = np.where(there, level, 0)
    pool = base if beat.base == "whole" else base * beat.pool_bp // BP
    to_loser, to_winner = pool * beat.loser_bp // BP, pool * beat.winner_bp // BP
    table = {
        "all_seats": under.seated[hands],
        "others_only": under.seated[hands] & ~losers[hands] & ~winning[hands],
        "dealt_in": outcome.dealt[hands],
    }[beat.table]
    payouts[hands] = (
        shares(to_loser, losers[hands])
        + shares(to_winner, winning[hands])
        + shares(pool - to_loser - to_winner, table)
    )
    amount[hands] = np.where(there, pool, NOT_RECORDED)
    return PotJackpotDue(known, losers, winning, amount, payouts)


def shares(amounts: Ints, seats: Flags) -> Ints:
    """(n, S) equal shares of amounts (n,); odd cents one each by seat number."""
    count = np.maximum(seats.sum(axis=1), 1)
    base, left = amounts // count, amounts % count
    place = np.cumsum(seats, axis=1) - 1
    return np.where(seats, base[:, None] + (place < left[:, None]), 0)


def _royal_flush(
    outcome: HandOutcome,
    under: Circumstances,
    open_to: Flags,
    rules: PotJackpots,
    royal: RoyalFlush,
    games: Games,
) -> PotJackpotDue:
    hands, seats = outcome.dealt.shape
    able = outcome.still_in & ~(outcome.mucked | outcome.cannot_win)
    if royal.needs == "must_be_shown" and outcome.shown is not None:
        able &= outcome.shown
    else:
        able &= (count_of(outcome.still_in) > 1)[:, None]
    able &= open_to[:, None]
    known, holders = np.ones(hands, np.bool_), np.zeros((hands, seats), np.bool_)
    for code in np.unique(under.game[any_of(able)]):
        if GAMES[code] not in games:
            continue
        rows = np.flatnonzero(any_of(able) & (under.game == code))
        for run in range(1 if rules.runs == "first_run" else outcome.board.shape[1]):
            rows = rows[(outcome.runs[rows] > run) & ~holders[rows].any(axis=1)]
            held, possible = _royals(outcome, games[GAMES[code]], rows, run, rules.own_cards)
            holders[rows] = held & able[rows]
            known[rows] &= ~(possible & able[rows]).any(axis=1)
    return _paid_royal(royal, under, known, holders)


def _royals(outcome: HandOutcome, game: Game, hands: Ints, run: int, least: int) -> tuple[Flags, Flags]:
    halves = [half for half in game.halves if half.order in _HIGHS] or game.halves[:1]
    uses = {half.use if with_board(game, half) else "all" for half in halves}
    own = outcome.own[hands]
    last = own_cards(game) - 1 - game.common_last
    own_mask, unknown = masks(own), (own == UNKNOWN).any(axis=2) | (own[:, :, last] >= JOKER)
    board = masks(outcome.board[hands, run])[:, None]
    held, possible = np.zeros(own_mask.shape, np.bool_), np.zeros(own_mask.shape, np.bool_)
    for suit in _ROYALS:
        royal = np.uint64(suit)
        whole = ((own_mask | board) & royal) == royal
        of_own, of_board = np.bitwise_count(own_mask & royal), np.bitwise_count(board & royal)
        if "any" in uses:
            held |= whole & (of_own >= least)
            possible |= of_board + least >= 5
        if "two" in uses:
            held |= whole & (of_own >= 2) & (of_board >= 3)
            possible |= of_board >= 3
        if "all" in uses:
            held |= whole & (game.common_last | (of_own == 5))
            possible |= np.bool_(True)
    return held, possible & unknown & ~held


def _paid_royal(royal: RoyalFlush, under: Circumstances, known: Flags, holders: Flags) -> PotJackpotDue:
    count = holders.sum(axis=1)
    there = under.level != NOT_RECORDED
    level = np.where(there, under.level, 0)
    each = np.where(level < royal.below_level, level * royal.below_bp // BP, royal.money)
    amount = np.where(count > 0, each * (count if royal.several == "each" else 1), 0)
    payouts = shares(np.where(there, amount, 0), holders)
    return PotJackpotDue(
        known, np.zeros_like(holders), holders, np.where(there | (count == 0), amount, NOT_RECORDED), payouts
    )

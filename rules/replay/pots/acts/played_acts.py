"""Acts of pot hands made ready: columns, streets, rounds of betting, stakes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.controls.sections.pots import Game, PotGame
from rules.hands import Hands, Ints
from rules.pot_hands import ACTS, GAMES, LIMITS, POSTS, STREETS, PotActs, PotHands
from rules.times import NOT_RECORDED

Flags = NDArray[np.bool_]

(
    POST, FOLD, CHECK, CALL, BET, RAISE, COMPLETE, TAKE_BACK, RETURN, CHANGE, BOARD, CARD, DISCARD, DRAW, RUN, SHOW, MUCK,
    ADD, CLOCK,
) = range(len(ACTS))  # fmt: skip
(
    SMALL_BLIND, BIG_BLIND, STRADDLE, NEW_PLAYER, MISSED_BIG, EXTRA, BRING_IN, ANTE, MISSED_SMALL, DEAD, TABLE_ANTE,
) = range(len(POSTS))  # fmt: skip
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(len(LIMITS))
FLOP_GAME, STUD_GAME, DRAW_GAME = range(3)
NO_SEAT = -1
UNKNOWN_ROUND = -1
PLENTY = 10**15  # chips of a seat whose stack was not recorded: more than any amount of a log

_KINDS = {"flop": FLOP_GAME, "stud": STUD_GAME, "draw": DRAW_GAME}
_BEGINS = np.isin(np.arange(len(ACTS)), [BOARD, CARD, DRAW])


class Play(Struct, frozen=True, eq=False):
    """A block of pot hands ready to be followed. H hands, S seats, N acts."""

    hands: Hands
    pot: PotHands
    rules: PotGame
    acts: PotActs
    games: tuple[Game | None, ...]  # by position in GAMES; None: the ruleset does not deal it
    column: Ints  # (N,) the column of each act's seat, NO_SEAT: none
    round: Ints  # (N,) which round of betting is played: position among the game's streets; UNKNOWN_ROUND: not one of them
    begins: Flags  # (N,) a card, a board or a draw that begins a round of betting
    kind: Ints  # (H,) FLOP_GAME, STUD_GAME or DRAW_GAME
    limit: Ints  # (H,) position in LIMITS, -1: not recorded, so that no size of a raise can be tested
    rounds: Ints  # (H,) rounds of betting that the game has
    fourth_street: (
        Ints  # (H,) the round in which a pair that shows allows the big bet; UNKNOWN_ROUND: none does
    )
    low_shows: Flags  # (H,) in a stud game the lowest cards that show act first
    dealt: Flags  # (H, S)
    stack: Ints  # (H, S) chips to play with: the stack, no more than the cap; PLENTY where it is not known
    big_blind: Ints  # (H,) 0: not known
    min_bet: Ints  # (H,) the smallest opening bet; 0: not known
    small_bet: Ints  # (H,)
    big_bet: Ints  # (H,)
    dealer: Ints  # (H,) the button's seat number, NOT_RECORDED: not known

    def stakes(self, name: str) -> Ints:
        """(H,) a stake of the table; 0 where unrecorded."""
        return known(self.pot.stakes[name])

    def game(self, name: str) -> Flags:
        found: Flags = self.pot.game == GAMES.index(name)
        return found


def acts_of_players(acts: PotActs) -> Flags:
    """(N,) folds, checks, calls, bets and raises, without folds by the dealer, the floor or the time."""
    betting: Flags = (acts.kind >= FOLD) & (acts.kind <= COMPLETE)
    return betting & ~killed(acts)


def killed(acts: PotActs) -> Flags:
    """(N,) hands folded by somebody else."""
    found: Flags = (acts.kind == FOLD) & (acts.by >= 0)
    return found


def known(values: Ints, otherwise: int | Ints = 0) -> Ints:
    """Recorded values, else ``otherwise``."""
    return np.where(values == NOT_RECORDED, otherwise, values)


def play_of(hands: Hands, rules: PotGame) -> Play:
    """Make a block of pot hands ready. A game that the ruleset does not deal is followed as hold'em."""
    pot = hands.pot
    assert pot is not None
    games = tuple(rules.games.get(name) for name in GAMES)
    kinds = np.array([_KINDS[each.kind] if each else FLOP_GAME for each in games])
    column = _columns(hands, pot.acts)
    street, begins = _streets(pot.acts, len(hands))
    rounds = _rounds(games)[pot.game[pot.acts.hand], street]
    big_blind = known(pot.stakes["big_blind"])
    small_bet = known(pot.stakes["small_bet"], big_blind)
    kind = kinds[pot.game]
    return Play(
        hands=hands, pot=pot, rules=rules, acts=pot.acts, games=games, column=column, round=rounds,
        begins=begins & (rounds != 0), kind=kind, limit=pot.limit.astype(np.int64),
        rounds=_by_game(games, _count_rounds)[pot.game],
        fourth_street=_fourth_streets(games, rules)[pot.game], low_shows=_by_game(games, _low)[pot.game] == 1,
        dealt=hands.present & ~pot.missed, stack=_stacks(hands, pot), big_blind=big_blind,
        min_bet=known(pot.stakes["min_bet"], big_blind), small_bet=small_bet,
        big_bet=known(pot.stakes["big_bet"], 2 * small_bet), dealer=hands.dealer,
    )  # fmt: skip


def _columns(hands: Hands, acts: PotActs) -> Ints:
    by_number = np.full((len(hands), 11), NO_SEAT, np.int64)
    hand, column = np.nonzero(hands.present)
    by_number[hand, hands.seat[hand, column]] = column
    return by_number[acts.hand, acts.seat]


def _stacks(hands: Hands, pot: PotHands) -> Ints:
    cap = known(pot.stakes["cap"], PLENTY)
    return np.minimum(known(hands.stack, PLENTY), cap[:, None])


def _streets(acts: PotActs, hands: int) -> tuple[Ints, Flags]:
    """(N,) the street at each act, and acts that begin a street's betting. A withdrawn card begins nothing."""
    names = _BEGINS[acts.kind] & (acts.street >= 0) & (acts.withdrawn != 1) & (acts.face_down != 1)
    marked = np.where(names, np.arange(len(acts)), -1)
    last = np.maximum.accumulate(marked) if len(acts) else marked
    first = np.searchsorted(acts.hand, np.arange(hands))
    in_hand = last >= first[acts.hand] if len(acts) else names
    street = np.where(in_hand, acts.street[last], -1).astype(np.int64)
    before = np.concatenate([[-1], street[:-1]]) if len(acts) else street
    before[first[first < len(acts)]] = -1
    return street, names & (street != before)


def _by_game(games: tuple[Game | None, ...], fact: Callable[[Game], int]) -> Ints:
    """(games,) a fact of each game; UNKNOWN_ROUND where the ruleset does not deal it."""
    return np.array([UNKNOWN_ROUND if each is None else fact(each) for each in games])


def _count_rounds(game: Game) -> int:
    return len(game.streets)


def _fourth_streets(games: tuple[Game | None, ...], rules: PotGame) -> Ints:
    if rules.betting.stud.fourth_street_pair != "small_or_big":
        return np.full(len(games), UNKNOWN_ROUND)
    return _by_game(games, _pair_round)


def _pair_round(game: Game) -> int:
    """Fourth street of seven-card stud high: external:RROP-stud."""
    names = [each.name for each in game.streets]
    high = [each.order for each in game.halves] == ["high"]
    return 1 if game.kind == "stud" and high and names[1:2] == ["fourth"] else UNKNOWN_ROUND


def _low(game: Game) -> int:
    return int(game.halves[0].order == "ace_to_five")


def _rounds(games: tuple[Game | None, ...]) -> Ints:
    found = np.full((len(games), len(STREETS) + 1), UNKNOWN_ROUND, np.int64)
    for place, game in enumerate(games):
        if game is not None:
            found[place, [STREETS.index(each.name) for each in game.streets]] = np.arange(len(game.streets))
    found[:, -1] = 0
    return found

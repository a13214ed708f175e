"""Columns of hands of pot games alone.

Acts are ragged rows in log order; their cards, chips and seats are rows with the act's position.
"""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules import pot_words
from rules.one_value import taken
from rules.ragged import Ints, Ragged, renumbered

Flags = NDArray[np.bool_]
Small = NDArray[np.int8]

# The positions of words in columns.
GAMES: tuple[str, ...] = get_args(pot_words.GameName)
LIMITS: tuple[str, ...] = get_args(pot_words.LimitName)
MIXES: tuple[str, ...] = get_args(pot_words.MixName)
STREETS: tuple[str, ...] = get_args(pot_words.StreetName)
POSTS: tuple[str, ...] = get_args(pot_words.PostKind)
SAID: tuple[str, ...] = get_args(pot_words.Said)
BY: tuple[str, ...] = get_args(pot_words.By)
HALVES: tuple[str, ...] = get_args(pot_words.HalfName)
CHARGES: tuple[str, ...] = get_args(pot_words.Charge)
STAKES = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "chip", "cap")
ACTS = (
    "post", "fold", "check", "call", "bet", "raise", "complete", "take_back", "return", "change", "board", "card",
    "discard", "draw", "run", "show", "muck", "add", "clock",
)  # fmt: skip
ACT_CARDS = (
    "cards",
    "up",
    "down",
    "burn",
    "discard",
    "offered",
)  # what an act may list; `cards` of whatever act


class ActCards(Struct, frozen=True, eq=False):
    """Cards in one field of acts: C cards, N acts."""

    counts: NDArray[np.int16]  # (N,) cards, -1: the field was not recorded
    act: Ints  # (C,) position of the act, ascending
    card: NDArray[np.uint8]  # (C,) codes

    def take(self, chosen: Ints, place: Ints) -> ActCards:
        """Cards of the acts ``chosen``; ``place``: new position, -1: dropped."""
        rows, act = _moved(self.act, place)
        return ActCards(taken(self.counts, chosen), act, self.card[rows])


class PotActs(Struct, frozen=True, eq=False):
    """Acts of a block in log order: N acts. Unrecorded: NOT_RECORDED, or -1 in positions and flags."""

    hand: Ints  # (N,) position in the block, ascending
    place: Ints  # (N,) index in the hand's list, from 0: how findings name an act
    kind: Small  # (N,) position in ACTS
    seat: Small  # (N,) the seat's number; 0: none (a card to the board, a run)
    amount: Ints  # (N,) `to` of betting acts, `amount` of the others that have one, `times` of a run
    post: Small  # (N,) position in POSTS
    street: Small  # (N,) position in STREETS
    run: Ints  # (N,) the run that a board belongs to
    at: Ints  # (N,) microseconds since the epoch
    by: Small  # (N,) position in BY; -1: the player's own doing
    said: Small  # (N,) position in SAID
    said_to: Ints  # (N,)
    all_in: Small  # (N,) flag
    out_of_turn: Small  # (N,) flag
    withdrawn: Small  # (N,) flag
    face_down: Small  # (N,) flag
    reshuffled: Small  # (N,) flag
    called_by: Small  # (N,) seat number of who called the clock; 0: not recorded
    acted_at: Ints  # (N,) microseconds since the epoch
    cards: dict[str, ActCards]  # by name in ACT_CARDS
    chips: Ragged  # act, motion (from 0), chip; ``hand`` is the hand's position. Rows in the order of the log
    chips_recorded: Flags  # (N,)
    agreed: Ragged  # act, seat: the seats that agreed to a run
    agreed_recorded: Flags  # (N,)

    def __len__(self) -> int:
        return len(self.hand)

    def take(self, which: Ints, size: int) -> PotActs:
        """Acts of hands ``which`` of ``size``, renumbered."""
        hand, kept = renumbered(self.hand, which, size)
        order = np.argsort(hand, kind="stable")
        chosen = np.flatnonzero(kept)[order]
        place = np.full(len(self.hand), -1, np.int64)
        place[chosen] = np.arange(len(chosen))
        changed: dict[str, Any] = {}
        for each in self.__struct_fields__:
            value = getattr(self, each)
            if isinstance(value, np.ndarray):
                changed[each] = taken(value, chosen)
            elif isinstance(value, Ragged):
                rows, act = _moved(value["act"], place)
                columns = {name: column[rows] for name, column in value.columns.items()} | {"act": act}
                changed[each] = Ragged(hand[order][act], columns)
            else:
                changed[each] = {name: cards.take(chosen, place) for name, cards in value.items()}
        return PotActs(**(changed | {"hand": hand[order]}))


def _moved(act: Ints, place: Ints) -> tuple[Ints, Ints]:
    """Rows of kept acts in the new order, and the acts' new positions."""
    moved = place[act]
    rows = np.flatnonzero(moved >= 0)
    rows = rows[np.argsort(moved[rows], kind="stable")]
    return rows, moved[rows]


class PotHands(Struct, frozen=True, eq=False):
    """Columns of hands of pot games. H hands, S seats. Stakes, game and limit are the hand's, else of its `terms`."""

    game: Small  # (H,) position in GAMES
    limit: Small  # (H,) position in LIMITS, -1: not recorded
    mix: Small  # (H,) position in MIXES, -1: none
    stakes: dict[str, Ints]  # by name in STAKES: (H,)
    charge: Small  # (H,) position in CHARGES, -1: not recorded
    special_rake: Small  # (H,) flag
    jackpot: Small  # (H,) flag: whether the table takes part in the jackpots
    run_twice: Small  # (H,) flag: offered at this table whatever the blinds
    shuffled_at: Ints  # (H,) microseconds since the epoch
    house_money: Ints  # (H,) chips that the house put into the pot; NOT_RECORDED: none on record
    reached: Small  # (H,) position in STREETS, -1: not recorded
    missed: Flags  # (H, S) holds the seat, not dealt
    here: Small  # (H, S) flag `present`
    hole: NDArray[np.uint8]  # (H, S, 6) codes; NO_CARD beyond the cards
    hole_size: NDArray[np.int16]  # (H, S) -1: not recorded; above 6 the rest is not kept
    up: NDArray[np.uint8]  # (H, S, 5) codes
    up_size: NDArray[np.int16]  # (H, S)
    held: NDArray[np.uint8]  # (H, S, 8) codes of `cards`
    held_size: NDArray[np.int16]  # (H, S)
    live_in: Ints  # (H, S)
    dead_in: Ints  # (H, S)
    folded: Small  # (H, S) flag
    mucked: Small  # (H, S) flag
    cash_out: Ints  # (H, S) the amount
    cash_out_fee: Ints  # (H, S)
    acts: PotActs
    acts_recorded: Flags  # (H,)
    boards: Ragged  # run (from 1), card (code): the full boards
    boards_recorded: Flags  # (H,)
    pots: Ragged  # place, pot, amount: as the room settled them; eligible, awards: how many, NOT_RECORDED: not recorded
    pots_recorded: Flags  # (H,)
    eligible: Ragged  # place (of the pot in the hand's list, from 0), pot, seat
    awards: Ragged  # place, pot, seat, amount, run, half (position in HALVES, -1), order
    fee_pots: Ints  # (F,) the pot of each row of the block's fees, NOT_RECORDED: not recorded
    irregularity_acts: Ints  # (I,) how many acts had happened, of each row of the block's irregularities

    def take(self, which: Ints, fee_hands: Ints, irregularity_hands: Ints) -> PotHands:
        """Hands at positions. fee_hands, irregularity_hands: of the block."""
        size = len(self.game)
        changed: dict[str, Any] = {}
        for each in self.__struct_fields__:
            value = getattr(self, each)
            if isinstance(value, np.ndarray):
                changed[each] = taken(value, which) if len(value) == size else value
            elif isinstance(value, dict):
                changed[each] = {name: column[which] for name, column in value.items()}
            else:
                changed[each] = value.take(which, size)
        changed["fee_pots"] = self.fee_pots[renumbered(fee_hands, which, size)[1]]
        changed["irregularity_acts"] = self.irregularity_acts[renumbered(irregularity_hands, which, size)[1]]
        return PotHands(**changed)

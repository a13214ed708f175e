"""Seats' cards at the end, and boards: from the deal, the acts and shown cards."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import DECK, NO_CARD, UNKNOWN, masks
from rules.hands import Flags, Ints
from rules.pot_hands import STREETS, ActCards
from rules.replay.pots.acts.played_acts import BOARD, CARD, DISCARD, DRAW, MUCK, SHOW, Play
from rules.times import NOT_RECORDED

MOST_OWN = 8  # cards of a seat
BOARD_SIZE = 5
MOST_RUNS = 10  # that are worked out; a deck has cards for no more

Masks = NDArray[np.uint64]


class HoldingMoments(Struct, frozen=True, eq=False):
    """Cards of seats just before acts that give, take or show cards: R acts, in log order."""

    row: Ints  # (R,) position of the act among those of the block
    known: Masks  # (R,) the cards that the seat is known to have held
    unknown: Ints  # (R,) how many other cards it held


class Holding:
    """Cards of H hands with S seats as bits, and numbers of unknown ones."""

    moments: HoldingMoments

    def __init__(self, play: Play) -> None:
        self._play = play
        pot = play.pot
        self.known: Masks = masks(pot.hole) | masks(pot.up)
        self.unknown = self._not_dealt_on_record() + _unrecorded(pot.hole) + _unrecorded(pot.up)
        self._follow()
        self._shown()
        stated = pot.held_size >= 0
        self.known = np.where(stated, masks(pot.held), self.known)
        self.unknown = np.where(stated, _unrecorded(pot.held), self.unknown)

    @classmethod
    @lru_cache(maxsize=1)
    def of(cls, play: Play) -> Holding:
        """Cards of a block, cached for the outcome and a check of shown cards."""
        return cls(play)

    def codes(self) -> NDArray[np.uint8]:
        """(H, S, 8) cards, lowest first, then UNKNOWN ones, then NO_CARD."""
        left = self.known.copy()
        out = np.full((*left.shape, MOST_OWN), NO_CARD, np.uint8)
        for place in range(MOST_OWN):
            lowest = left & (~left + np.uint64(1))
            some = lowest != 0
            out[some, place] = np.log2(lowest[some].astype(np.float64)).astype(np.uint8)
            left ^= lowest
        count = (out != NO_CARD).sum(axis=2)
        places = np.arange(MOST_OWN)
        hidden = (places >= count[:, :, None]) & (places < (count + self.unknown)[:, :, None])
        return np.where(hidden, np.uint8(UNKNOWN), out)

    def _not_dealt_on_record(self) -> Ints:
        play = self._play
        first = [each.streets[0] if each else None for each in play.games]
        down = np.array([each.down if each else 1 for each in first])[play.pot.game][:, None]
        up = np.array([each.up if each else 0 for each in first])[play.pot.game][:, None]
        missing = np.where(play.pot.hole_size < 0, down, 0) + np.where(play.pot.up_size < 0, up, 0)
        return np.where(play.dealt, missing, 0)

    def _follow(self) -> None:
        play, acts = self._play, self._play.acts
        rows = np.flatnonzero(np.isin(acts.kind, (CARD, DISCARD, DRAW, SHOW, MUCK)))
        self.moments = HoldingMoments(rows, np.zeros(len(rows), np.uint64), np.zeros(len(rows), np.int64))
        if not len(rows):
            return
        gained = {name: act_masks(acts.cards[name], rows) for name in ("cards", "up", "down", "discard")}
        hidden = {name: act_unknown(acts.cards[name], rows) for name in gained}
        kind = acts.kind[rows]
        away = kind == DISCARD
        out = np.where(away, gained["cards"][0], gained["discard"][0])
        out_hidden = np.where(away, hidden["cards"], hidden["discard"])
        drawn = kind == DRAW
        into = np.where(drawn, gained["cards"][0], np.uint64(0)) | gained["up"][0] | gained["down"][0]
        into_hidden = np.where(drawn, hidden["cards"], 0) + hidden["up"] + hidden["down"]
        step = np.zeros(len(rows), np.int64)
        hand = acts.hand[rows]
        first = np.searchsorted(hand, hand)
        step[:] = np.arange(len(rows)) - first
        for number in range(int(step.max(initial=-1)) + 1):
            at = np.flatnonzero(step == number)
            column = play.column[rows[at]]
            self.moments.known[at] = self.known[hand[at], column]
            self.moments.unknown[at] = self.unknown[hand[at], column]
            self._exchange(hand[at], column, out[at], into[at], out_hidden[at], into_hidden[at])

    def _exchange(
        self, hand: Ints, column: Ints, out: Masks, into: Masks, out_hidden: Ints, into_hidden: Ints
    ) -> None:
        known, unknown = self.known[hand, column], self.unknown[hand, column]
        strange = _count(out & ~known)
        doubt = out_hidden > unknown - strange  # a card that is known may have gone
        held = np.where(doubt, np.uint64(0), known & ~out)
        rest = np.where(
            doubt, _count(known) + unknown - _count(out) - out_hidden, unknown - strange - out_hidden
        )
        self.known[hand, column] = held | into
        self.unknown[hand, column] = np.maximum(rest, 0) + into_hidden

    def _shown(self) -> None:
        play, acts = self._play, self._play.acts
        rows = np.flatnonzero(np.isin(acts.kind, (SHOW, MUCK)) & (acts.cards["cards"].counts > 0))
        for row in rows[
            self.unknown[acts.hand[rows], play.column[rows]] > 0
        ].tolist():  # where the deal was not recorded
            hand, column = int(acts.hand[row]), int(play.column[row])
            seen = act_masks(acts.cards["cards"], np.array([row]))[0][0]
            new = seen & ~self.known[hand, column]
            self.known[hand, column] |= seen
            self.unknown[hand, column] = max(0, int(self.unknown[hand, column]) - int(new).bit_count())


def _count(bits: Masks) -> Ints:
    return np.bitwise_count(bits).astype(np.int64)


def _unrecorded(cards: NDArray[np.uint8]) -> Ints:
    found: Ints = (cards == UNKNOWN).sum(axis=2, dtype=np.int64)
    return found


def act_masks(cards: ActCards, rows: Ints) -> tuple[Masks, Ints]:
    """(R,) one field's cards of acts as bits; their number."""
    counts = np.maximum(cards.counts[rows], 0).astype(np.int64)
    found = np.zeros(len(rows), np.uint64)
    first = np.searchsorted(cards.act, rows)
    for place in range(int(counts.max(initial=0))):
        some = counts > place
        code = cards.card[first[some] + place]
        bit = np.where(code < len(DECK), np.uint64(1) << code.astype(np.uint64), np.uint64(0))
        found[some] |= bit
    return found, counts


def act_unknown(cards: ActCards, rows: Ints) -> Ints:
    """(R,) unknown cards in one field of acts."""
    found, counts = act_masks(cards, rows)
    return counts - _count(found)


def run_counts(play: Play) -> Ints:
    """(H,) deals of the board, 1 or more. Announced boards that were not dealt do not count."""
    acts = play.acts
    runs = np.ones(len(play.dealt), np.int64)
    boards = (acts.kind == BOARD) & (acts.run != NOT_RECORDED)
    np.maximum.at(runs, acts.hand[boards], acts.run[boards])
    listed = play.pot.boards
    np.maximum.at(runs, listed.hand, listed["run"])
    return np.minimum(runs, MOST_RUNS)


def boards_of(play: Play, runs: Ints) -> NDArray[np.uint8]:
    """(H, R, 5) board of each run; NO_CARD where not dealt."""
    most = int(runs.max(initial=1))
    out = np.full((len(runs), most, BOARD_SIZE), NO_CARD, np.uint8)
    _by_acts(play, out)
    listed = play.pot.boards
    if len(listed):
        new = np.concatenate(
            [[True], (listed.hand[1:] != listed.hand[:-1]) | (listed["run"][1:] != listed["run"][:-1])]
        )
        start = np.maximum.accumulate(np.where(new, np.arange(len(listed)), 0))
        place = np.arange(len(listed)) - start
        kept = (place < BOARD_SIZE) & (listed["run"] <= most) & ~play.pot.acts_recorded[listed.hand]
        out[listed.hand[kept], listed["run"][kept] - 1, place[kept]] = listed["card"][kept]
    return out


def _by_acts(play: Play, out: NDArray[np.uint8]) -> None:
    acts = play.acts
    size, offset = _places(play)
    stays = (acts.kind == BOARD) & (acts.withdrawn != 1) & (acts.face_down != 1) & (acts.street >= 0)
    cards = acts.cards["cards"]
    rows = np.flatnonzero(stays & (cards.counts > 0))
    game = play.pot.game[acts.hand[rows]]
    first = np.searchsorted(cards.act, rows)
    for place in range(BOARD_SIZE):
        some = (cards.counts[rows] > place) & (size[game, acts.street[rows]] > place)
        at, code = (
            offset[game, acts.street[rows]] + place,
            cards.card[np.minimum(first + place, len(cards.card) - 1)],
        )
        for run in range(out.shape[1]):
            here = some & ((acts.run[rows] == run + 1) | (acts.run[rows] == NOT_RECORDED)) & (at < BOARD_SIZE)
            out[acts.hand[rows[here]], run, at[here]] = code[here]


def _places(play: Play) -> tuple[Ints, Ints]:
    size = np.zeros((len(play.games), len(STREETS)), np.int64)
    offset = np.zeros_like(size)
    for place, game in enumerate(play.games):
        before = 0
        for each in game.streets if game else ():
            street = STREETS.index(each.name)
            size[place, street] = each.board or int(game is not None and game.common_last)
            offset[place, street] = before
            before += each.board
    return size, offset


def reached(play: Play) -> tuple[Flags, Flags]:
    """(H,) whether a second street was dealt, in Courchevel the rest of the flop; whether that is on record."""
    acts, pot = play.acts, play.pot
    second = np.zeros(len(play.dealt), np.bool_)
    second[acts.hand[play.begins]] = True
    first_only = np.array([STREETS.index(each.streets[0].name) if each else 0 for each in play.games])[
        pot.game
    ]
    second |= (pot.reached >= 0) & (pot.reached != first_only)
    listed = np.bincount(pot.boards.hand, minlength=len(second)) >= 3
    return second | listed, pot.acts_recorded | (pot.reached >= 0) | pot.boards_recorded

"""Acts of open-face hands compared with the ruleset's deals and placements. OFC-initial-five, OFC-one-per-turn, PINE-three,
CARN-deal-*.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, ROW_SIZES, UNKNOWN
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.open_face_hands import AS_DEALT, DISCARD, Acts, columns_of

MOST_SEATS = 10
NOBODY = -1
_ROWS = (0, 1, 2)
UNKNOWN_BIT = np.uint64(1 << UNKNOWN)


class StreetDealing(Struct, frozen=True):
    """Numbers of cards dealt and discarded by act."""

    first: int
    then: int
    discarded: int  # of every act but the first
    lands: bool  # the ruleset has fantasyland
    variant: str

    @classmethod
    def of(cls, ruleset: Ruleset) -> StreetDealing:
        """The ruleset's [placement]."""
        placement = ruleset.sections.placement
        assert placement is not None
        return cls(
            first=placement.first,
            then=placement.then,
            discarded=placement.discarded,
            lands=ruleset.sections.fantasyland is not None,
            variant=placement.variant,
        )

    @property
    def discards(self) -> int:
        """Cards that a seat discards in a deal."""
        return (self.acts - 1) * self.discarded

    @property
    def acts(self) -> int:
        """Acts until thirteen cards are set."""
        return 1 + (HAND_SIZE - self.first) // (self.then - self.discarded)


class Streets(Struct, frozen=True, eq=False, dict=True):
    """The N acts of a block under a ruleset. A seat in fantasyland sets all its cards in one act."""

    hands: Hands
    acts: Acts
    dealing: StreetDealing

    @cached_property
    def column(self) -> Ints:
        """(N,) column of each act's seat; NOBODY where it does not sit in the hand."""
        return columns_of(self.hands, self.acts)

    @cached_property
    def _first(self) -> Ints:
        return np.searchsorted(self.acts.hand, np.arange(len(self.hands)))[self.acts.hand]

    def _so_far(self, counted: Ints) -> Ints:
        found = np.zeros(len(counted), np.int64)
        for seat in np.unique(self.acts.seat).tolist():
            mine = self.acts.seat == seat
            total = np.cumsum(np.where(mine, counted, 0))
            before = np.where(self._first > 0, total[self._first - 1], 0)
            found[mine] = (total - before)[mine]
        return found

    @cached_property
    def turn(self) -> Ints:
        """(N,) number of the act among its seat's, from 0."""
        return self._so_far(np.ones(len(self.acts), np.int64)) - 1

    @cached_property
    def rows_after(self) -> Ints:
        """(N, 3) cards in the seat's rows after the act."""
        counts = self.acts.counts.astype(np.int64)
        return np.stack([self._so_far(counts[:, row]) for row in _ROWS], axis=1)

    @cached_property
    def overfilled(self) -> Flags:
        """(N, 3) rows that an act overfills."""
        sizes, found = np.array(ROW_SIZES), np.zeros((len(self.acts), 3), np.bool_)
        seats = self.acts.hand * 16 + self.acts.seat
        totals = [np.bincount(seats, weights=self.acts.counts[:, row]) for row in _ROWS]
        if any((total > size).any() for total, size in zip(totals, ROW_SIZES, strict=True)):
            found = (self.rows_after > sizes) & (self.acts.counts[:, :3] > 0)
        return found

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """(N, 5) cards by place, one bit each."""
        return np.stack([self.acts.mask(place) for place in range(5)], axis=1)

    @cached_property
    def known(self) -> Flags:
        """(N,) acts whose cards are all recorded."""
        known = np.ones(len(self.acts), np.bool_)
        for act, card in zip(self.acts.act, self.acts.card, strict=True):
            known[act[card == UNKNOWN]] = False
        return known

    @cached_property
    def discard_recorded(self) -> Flags:
        """(N,) acts whose discards are recorded, or not due."""
        found: Flags = (self.acts.counts[:, DISCARD] >= 0) | (self.discards_due == 0)
        return found

    @cached_property
    def fantasyland(self) -> Ints:
        """(N,) cards due to the seat at once; NOT_RECORDED outside fantasyland."""
        assert self.hands.open_face is not None
        at_once = self.hands.open_face.fantasyland
        if self.dealing.lands:  # a first act of thirteen cards shows it where it was not recorded
            land = (self.turn == 0) & (self.acts.counts[:, AS_DEALT] >= HAND_SIZE) & (self.column != NOBODY)
            if land.any():
                at_once = at_once.copy()
                where = self.acts.hand[land], self.column[land]
                shown = self.acts.counts[land, AS_DEALT]
                at_once[where] = np.where(at_once[where] == NOT_RECORDED, shown, at_once[where])
        return np.where(self.column == NOBODY, NOT_RECORDED, at_once[self.acts.hand, self.column])

    @cached_property
    def acts_of_seats(self) -> Ints:
        """(H, S) acts of each seat."""
        found = np.zeros(self.hands.seat.shape, np.int64)
        sits = self.column != NOBODY
        np.add.at(found, (self.acts.hand[sits], self.column[sits]), 1)
        return found

    @cached_property
    def in_fantasyland(self) -> Flags:
        """(H, S) seats in fantasyland."""
        assert self.hands.open_face is not None
        found: Flags = self.hands.open_face.fantasyland != NOT_RECORDED
        land = self.fantasyland != NOT_RECORDED
        found[self.acts.hand[land], self.column[land]] = True
        return found

    @cached_property
    def dealt_due(self) -> Ints:
        """(N,) cards due to the act; 0 for an act too many."""
        land = self.fantasyland != NOT_RECORDED
        ordinary = np.where(self.turn == 0, self.dealing.first, self.dealing.then)
        ordinary = np.where(self.turn < self.dealing.acts, ordinary, 0)
        return np.where(land, np.where(self.turn == 0, self.fantasyland, 0), ordinary)

    @cached_property
    def discards_due(self) -> Ints:
        """(N,) discards due."""
        land = self.fantasyland != NOT_RECORDED
        ordinary = np.where((self.turn == 0) | (self.turn >= self.dealing.acts), 0, self.dealing.discarded)
        spare = np.maximum(self.fantasyland - HAND_SIZE, 0)
        return np.where(land, np.where(self.turn == 0, spare, 0), ordinary)

    @cached_property
    def set_count(self) -> Ints:
        """(N,) cards set in rows."""
        found: Ints = self.acts.counts[:, :3].sum(axis=1, dtype=np.int64)
        return found

    @cached_property
    def wrong_size(self) -> Flags:
        """(N,) acts that deal, set or discard a wrong number of cards."""
        counts = self.acts.counts
        wrong = counts[:, AS_DEALT] != self.dealt_due
        wrong |= self.set_count != self.dealt_due - self.discards_due
        found: Flags = wrong | ((counts[:, DISCARD] >= 0) & (counts[:, DISCARD] != self.discards_due))
        return found

    @cached_property
    def not_as_dealt(self) -> Flags:
        """(N,) acts whose cards set and discarded are not those dealt. An unrecorded discard may be any card."""
        masks = self.masks
        placed = masks[:, 0] | masks[:, 1] | masks[:, 2] | masks[:, DISCARD]
        strange = (placed & ~masks[:, AS_DEALT]) != 0
        missing = ((masks[:, AS_DEALT] & ~placed) != 0) & self.discard_recorded
        discarded = np.maximum(self.acts.counts[:, DISCARD], 0)
        alike = self.set_count + discarded == self.acts.counts[:, AS_DEALT]
        found: Flags = (strange | missing | (~alike & self.discard_recorded)) & self.known
        return found

    @cached_property
    def position(self) -> Ints:
        """(N,) place of the seat clockwise from the left of the button, from 0."""
        return (self.acts.seat.astype(np.int64) - self.hands.dealer[self.acts.hand] - 1) % MOST_SEATS

    @cached_property
    def out_of_turn(self) -> Flags:
        """(N,) acts after a later seat's of the round, or one a round ahead; none in fantasyland, or without a button."""
        sits = (self.column != NOBODY) & (self.fantasyland == NOT_RECORDED)
        sits &= self.hands.dealer[self.acts.hand] != NOT_RECORDED
        which = np.flatnonzero(sits)
        key = (self.acts.hand * 32 + np.minimum(self.turn, 31)) * 16 + self.position
        later = np.maximum.accumulate(key[which]) if len(which) else key[which]
        wrong = np.zeros(len(key), np.bool_)
        wrong[which] = key[which] < later
        return wrong

    @cached_property
    def together(self) -> NDArray[np.uint64]:
        """(H, S, 4) cards of a seat in its rows and discarded, one bit each."""
        found = np.zeros((*self.hands.seat.shape, 4), np.uint64)
        sits = self.column != NOBODY
        for place in range(4):
            held = self.discarded if place == DISCARD else self.masks[:, place]
            acts = np.flatnonzero(sits & (held != 0))
            where = self.acts.hand[acts], self.column[acts]
            np.bitwise_or.at(found[..., place], where, held[acts])
        return found

    @cached_property
    def discarded(self) -> NDArray[np.uint64]:
        """(N,) discards as bits; unrecorded ones: cards dealt and not set."""
        masks = self.masks
        left = masks[:, AS_DEALT] & ~(masks[:, 0] | masks[:, 1] | masks[:, 2])
        return np.where(self.discard_recorded, masks[:, DISCARD], left)


def streets_of(hands: Hands, ruleset: Ruleset) -> Streets:
    """Acts of open-face hands under a ruleset with a [placement]."""
    assert hands.open_face is not None
    return Streets(hands, hands.open_face.acts, StreetDealing.of(ruleset))

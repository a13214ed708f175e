"""Hands as columns: a hand axis, then a seat axis.

Seats ascend by number; columns past the last are empty (``seat`` is 0). Unrecorded numbers are NOT_RECORDED, truth values
NO.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, NO_CARD, ROW_SIZES, UNKNOWN, masks
from rules.dealt_cards_restored import Exchanged, put_back
from rules.one_value import of_one_value, taken
from rules.open_face_hands import OpenFace
from rules.pot_hands import PotHands
from rules.ragged import Ints, Ragged
from rules.times import NOT_RECORDED

Flags = NDArray[np.bool_]

FAMILIES = ("chinese", "ofc", "pot")  # of games, as rulesets name them
FOULING_RULINGS = ("hand_fouled", "hand_dead")
_NO_NAME = -2  # a position that no column has
UNRECORDED_FLAG = -1  # of a field that is true, false or not recorded
DEALT = 3  # the place of cards as dealt, after the rows front, middle, back
DISCARDS = 4  # and of what was discarded

__all__ = [
    "DEALT", "DISCARDS", "FAMILIES", "NOT_RECORDED", "UNRECORDED_FLAG", "Flags", "Hands", "Ints", "Ragged", "any_row", "any_seat",
    "every_row", "every_seat", "over_seats",
]  # fmt: skip


_AS_ONE = {2: np.uint16, 4: np.uint32, 8: np.uint64}  # by so many seats


def any_seat(mask: Flags) -> Flags:
    """(H, S) to (H,): any seat; flags of four seats are read as one number."""
    together = _AS_ONE.get(mask.shape[1])
    if together is not None and mask.flags.c_contiguous:
        found: Flags = mask.view(together)[:, 0] != 0
        return found
    found = np.zeros(len(mask), np.bool_)
    for seat in range(mask.shape[1]):
        found |= mask[:, seat]
    return found


def every_seat(mask: Flags) -> Flags:
    """(H, S) to (H,): every seat."""
    return ~any_seat(~mask)


def over_seats(counts: NDArray[Any]) -> Ints:
    """(H, S) to (H,): sum."""
    found = np.zeros(len(counts), np.int64)
    for seat in range(counts.shape[1]):
        found += counts[:, seat]
    return found


def any_row(mask: Flags) -> Flags:
    """(..., 3) to (...): any row."""
    return mask[..., 0] | mask[..., 1] | mask[..., 2]


def every_row(mask: Flags) -> Flags:
    """(..., 3) to (...): every row."""
    return mask[..., 0] & mask[..., 1] & mask[..., 2]


class Hands(Struct, frozen=True, eq=False, dict=True):
    """A block of hands of one game. H hands, S seats at most.

    Money is in minor units. ``unit``: worth of one, by hand or session. ``day``: as written, since 1970-01-01; selects the
    revision.
    """

    number: Ints  # (H,)
    line: Ints  # (H,)
    at: Ints  # (H,) microseconds since the epoch
    ended_at: Ints  # (H,)
    day: Ints  # (H,)
    offset: NDArray[np.int16]  # (H,) of ``at``, in minutes ahead of UTC; NO_OFFSET
    unit: Ints  # (H,)
    dealer: Ints  # (H,)
    banker: Ints  # (H,)
    void: NDArray[np.int8]  # (H,)
    forced_dealer: NDArray[np.int8]  # (H,)
    seat: NDArray[np.int8]  # (H, S) the seat's number, 0: nobody
    player: NDArray[np.int32]  # (H, S) position in ``players``, -1: nobody
    stack: Ints  # (H, S)
    net: Ints  # (H, S)
    declared: NDArray[np.int32]  # (H, S) position in ``names``, -1: not declared
    surrendered: NDArray[np.int8]  # (H, S)
    fouled: NDArray[np.int8]  # (H, S)
    aces: NDArray[np.int8]  # (H, S)
    cards: NDArray[np.uint8]  # (H, S, 13) front, middle, back; NO_CARD in a row of a wrong size
    sizes: NDArray[np.int16]  # (H, S, 3) cards in each row, -1: not recorded
    dealt: NDArray[np.uint8]  # (H, S, 13)
    dealt_size: NDArray[np.int16]  # (H, S), -1: not recorded
    odd: dict[tuple[int, int, int], list[int]]  # (hand, seat, place): the cards of a row of a wrong size
    transfers: Ragged  # payer, payee, units, amount
    fees: Ragged  # kind (position in ``names``), amount, of, seat, before_deal
    irregularities: Ragged  # kind, when, ruling, by (positions in ``names``), seat, cards, units
    transfers_recorded: Flags  # (H,)
    fees_recorded: Flags  # (H,)
    irregularities_recorded: Flags  # (H,)
    pools: dict[int, Any]  # by position in the block
    dealer_id: NDArray[np.int32]  # (H,) who dealt: position in ``names``, -1: not recorded
    deck: NDArray[np.int32]  # (H,) the same of the deck
    shuffler: NDArray[np.int32]  # (H,) and of the shuffling machine
    players: Sequence[str] = field(default_factory=list)  # of the whole log, shared by its blocks
    names: Sequence[str] = field(default_factory=list)
    open_face: OpenFace | None = None  # of a block of open-face hands
    pot: PotHands | None = None  # of a block of hands of pot games
    counted: bool = True  # numbers count the hands of the table, so that the next number is the next hand

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def present(self) -> Flags:
        """(H, S) seats taken."""
        return self.seat > 0

    @cached_property
    def game(self) -> str:
        """Game, of FAMILIES."""
        if self.pot is not None:
            return "pot"
        return "chinese" if self.open_face is None else "ofc"

    @cached_property
    def missed(self) -> Flags:
        """(H, S) seats of absent players, without cards."""
        apart = self.open_face or self.pot
        return np.zeros(self.seat.shape, np.bool_) if apart is None else apart.missed

    @cached_property
    def dealt_in(self) -> Flags:
        """(H, S) seats with cards."""
        return self.present & ~self.missed

    @cached_property
    def gave_up(self) -> Flags:
        found: Flags = (self.surrendered == 1) & self.present
        return found

    @cached_property
    def wrong_size(self) -> Flags:
        """(H, S) seats with a row of a wrong size."""
        found = np.zeros(self.seat.shape, np.bool_)
        for row, right in enumerate(ROW_SIZES):
            size = self.sizes[..., row]
            found |= (size != right) & (size >= 0)
        return found & self.present

    @cached_property
    def ruled_out(self) -> Flags:
        """(H, S) seats ruled fouled or dead. A ruling without a seat applies to those marked fouled."""
        ruled = np.zeros(self.seat.shape, np.bool_)
        hand, here, _ = self._fouling
        np.logical_or.at(ruled, hand, here)
        return ruled

    @cached_property
    def ruled_nobody(self) -> Flags:
        """(H,) hands ruled fouled or dead whose seat is unknown."""
        found = np.zeros(len(self), np.bool_)
        hand, here, named = self._fouling
        found[hand[~named & ~here.any(axis=1)]] = True
        return found

    @property
    def _fouling(self) -> tuple[Ints, Flags, Flags]:
        """(n,) hands, (n, S) seats and (n,) whether a seat is named, of rulings of fouled or dead."""
        listed = self.irregularities
        fouling = [place for place, name in enumerate(self.names) if name in FOULING_RULINGS]
        which = np.flatnonzero(np.isin(listed["ruling"], fouling)) if fouling else np.zeros(0, np.int64)
        hand, number = listed.hand[which], listed["seat"][which][:, None]
        here = np.where(number == NOT_RECORDED, self.fouled[hand] == 1, self.seat[hand] == number)
        return hand, here, number[:, 0] != NOT_RECORDED

    @cached_property
    def some_stack(self) -> bool:
        """Whether a stack was recorded."""
        return bool((self.stack != NOT_RECORDED).any())

    @cached_property
    def some_penalty(self) -> bool:
        return bool(self.named(self.irregularities["ruling"], "penalty").any())

    @cached_property
    def all_rows(self) -> Flags:
        """(H, S) seats with all rows on record, of any size."""
        return every_row(self.sizes >= 0)

    @cached_property
    def some_row(self) -> Flags:
        """(H, S) seats with a row on record."""
        return any_row(self.sizes >= 0)

    @cached_property
    def rows_together(self) -> NDArray[np.int32]:
        """(H, S) cards in the rows; meaningless without ``all_rows``."""
        front, middle, back = (self.sizes[..., row].astype(np.int32) for row in range(3))
        return front + middle + back

    @cached_property
    def cards_known(self) -> Flags:
        """(H, S) seats with every card of rows or deal known."""
        rows = self.all_rows & ~unrecorded(self.cards)
        dealt = (self.dealt_size >= 0) & ~unrecorded(self.dealt)
        for hand, seat, place in self.odd:
            if UNKNOWN in self.odd[hand, seat, place] and place != DISCARDS:
                (dealt if place == DEALT else rows)[hand, seat] = False
        return rows | dealt

    @cached_property
    def thirteen(self) -> NDArray[np.uint64]:
        """(H, S) bits of the cards set, else dealt."""
        set_all = np.bitwise_count(self.held) == HAND_SIZE
        return np.where(set_all, self.held, self.held_at_deal)

    @cached_property
    def thirteen_known(self) -> Flags:
        """(H, S) seats with thirteen cards on record."""
        found: Flags = np.bitwise_count(self.thirteen) == HAND_SIZE
        return found

    @cached_property
    def held(self) -> NDArray[np.uint64]:
        """(H, S) bits of the cards in rows of the right size."""
        return masks(self.cards)

    @cached_property
    def held_at_deal(self) -> NDArray[np.uint64]:
        """(H, S) bits of the cards as dealt, of thirteen."""
        return masks(self.dealt)

    @cached_property
    def exchanged(self) -> Exchanged:
        """Cards as scored: dealt ones replace those set and not dealt.

        Open-face hands, and irregular ones, whose ruling may change cards, stay.
        """
        tested = np.full(len(self), self.open_face is None)
        tested[self.irregularities.hand] = False
        return put_back(self.cards, self.held, self.held_at_deal, tested)

    def named(self, column: NDArray[Any], word: str) -> Flags:
        """Mask of positions in ``names`` of a word."""
        found: Flags = column == (self.names.index(word) if word in self.names else _NO_NAME)
        return found

    def take(self, which: Ints, *, acts: bool = True, payments: bool = True) -> Hands:
        """Hands at these positions. False leaves out acts, or transfers and fees."""
        size = len(self)
        apart = self.odd or self.pools
        place = {int(old): new for new, old in enumerate(which)} if apart else {}
        changed: dict[str, Any] = {}
        for each in self.__struct_fields__:
            value = getattr(self, each)
            if isinstance(value, np.ndarray):
                changed[each] = taken(value, which)
            elif not payments and each in ("transfers", "fees"):
                changed[each] = value.none()
            elif isinstance(value, Ragged):
                changed[each] = value.take(which, size)
            elif isinstance(value, OpenFace):
                changed[each] = value.take(which, size, acts=acts)
            elif isinstance(value, PotHands):
                changed[each] = value.take(which, self.fees.hand, self.irregularities.hand)
        changed["odd"] = {(place[h], s, row): v for (h, s, row), v in self.odd.items() if h in place}
        changed["pools"] = {place[h]: v for h, v in self.pools.items() if h in place}
        return replace(self, **changed)

    @classmethod
    def joined(cls, parts: Sequence[Hands]) -> Hands:
        """Hands of blocks of one log, game and width, without acts. Not for pot games."""
        sizes = [len(part) for part in parts]
        starts = np.cumsum([0, *sizes[:-1]]).tolist()
        last = parts[-1]
        made: dict[str, Any] = {"players": last.players, "names": last.names, "pot": None, "open_face": None}
        for each in cls.__struct_fields__:
            values = [getattr(part, each) for part in parts]
            if isinstance(values[0], np.ndarray):
                made[each] = np.concatenate(values)
            elif isinstance(values[0], Ragged):
                made[each] = Ragged.joined(values, sizes)
            elif isinstance(values[0], OpenFace):
                made[each] = OpenFace.joined(values, sizes)
        made["odd"] = {
            (hand + start, seat, row): codes
            for part, start in zip(parts, starts, strict=True)
            for (hand, seat, row), codes in part.odd.items()
        }
        made["pools"] = {
            hand + start: pool
            for part, start in zip(parts, starts, strict=True)
            for hand, pool in part.pools.items()
        }
        return cls(**made)

    def was_exchanged(self, hand: int, seat: int) -> bool:
        """Whether a seat is scored by other cards than it set."""
        return bool((self.exchanged.cards[hand, seat] != self.cards[hand, seat]).any())

    def scored_row(self, hand: int, seat: int, row: int) -> list[int] | None:
        """Codes of a row as scored; None: not recorded."""
        if not self.was_exchanged(hand, seat):
            return self.row_cards(hand, seat, row)
        first = sum(ROW_SIZES[:row])
        scored: list[int] = self.exchanged.cards[hand, seat, first : first + ROW_SIZES[row]].tolist()
        return scored

    def row_cards(self, hand: int, seat: int, place: int) -> list[int] | None:
        """Codes of a row, the deal or the discards; None: not recorded."""
        if self._size(hand, seat, place) < 0:
            return None
        if (hand, seat, place) in self.odd:
            return self.odd[hand, seat, place]
        if place == DEALT:
            recorded = self.dealt[hand, seat]
        elif place == DISCARDS:
            assert self.open_face is not None
            recorded = self.open_face.discards[hand, seat]
        else:
            start = sum(ROW_SIZES[:place])
            recorded = self.cards[hand, seat, start : start + ROW_SIZES[place]]
        codes: list[int] = recorded.tolist()
        return codes

    def _size(self, hand: int, seat: int, place: int) -> int:
        if place == DISCARDS:
            return -1 if self.open_face is None else int(self.open_face.discards_size[hand, seat])
        return int(self.dealt_size[hand, seat] if place == DEALT else self.sizes[hand, seat, place])

    def set_cards(self, hand: int, seat: int) -> list[int]:
        """Codes of all rows: front, middle, back."""
        return [code for row in range(3) for code in self.row_cards(hand, seat, row) or []]

    def dealt_by(self, hand: int) -> str | None:
        """Id of the dealer; None: not recorded."""
        dealer = int(self.dealer_id[hand])
        return None if dealer < 0 else self.names[dealer]

    def position(self, hand: int, seat_number: int) -> int | None:
        """Column of a seat; None: empty."""
        where = np.flatnonzero(self.seat[hand] == seat_number)
        return int(where[0]) if len(where) else None


def unrecorded(cards: NDArray[np.uint8]) -> Flags:
    """(H, S) seats with an unrecorded card (??)."""
    there = cards == UNKNOWN
    return there.any(axis=-1) if there.any() else np.zeros(cards.shape[:-1], np.bool_)


def no_cards(count: int) -> NDArray[np.uint8]:
    """(count, 13) of nothing, without memory."""
    return of_one_value(np.uint8(NO_CARD), count, HAND_SIZE)

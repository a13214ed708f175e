"""Hands as columns: one array per fact, with a hand axis, then a seat axis.

Seats are in ascending order of their number; columns past a hand's last seat are empty (``seat`` is 0). Unrecorded numbers
are NOT_RECORDED, unrecorded truth values NO.
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
from rules.exchanged import Exchanged, put_back
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
    """(H, S) to (H,): true for any seat. An axis of four is slow to reduce: its flags are read as one number."""
    together = _AS_ONE.get(mask.shape[1])
    if together is not None and mask.flags.c_contiguous:
        found: Flags = mask.view(together)[:, 0] != 0
        return found
    found = np.zeros(len(mask), np.bool_)
    for seat in range(mask.shape[1]):
        found |= mask[:, seat]
    return found


def every_seat(mask: Flags) -> Flags:
    """(H, S) to (H,): where it holds for all seats."""
    return ~any_seat(~mask)


def over_seats(counts: NDArray[Any]) -> Ints:
    """(H, S) to (H,): the sum over the seats."""
    found = np.zeros(len(counts), np.int64)
    for seat in range(counts.shape[1]):
        found += counts[:, seat]
    return found


def any_row(mask: Flags) -> Flags:
    """(..., 3) to (...): where it holds for front, middle or back."""
    return mask[..., 0] | mask[..., 1] | mask[..., 2]


def every_row(mask: Flags) -> Flags:
    """(..., 3) to (...): where it holds for front, middle and back."""
    return mask[..., 0] & mask[..., 1] & mask[..., 2]


class Hands(Struct, frozen=True, eq=False, dict=True):
    """A block of hands of one game: closed, open-face, or pot games of any kind. H hands, S seats at most.

    Money is in minor units. ``unit``: worth of one unit in the hand, by the hand, else by the session. ``day``: as written
    (days since 1970-01-01); selects the revision of the ruleset.
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
    players: Sequence[str] = field(default_factory=list)  # of the whole log, shared by its blocks
    names: Sequence[str] = field(default_factory=list)
    open_face: OpenFace | None = None  # of a block of open-face hands
    pot: PotHands | None = None  # of a block of hands of pot games
    counted: bool = True  # numbers count the hands of the table, so that the next number is the next hand

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def present(self) -> Flags:
        """(H, S) where somebody sat."""
        return self.seat > 0

    @cached_property
    def game(self) -> str:
        """Game that a ruleset of the family replays, of FAMILIES."""
        if self.pot is not None:
            return "pot"
        return "chinese" if self.open_face is None else "ofc"

    @cached_property
    def missed(self) -> Flags:
        """(H, S) where a player was not there and was dealt no cards."""
        apart = self.open_face or self.pot
        return np.zeros(self.seat.shape, np.bool_) if apart is None else apart.missed

    @cached_property
    def dealt_in(self) -> Flags:
        """(H, S) where somebody sat and was dealt cards."""
        return self.present & ~self.missed

    @cached_property
    def gave_up(self) -> Flags:
        """(H, S) where a player surrendered."""
        found: Flags = (self.surrendered == 1) & self.present
        return found

    @cached_property
    def wrong_size(self) -> Flags:
        """(H, S) seats with a recorded row of a wrong size. Row by row: an axis of three is slow."""
        found = np.zeros(self.seat.shape, np.bool_)
        for row, right in enumerate(ROW_SIZES):
            size = self.sizes[..., row]
            found |= (size != right) & (size >= 0)
        return found & self.present

    @cached_property
    def ruled_out(self) -> Flags:
        """(H, S) seats on which an irregularity rules the hand fouled or dead.

        A ruling that names no seat applies to the seats that are marked fouled.
        """
        ruled = np.zeros(self.seat.shape, np.bool_)
        hand, here, _ = self._fouling
        np.logical_or.at(ruled, hand, here)
        return ruled

    @cached_property
    def ruled_nobody(self) -> Flags:
        """(H,) hands with a ruling of fouled or dead for which the record neither names nor marks a seat."""
        found = np.zeros(len(self), np.bool_)
        hand, here, named = self._fouling
        found[hand[~named & ~here.any(axis=1)]] = True
        return found

    @property
    def _fouling(self) -> tuple[Ints, Flags, Flags]:
        """(n,) hands and (n, S) seats of rulings of fouled or dead, and (n,) whether a ruling names its seat."""
        listed = self.irregularities
        fouling = [place for place, name in enumerate(self.names) if name in FOULING_RULINGS]
        which = np.flatnonzero(np.isin(listed["ruling"], fouling)) if fouling else np.zeros(0, np.int64)
        hand, number = listed.hand[which], listed["seat"][which][:, None]
        here = np.where(number == NOT_RECORDED, self.fouled[hand] == 1, self.seat[hand] == number)
        return hand, here, number[:, 0] != NOT_RECORDED

    @cached_property
    def some_stack(self) -> bool:
        """Whether the chips in front of a player were recorded."""
        return bool((self.stack != NOT_RECORDED).any())

    @cached_property
    def some_penalty(self) -> bool:
        """Whether a penalty was ruled."""
        return bool(self.named(self.irregularities["ruling"], "penalty").any())

    @cached_property
    def all_rows(self) -> Flags:
        """(H, S) where front, middle and back were recorded, of whatever size."""
        return every_row(self.sizes >= 0)

    @cached_property
    def some_row(self) -> Flags:
        """(H, S) where a row was recorded."""
        return any_row(self.sizes >= 0)

    @cached_property
    def rows_together(self) -> NDArray[np.int32]:
        """(H, S) cards in the three rows; it means nothing where one was not recorded."""
        front, middle, back = (self.sizes[..., row].astype(np.int32) for row in range(3))
        return front + middle + back

    @cached_property
    def cards_known(self) -> Flags:
        """(H, S) where all rows, or the deal, were recorded and every card of them is known."""
        rows = self.all_rows & ~unrecorded(self.cards)
        dealt = (self.dealt_size >= 0) & ~unrecorded(self.dealt)
        for hand, seat, place in self.odd:
            if UNKNOWN in self.odd[hand, seat, place] and place != DISCARDS:
                (dealt if place == DEALT else rows)[hand, seat] = False
        return rows | dealt

    @cached_property
    def thirteen(self) -> NDArray[np.uint64]:
        """(H, S) one bit for each card that the seat set, else was dealt."""
        set_all = np.bitwise_count(self.held) == HAND_SIZE
        return np.where(set_all, self.held, self.held_at_deal)

    @cached_property
    def thirteen_known(self) -> Flags:
        """(H, S) where thirteen cards of the seat are on record, as set or as dealt."""
        found: Flags = np.bitwise_count(self.thirteen) == HAND_SIZE
        return found

    @cached_property
    def held(self) -> NDArray[np.uint64]:
        """(H, S) one bit for each card of the deck that the seat set in rows of the right size."""
        return masks(self.cards)

    @cached_property
    def held_at_deal(self) -> NDArray[np.uint64]:
        """(H, S) the same of the cards as dealt, where thirteen were."""
        return masks(self.dealt)

    @cached_property
    def exchanged(self) -> Exchanged:
        """Cards as scored: those that a seat was dealt replace those that it set and was not dealt.

        Not in hands with an irregularity on record, whose ruling may have changed cards, nor in open-face games.
        """
        tested = np.full(len(self), self.open_face is None)
        tested[self.irregularities.hand] = False
        return put_back(self.cards, self.held, self.held_at_deal, tested)

    def named(self, column: NDArray[Any], word: str) -> Flags:
        """Mask of a column of positions in ``names`` that have a word."""
        found: Flags = column == (self.names.index(word) if word in self.names else _NO_NAME)
        return found

    def take(self, which: Ints, *, acts: bool = True, payments: bool = True) -> Hands:
        """The hands at these positions, as a block; without acts, transfers and fees, if replay does not need them."""
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
        """Hands of blocks of one log, game and width, one after another, without their acts. None may be of a pot game."""
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
        """Whether a seat is scored by other cards than those that it set."""
        return bool((self.exchanged.cards[hand, seat] != self.cards[hand, seat]).any())

    def scored_row(self, hand: int, seat: int, row: int) -> list[int] | None:
        """Codes of the cards of a row as they are scored; None where the row was not recorded."""
        if not self.was_exchanged(hand, seat):
            return self.row_cards(hand, seat, row)
        first = sum(ROW_SIZES[:row])
        scored: list[int] = self.exchanged.cards[hand, seat, first : first + ROW_SIZES[row]].tolist()
        return scored

    def row_cards(self, hand: int, seat: int, place: int) -> list[int] | None:
        """Codes of the cards of one row (or of the deal, or the discards) as recorded; None where they were not."""
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
        """Codes of all cards of the rows as recorded, in the order front, middle, back."""
        return [code for row in range(3) for code in self.row_cards(hand, seat, row) or []]

    def dealt_by(self, hand: int) -> str | None:
        """The id of the dealer of a hand; None where it was not recorded."""
        dealer = int(self.dealer_id[hand])
        return None if dealer < 0 else self.names[dealer]

    def position(self, hand: int, seat_number: int) -> int | None:
        """The column of a seat's number in a hand; None where nobody sat there."""
        where = np.flatnonzero(self.seat[hand] == seat_number)
        return int(where[0]) if len(where) else None


def unrecorded(cards: NDArray[np.uint8]) -> Flags:
    """(H, S) where a card is written but was not recorded (??)."""
    there = cards == UNKNOWN
    return there.any(axis=-1) if there.any() else np.zeros(cards.shape[:-1], np.bool_)


def no_cards(count: int) -> NDArray[np.uint8]:
    """(count, 13) of nothing recorded, without the memory."""
    return of_one_value(np.uint8(NO_CARD), count, HAND_SIZE)

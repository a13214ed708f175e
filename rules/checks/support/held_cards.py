"""Cards of every seat of a log, and deals repeated with seats or suits exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import HAND_SIZE
from rules.hands import Flags, Hands, Ints, over_seats
from rules.one_value import of_one_value
from rules.open_face_hands import VARIANTS

Packed = NDArray[np.uint64]

MOST_DEALT = 17  # cards of which thirteen are kept, in Pineapple
_SEAT, _DEALT = np.uint64(52), np.uint64(56)  # where a seat's number and its count of cards stand
_CARDS, _FOUR = np.uint64((1 << 52) - 1), np.uint64(0xF)
_SUIT = np.uint64(sum(1 << (4 * rank) for rank in range(HAND_SIZE)))  # the cards of the first suit
_MIX, _STEP, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(29)
_PIECE = 1 << 12  # hands looked at together
_MANY, _PARTS, _TOP = (
    1 << 20,
    8,
    np.uint64(61),
)  # sets of cards that are compared in parts, by three bits of a number
_ORDERS: tuple[tuple[int, int, int, int], ...] = tuple(permutations(range(4)))  # type: ignore[arg-type]  # of four
_NO_ORDER = -1


class DealtHands(Protocol):
    """Hands of a log. deal: (N,) number of a hand's cards, 0: unknown."""

    @property
    def held(self) -> HeldCards: ...
    @property
    def deal(self) -> Ints: ...


class HeldCards(Struct, frozen=True, eq=False):
    """Sets of thirteen cards of N hands, n in all, each one number with its seat."""

    packed: Packed  # (n,) bits of the cards, then the seat's number, then how many cards it was dealt at most
    seats: NDArray[np.int8]  # (N,) how many sets each hand has

    @property
    def cards(self) -> Packed:
        """(n,) one bit for each card."""
        return self.packed & _CARDS

    @property
    def seat(self) -> Ints:
        return _seats(self.packed)

    @property
    def dealt(self) -> dict[int, int]:
        """Number of sets by the number of cards that they were chosen from."""
        found: Counter[int] = Counter()
        for start in range(0, len(self.packed), _PIECE):
            counts = np.bincount((self.packed[start : start + _PIECE] >> _DEALT).astype(np.int64))
            found.update({int(size): int(counts[size]) for size in np.flatnonzero(counts)})
        return dict(found)

    def repeated(self) -> Packed:
        """Sets that occur more than once, found in parts to save memory."""
        if len(self.packed) < _MANY:
            return repeated(self.cards)
        return np.concatenate([repeated(self._part(part)) for part in range(_PARTS)])

    def _part(self, part: int) -> Packed:
        """A part of the cards; equal sets fall into the same."""
        pieces = []
        with np.errstate(over="ignore"):
            for start in range(0, len(self.packed), _PIECE):
                cards = self.packed[start : start + _PIECE] & _CARDS
                pieces.append(cards[(cards * _MIX) >> _TOP == part])
        return np.concatenate(pieces)

    @property
    def hand(self) -> Ints:
        """(n,) position of the hand."""
        return np.repeat(np.arange(len(self.seats)), self.seats)

    @property
    def first(self) -> Ints:
        """(N,) where each hand's sets begin."""
        return np.cumsum(self.seats, dtype=np.int64) - self.seats

    def take(self, order: Ints) -> HeldCards:
        counts = self.seats[order].astype(np.int64)
        begins = np.repeat(self.first[order] - (np.cumsum(counts) - counts), counts)
        return HeldCards(self.packed[begins + np.arange(counts.sum())], self.seats[order])


def seat_cards(hands: Hands) -> tuple[Packed, Ints]:
    """Seats with thirteen cards on record (n,), and their number by hand (H,)."""
    full = hands.thirteen_known & hands.dealt_in
    packed = hands.thirteen | (hands.seat.astype(np.uint64) << _SEAT) | (_chosen_from(hands) << _DEALT)
    return packed[full], over_seats(full)


def _chosen_from(hands: Hands) -> Packed:
    """(H, S) most cards that each seat was dealt."""
    face = hands.open_face
    if face is None:
        return of_one_value(np.uint64(HAND_SIZE), *hands.seat.shape)
    by_turns = np.where(face.variant == VARIANTS.index("pineapple"), MOST_DEALT, HAND_SIZE)[:, None]
    return np.clip(np.maximum(by_turns, face.fantasyland), HAND_SIZE, MOST_DEALT).astype(np.uint64)


def repeated(numbers: NDArray[Any]) -> NDArray[Any]:
    """Repeated numbers, ascending. Sorts its argument."""
    numbers.sort()
    return np.unique(numbers[1:][numbers[1:] == numbers[:-1]])


def deal_shapes(cards: DealtHands) -> Packed:
    """(N,) number of each deal, equal under exchanged seats or suits.

    0: cards unknown, or fewer than two seats.
    """
    deal, held = cards.deal, cards.held
    shapes, first = np.zeros(len(deal), np.uint64), 0
    for start in range(0, len(deal), _PIECE):
        piece = slice(start, start + _PIECE)
        counts = held.seats[piece].astype(np.int64)
        packed = held.packed[first : first + int(counts.sum())]
        first += len(packed)
        whole = (deal[piece] != 0) & (counts > 1)
        if whole.any():
            shapes[piece][whole] = _shapes(packed[np.repeat(whole, counts)] & _CARDS, counts[whole])
    return shapes


def _shapes(cards: Packed, counts: Ints) -> Packed:
    first = np.cumsum(counts) - counts
    suits = [(cards >> np.uint64(suit)) & _SUIT for suit in range(4)]  # (n,) each
    numbers = [
        np.add.reduceat(_mixed(suit), first) for suit in suits
    ]  # (N,) a suit, whichever seat has what of it
    seats = np.zeros(len(cards), np.uint64)  # what a seat has of each suit, whichever suit comes first
    for suit, number in zip(suits, numbers, strict=True):
        seats += _mixed(suit ^ np.repeat(number, counts))
    shape = np.add.reduceat(_mixed(seats), first)
    alike = np.zeros(len(counts), np.bool_)
    for one, other in combinations(numbers, 2):
        alike |= one == other
    if alike.any():  # a number does not show which suit it is of: the least of all orders is taken
        here, few = np.repeat(alike, counts), counts[alike]
        begins = np.cumsum(few) - few
        every = [_of_order([suits[place][here] for place in order], begins) for order in _ORDERS]
        shape[alike] = np.min(every, axis=0)
    return shape


def _of_order(suits: Sequence[Packed], first: Ints) -> Packed:
    """(N,) number of each deal for one order of suits."""
    number = np.zeros(len(suits[0]), np.uint64)
    for suit in suits:
        number += _mixed(suit)
        number *= _STEP
    return np.add.reduceat(_mixed(number), first)


def _mixed(numbers: Packed) -> Packed:
    mixed = numbers + _STEP  # of arrays, which wrap around without a warning
    mixed *= _MIX
    mixed ^= mixed >> _SHIFT
    mixed *= _STEP
    mixed ^= mixed >> _SHIFT
    return mixed


class Exchange(Struct, frozen=True):
    """Exchange of seats and of suits (0 to 3) that makes one deal another."""

    seats: dict[int, int]  # by the seat of the later deal: that of the earlier one
    suits: tuple[int, int, int, int]  # by the suit of the earlier deal: that of the later one


def exchanges(held: HeldCards, earlier: Ints, later: Ints) -> list[Exchange | None]:
    """Exchange for n pairs of positions; None: none.

    Seats alone come first, then the first fitting order of suits.
    """
    found: list[Exchange | None] = [None] * len(later)
    first = held.first
    sizes = np.where(held.seats[earlier] == held.seats[later], held.seats[later], 0)
    for size in np.unique(sizes[sizes > 0]).tolist():
        alike = np.flatnonzero(sizes == size)
        for start in range(0, len(alike), _PIECE):
            piece = alike[start : start + _PIECE]
            then, now = (held.packed[first[of[piece]][:, None] + np.arange(size)] for of in (earlier, later))
            for pair, how in zip(piece.tolist(), _exchanges(then, now), strict=True):
                found[pair] = how
    return found


def _exchanges(then: Packed, now: Packed) -> Iterator[Exchange | None]:
    order, ranked = _fitting(then & _CARDS, now & _CARDS)
    of_then = np.take_along_axis(_seats(then), ranked, axis=1)
    seats = np.zeros_like(of_then)
    np.put_along_axis(seats, np.argsort(now & _CARDS, axis=1, kind="stable"), of_then, axis=1)
    for index, to, come in zip(order.tolist(), _seats(now).tolist(), seats.tolist(), strict=True):
        suits = None if index == _NO_ORDER else _ORDERS[index]
        yield None if suits is None else Exchange(dict(zip(to, come, strict=True)), suits)


def _fitting(then: Packed, now: Packed) -> tuple[Ints, Ints]:
    """(n,) order of suits that makes deals equal, and (n, S) seats by their cards in it."""
    order, wanted = np.full(len(now), _NO_ORDER), np.sort(now, axis=1)
    ranked = np.zeros(now.shape, np.int64)
    left = np.arange(len(now))
    for index, suits in enumerate(_ORDERS):
        turned = _turned(then[left], suits)
        fits = (np.sort(turned, axis=1) == wanted[left]).all(axis=1)
        order[left[fits]] = index
        ranked[left[fits]] = np.argsort(turned[fits], axis=1, kind="stable")
        left = left[~fits]
        if not len(left):
            break
    return order, ranked


def _turned(cards: Packed, order: Sequence[int]) -> Packed:
    turned = np.zeros_like(cards)
    for old, new in enumerate(order):
        turned |= ((cards >> np.uint64(old)) & _SUIT) << np.uint64(new)
    return turned


def _seats(packed: Packed) -> Ints:
    return ((packed >> _SEAT) & _FOUR).astype(np.int64)


def known(held: HeldCards | None, size: int) -> Flags:
    """(N,) hands with a seat of thirteen cards on record."""
    return np.zeros(size, np.bool_) if held is None else held.seats > 0

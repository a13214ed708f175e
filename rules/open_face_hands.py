"""Columns of open-face hands alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import CODES
from rules.ragged import Ints, Ragged, renumbered
from rules.times import NOT_RECORDED

VARIANTS = ("ofc", "pineapple")
PLACES = ("front", "middle", "back", "discard", "dealt")  # of a card in an act
DISCARD, AS_DEALT = 3, 4

_BITS = np.array([1 << code if code < CODES else 0 for code in range(256)], np.uint64)


def bits(codes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """(..., n) cards to (...): a bit for each code, joker and unknown included."""
    by_place = np.ascontiguousarray(np.moveaxis(codes, -1, 0))  # a card's place first: long, not short, loops
    found: NDArray[np.uint64] = np.bitwise_or.reduce(_BITS[by_place], axis=0)
    return found


class Acts(Struct, frozen=True, eq=False):
    """Acts of setting cards, of a block in log order: N acts, C cards.

    ``counts`` is -1 where a place was not recorded.
    """

    hand: Ints  # (N,) position in the block
    seat: NDArray[np.int8]  # (N,) number
    at: Ints  # (N,) microseconds since the epoch
    counts: NDArray[np.int16]  # (N, 5) cards by place
    act: tuple[Ints, ...]  # by place: (C,) the act of each card
    card: tuple[NDArray[np.uint8], ...]  # by place: (C,) codes

    @classmethod
    def none(cls) -> Acts:
        nothing, no_card = np.zeros(0, np.int64), np.zeros(0, np.uint8)
        no_count = np.zeros((0, len(PLACES)), np.int16)
        each = len(PLACES)
        return cls(nothing, np.zeros(0, np.int8), nothing, no_count, (nothing,) * each, (no_card,) * each)

    def __len__(self) -> int:
        return len(self.hand)

    def take(self, which: Ints, size: int) -> Acts:
        """Acts of hands ``which`` of ``size``, renumbered."""
        if not len(self.hand):
            return self
        hand, kept = renumbered(self.hand, which, size)
        order = np.argsort(hand, kind="stable")
        chosen = np.flatnonzero(kept)[order]
        place = np.full(len(self.hand), -1, np.int64)
        place[chosen] = np.arange(len(chosen))
        cards = [_taken(place, act, card) for act, card in zip(self.act, self.card, strict=True)]
        return Acts(
            hand[order], self.seat[chosen], self.at[chosen], self.counts[chosen],
            tuple(act for act, _ in cards), tuple(card for _, card in cards),
        )  # fmt: skip

    def mask(self, place: int) -> NDArray[np.uint64]:
        """(N,) bits of the codes in a place, joker and unknown included."""
        masks = np.zeros(len(self.hand), np.uint64)
        counts = self.counts[:, place]
        filled = np.flatnonzero(counts > 0)
        if len(filled):
            first = np.cumsum(counts[filled], dtype=np.int64) - counts[filled]
            masks[filled] = np.bitwise_or.reduceat(_BITS[self.card[place]], first)
        return masks

    def of_seat(self, hand: int, seat: int) -> list[int]:
        """Acts of a seat number in a hand, in order."""
        first, last = np.searchsorted(self.hand, [hand, hand + 1])
        found: list[int] = (first + np.flatnonzero(self.seat[first:last] == seat)).tolist()
        return found

    def dealt(self, hand: int, seat: int) -> list[int]:
        """Codes dealt to a seat number."""
        return [code for act in self.of_seat(hand, seat) for code in self.cards(act, AS_DEALT)]

    def cards(self, act: int, place: int) -> list[int]:
        """Codes of an act's cards in a place."""
        first, last = np.searchsorted(self.act[place], [act, act + 1])
        found: list[int] = self.card[place][first:last].tolist()
        return found


def _taken(place: Ints, act: Ints, card: NDArray[np.uint8]) -> tuple[Ints, NDArray[np.uint8]]:
    moved = place[act]
    kept = moved >= 0
    moved, card = moved[kept], card[kept]
    order = np.argsort(moved, kind="stable")
    return moved[order], card[order]


def columns_of(hands: Any, acts: Acts) -> Ints:
    """(N,) column of each act's seat; -1: nobody sits there."""
    here = hands.seat[acts.hand] == acts.seat[:, None]
    return np.where(here.any(axis=1), here.argmax(axis=1), -1)


def players_acted(hands: Any) -> Ints:
    """(H,) players who set a card; NOT_RECORDED."""
    face: OpenFace | None = hands.open_face
    if face is None:
        return np.full(len(hands), NOT_RECORDED)
    acts = face.acts
    placed = (acts.counts[:, :3] > 0).any(axis=1)
    each = np.unique(acts.hand[placed] * 16 + acts.seat[placed])
    return np.where(face.acts_recorded, np.bincount(each // 16, minlength=len(hands)), NOT_RECORDED)


class OpenFace(Struct, frozen=True, eq=False):
    """Columns of open-face hands. H hands, S seats."""

    variant: NDArray[np.int8]  # (H,) position in VARIANTS
    level: Ints  # (H,)
    missed: NDArray[np.bool_]  # (H, S) absent, dealt no cards
    fantasyland: Ints  # (H, S) cards dealt at once
    discards: NDArray[np.uint8]  # (H, S, 4) as far as there were four
    discards_size: NDArray[np.int16]  # (H, S) -1: not recorded
    acts: Acts
    acts_recorded: NDArray[np.bool_]  # (H,)
    clock: Ragged  # at, seat, called_by, acted_at
    clock_recorded: NDArray[np.bool_]  # (H,)
    eliminated: Ragged  # seat
    eliminated_recorded: NDArray[np.bool_]  # (H,)

    def take(self, which: Ints, size: int, *, acts: bool = True) -> OpenFace:
        """Hands at positions, of ``size``; False: as if no acts were recorded."""
        taken: dict[str, Any] = {}
        for each in self.__struct_fields__:
            value = getattr(self, each) if acts or each != "acts" else Acts.none()
            taken[each] = value[which] if isinstance(value, np.ndarray) else value.take(which, size)
        return OpenFace(**taken)

    @classmethod
    def joined(cls, parts: Sequence[OpenFace], sizes: Sequence[int]) -> OpenFace:
        """Hands of blocks of ``sizes``, without acts."""
        made: dict[str, Any] = {"acts": Acts.none()}
        for name in (each for each in cls.__struct_fields__ if each != "acts"):
            values = [getattr(part, name) for part in parts]
            ragged = isinstance(values[0], Ragged)
            made[name] = Ragged.joined(values, sizes) if ragged else np.concatenate(values)
        return cls(**made)

"""Strengths of the best five cards by table look-up, for many rows of known cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.pot_hands import Flags
from rules.replay.pots.showdown.ranking_orders import NO_LOW, RankingOrder
from rules.replay.row_strengths import RANK_KEYS

Codes = NDArray[np.uint8]
Strengths = NDArray[np.int16]

_ROWS = 8_192  # at a time, so that what they need stays in the processor's cache
_FIVE = 5
_LOWEST = np.int16(NO_LOW)
_KEYS = np.array([*RANK_KEYS, 0], np.int32)[np.minimum(np.arange(256) >> 2, len(RANK_KEYS))]
_SUITS = (1 << (np.arange(256) & 3)).astype(np.uint8)
_SUIT_COUNTS = (1 << (4 * (np.arange(256) & 3))).astype(np.uint16)  # four bits for each suit
_NIBBLES = np.uint16(0x8888)


def best_of_any(order: RankingOrder, cards: Codes) -> Strengths:
    """(n, k) known cards, k from 5 to 10, to (n,) strengths of the best five."""
    return _by_rows(cards, lambda rows: _any_five(order, rows))


def best_of_two(order: RankingOrder, cards: Codes, own: int) -> Strengths:
    """(n, own + 5) known cards, own first, to (n,): best of two own cards and three of the board."""
    return _by_rows(cards, lambda rows: _two_and_three(order, rows, own))


def best_with_own(order: RankingOrder, cards: Codes, own: int, least: int) -> Strengths:
    """(n, own + 5) known cards, own first, to (n,): best five with at least ``least`` own ones; else NO_LOW."""
    if least > own:
        return np.full(len(cards), _LOWEST)
    boards = combinations(range(own, cards.shape[1]), _FIVE - least)
    hands = [best_of_any(order, cards[:, [*range(own), *board]]) for board in boards]
    return np.asarray(np.maximum.reduce(hands))


def makers(order: RankingOrder, cards: tuple[int, ...], own: int, *, two: bool) -> list[tuple[int, ...]]:
    """Every five of a row's known cards, own first, that equal its best hand."""
    fives = _twos(own) if two else _fives(len(cards))
    sets = [tuple(cards[place] for place in five) for five in fives]
    strengths = [order.of_cards(each) for each in sets]
    return [each for each, strength in zip(sets, strengths, strict=True) if strength == max(strengths)]


def _by_rows(cards: Codes, find: Callable[[Codes], Strengths]) -> Strengths:
    found = np.empty(len(cards), np.int16)
    for start in range(0, len(cards), _ROWS):
        rows = np.ascontiguousarray(cards[start : start + _ROWS].T)
        found[start : start + _ROWS] = find(rows)
    return found


def _any_five(order: RankingOrder, cards: Codes) -> Strengths:
    if order.flush_hurts:
        return _one_by_one(order, cards, _fives(len(cards)))
    keys = _KEYS[cards]
    best = np.full(cards.shape[1], _LOWEST)
    total = keys.sum(axis=0, dtype=np.int32)
    for left_out in combinations(range(len(cards)), len(cards) - _FIVE):
        five = total
        for place in left_out:
            five = five - keys[place]
        np.maximum(best, order.plain[five], out=best)
    _suited(order, cards, keys, _fives(len(cards)), best, _many_of_a_suit(cards, _FIVE))
    return best


def _two_and_three(order: RankingOrder, cards: Codes, own: int) -> Strengths:
    if order.flush_hurts:
        return _one_by_one(order, cards, _twos(own))
    keys = _KEYS[cards]
    best = np.full(cards.shape[1], _LOWEST)
    threes = [keys[a] + keys[b] + keys[c] for a, b, c in combinations(range(own, len(cards)), 3)]
    for a, b in combinations(range(own), 2):
        pair = keys[a] + keys[b]
        for three in threes:
            np.maximum(best, order.plain[pair + three], out=best)
    possible = _matching_suits(cards[:own], 2, cards[own:], 3)
    _suited(order, cards, keys, _twos(own), best, possible)
    return best


def _one_by_one(order: RankingOrder, cards: Codes, fives: list[tuple[int, ...]]) -> Strengths:
    assert order.suited is not None
    keys, suits = _KEYS[cards], _SUITS[cards]
    best = np.full(cards.shape[1], _LOWEST)
    for five in fives:
        total = keys[list(five)].sum(axis=0)
        one_suit = np.bitwise_and.reduce(suits[list(five)], axis=0) != 0
        np.maximum(best, np.where(one_suit, order.suited[total], order.plain[total]), out=best)
    return best


def _suited(
    order: RankingOrder,
    cards: Codes,
    keys: NDArray[np.int32],
    fives: list[tuple[int, ...]],
    best: Strengths,
    possible: Flags,
) -> None:
    if order.four_flush is not None:
        _four_of_a_suit(order.four_flush, cards, keys, fives, best)
    if order.suited is None or not possible.any():
        return
    where = np.flatnonzero(possible)
    suits, keys = _SUITS[cards[:, where]], keys[:, where]
    for five in fives:
        together = suits[five[0]]
        for place in five[1:]:
            together = together & suits[place]
        rows = np.flatnonzero(together)
        found = order.suited[keys[list(five)][:, rows].sum(axis=0)]
        best[where[rows]] = np.maximum(best[where[rows]], found)


def _four_of_a_suit(
    four_flush: NDArray[np.int16],
    cards: Codes,
    keys: NDArray[np.int32],
    fives: list[tuple[int, ...]],
    best: Strengths,
) -> None:
    suits = _SUITS[cards]
    for five in fives:
        for fifth in five:
            four = [place for place in five if place != fifth]
            rows = np.flatnonzero(np.bitwise_and.reduce(suits[four], axis=0))
            found = four_flush[keys[four][:, rows].sum(axis=0)] + (cards[fifth, rows] >> 2)
            best[rows] = np.maximum(best[rows], found)


def _many_of_a_suit(cards: Codes, least: int) -> Flags:
    found: Flags = _at_least(cards, least) != 0
    return found


def _matching_suits(own: Codes, of_own: int, board: Codes, of_board: int) -> Flags:
    found: Flags = (_at_least(own, of_own) & _at_least(board, of_board)) != 0
    return found


def _at_least(cards: Codes, least: int) -> NDArray[np.uint16]:
    counts = _SUIT_COUNTS[cards].sum(axis=0, dtype=np.uint16)
    found: NDArray[np.uint16] = (counts + np.uint16((8 - least) * 0x1111)) & _NIBBLES
    return found


@cache
def _fives(count: int) -> list[tuple[int, ...]]:
    return list(combinations(range(count), _FIVE))


@cache
def _twos(own: int) -> list[tuple[int, ...]]:
    return [
        (*two, *three)
        for two in combinations(range(own), 2)
        for three in combinations(range(own, own + _FIVE), 3)
    ]

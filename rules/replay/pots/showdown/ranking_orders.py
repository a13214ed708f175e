"""Ranking orders of pot games as tables by sums of rank keys; higher is better (OLY-1.44, OLY-1.45)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import RANKS
from rules.replay.row_strengths import (
    HIGH_CARD,
    NO_STRENGTH,
    PAIR,
    RANK_KEYS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    WHEEL,
    Grade,
    Ranks,
    grade,
    grades_of_ranks,
    multisets,
    scale,
    table,
)  # fmt: skip

NONE = NO_STRENGTH  # a card is not known
NO_LOW = -2  # five cards that are no low hand
_ACE = len(RANKS) - 1
_EIGHT = 7  # among ranks from the ace up
_STEP = 4  # room between two classes for hands of four cards: classes of Soko
_RUNS = (
    *((top, tuple(range(top, top - 4, -1))) for top in range(_ACE, 2, -1)),
    (2, (_ACE, 2, 1, 0)),
)  # A-2-3-4 is lowest
_FOUR_STRAIGHT, _FOUR_FLUSH = PAIR * _STEP + 1, PAIR * _STEP + 2

Table = NDArray[np.int16]


class RankingOrder(Struct, frozen=True, eq=False):
    """Strengths of five cards. plain, suited: by the sum of rank keys; suited None: suits do not matter.

    four_flush: by four suited cards with a deuce fifth, one more a rank; None: no such hand. flush_hurts: a flush is worse than
    unsuited.
    """

    plain: Table
    suited: Table | None = None
    four_flush: Table | None = None
    ace_low: bool = False
    flush_hurts: bool = False

    def of_cards(self, cards: tuple[int, ...]) -> int:
        """Strength of five known cards."""
        total = sum(RANK_KEYS[card >> 2] for card in cards)
        if self.suited is not None and len({card & 3 for card in cards}) == 1:
            return int(self.suited[total])
        found = int(self.plain[total])
        if self.four_flush is not None:
            for fifth in cards:
                others = [card for card in cards if card != fifth]
                if len({card & 3 for card in others}) == 1:
                    found = max(found, int(self.four_flush[total - RANK_KEYS[fifth >> 2]]) + (fifth >> 2))
        return found

    def lowest_of(self, cards: list[tuple[int, ...]]) -> int:
        """Lowest strength among sets of five cards."""
        return min(self.of_cards(each) for each in cards)


@cache
def order_of(name: str) -> RankingOrder:
    """An order by its name in a ruleset; badugi has a module of its own."""
    return _ORDERS[name]()


def _high() -> RankingOrder:
    ranking = scale("low", "equal")
    return RankingOrder(ranking.five, ranking.five_suited)


def _short_deck() -> RankingOrder:
    ranking = scale("short", "equal", "above_full_house")
    return RankingOrder(ranking.five, ranking.five_suited)


def _deuce_to_seven() -> RankingOrder:
    """Lowest high hand wins; aces high, A-2-3-4-5 is no straight."""
    ranking = scale("none", "equal")
    return RankingOrder(_reversed(ranking.five), _reversed(ranking.five_suited), flush_hurts=True)


def _reversed(strengths: Table) -> Table:
    top = np.int16(np.iinfo(np.int16).max)
    found: Table = np.where(strengths == NO_STRENGTH, NO_STRENGTH, top - strengths).astype(np.int16)
    return found


def _ace_to_five() -> RankingOrder:
    """Lowest ranks win, aces low; pairs count against the hand, straights and flushes do not."""
    lows = {ranks: _low_grade(ranks) for ranks in multisets(5)}
    return RankingOrder(table(lows, _from_worst(lows)), ace_low=True)


def _eight_low() -> RankingOrder:
    """Ace to five of five different ranks, eight or lower; else NO_LOW."""
    lows = {ranks: _low_grade(ranks) for ranks in multisets(5)}
    order = _from_worst(lows)
    for each in order:
        if each[0] != HIGH_CARD or each[1][0] > _EIGHT:
            order[each] = NO_LOW
    return RankingOrder(table(lows, order), ace_low=True)


def _low_grade(ranks: Ranks) -> Grade:
    return grade(tuple(sorted(((rank + 1) % len(RANKS) for rank in ranks), reverse=True)))


def _from_worst(grades: dict[Ranks, Grade]) -> dict[Grade, int]:
    return {each: place for place, each in enumerate(sorted(set(grades.values()), reverse=True))}


def _soko() -> RankingOrder:
    """High hands, with four in sequence and four of a suit between a pair and two pairs."""
    return _with_fours(lambda top, fifth: (_FOUR_STRAIGHT, (top, fifth)))


def _soko_equal() -> RankingOrder:
    """Soko where four in sequence rank by their cards among four of a suit."""
    return _with_fours(lambda top, fifth: (_FOUR_FLUSH, (*range(top, top - 4, -1), fifth)))


def _with_fours(four_straight: Callable[[int, int], Grade]) -> RankingOrder:
    fives, suited, _ = (dict(grades) for grades in grades_of_ranks())
    fives[WHEEL], suited[WHEEL] = (STRAIGHT, (3,)), (STRAIGHT_FLUSH, (3,))
    apart = {ranks: _soko_grade(ranks, each, four_straight) for ranks, each in fives.items()}
    same = {ranks: (hand * _STEP, rest) for ranks, (hand, rest) in suited.items()}
    flushes = [ranks for ranks in multisets(4) if len(set(ranks)) == 4]
    four = [(_FOUR_FLUSH, (*ranks, fifth)) for ranks in flushes for fifth in range(len(RANKS))]
    ordered = sorted({*apart.values(), *same.values(), *four})
    order = {each: strength for strength, each in enumerate(ordered)}
    return RankingOrder(table(apart, order), table(same, order), _four_flushes(flushes, order))


def _soko_grade(ranks: Ranks, high: Grade, four_straight: Callable[[int, int], Grade]) -> Grade:
    hand, rest = high
    if hand in (HIGH_CARD, PAIR):
        for top, run in _RUNS:
            if set(run) <= set(ranks):
                return four_straight(top, sum(ranks) - sum(run))
    return hand * _STEP, rest


def _four_flushes(flushes: list[Ranks], order: dict[Grade, int]) -> Table:
    found = np.full(4 * RANK_KEYS[-1] + 1, NO_STRENGTH, np.int16)
    for ranks in flushes:
        found[sum(RANK_KEYS[rank] for rank in ranks)] = order[_FOUR_FLUSH, (*ranks, 0)]
    return found


_ORDERS = {
    "high": _high,
    "soko": _soko,
    "soko_equal": _soko_equal,
    "short_deck": _short_deck,
    "ace_to_five": _ace_to_five,
    "eight_low": _eight_low,
    "deuce_to_seven": _deuce_to_seven,
}

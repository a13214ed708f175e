"""Which naturals thirteen cards hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from tests.plain.closed.systems import Natural, System
from tests.plain.scorer import (
    KEPT,
    RANK_ORDER,
    flushes,
    is_flush,
    is_straight,
    rank,
    splits_that_fit,
    straights,
)

Split = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]  # front, middle, back
PICTURES = "JQK"
RED = "dh"


# ---------------------------------------------------------------- naturals that lay the cards out in three rows


def is_straight_flush(cards: Sequence[str]) -> bool:
    return is_straight(cards) and is_flush(cards)


def straight_flushes(cards: Sequence[str], size: int) -> list[frozenset[str]]:
    by_suit = ([card for card in cards if card[1] == suit] for suit in "cdhs")
    return [row for suited in by_suit for row in straights(suited, size)]


# What each row has to be, and how to find all such rows among some cards.
LAYOUTS: dict[str, tuple[Callable, Callable]] = {
    "three_straights": (is_straight, straights),
    "three_flushes": (is_flush, flushes),
    "three_straight_flushes": (is_straight_flush, straight_flushes),
}


def layouts_by_force(cards: Sequence[str], pattern: str) -> Iterator[Split]:
    """Every way to lay the cards out so, by looking at all 72,072 splits."""
    fits, _ = LAYOUTS[pattern]
    for front, middle, back in splits_that_fit(cards, fits):
        yield tuple(front), tuple(middle), tuple(back)


def layouts_by_search(cards: Sequence[str], pattern: str) -> Iterator[Split]:
    """The same, by laying out only rows that fit."""
    if not worth_a_search(cards, pattern):
        return
    fits, rows = LAYOUTS[pattern]
    for back in rows(cards, 5):
        rest = [card for card in cards if card not in back]
        for middle in rows(rest, 5):
            front = [card for card in rest if card not in middle]
            if fits(front):
                yield tuple(front), in_order(middle, cards), in_order(back, cards)


@lru_cache(maxsize=KEPT)
def can_be_laid_out(cards: tuple[str, ...], pattern: str) -> bool:
    return any(True for _ in layouts_by_search(cards, pattern))


def in_order(row: frozenset[str], cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card in row)


def worth_a_search(cards: Sequence[str], pattern: str) -> bool:
    """What must be so at the least; nearly every hand fails it."""
    suits_fit = set(Counter(card[1] for card in cards).values()) <= {3, 5, 8, 10, 13}  # sums of 3, 5 and 5
    ranks_fit = tuple(sorted(rank(card) for card in cards)) in ranks_of_three_straights()
    needed = {
        "three_straights": [ranks_fit],
        "three_flushes": [suits_fit],
        "three_straight_flushes": [suits_fit, ranks_fit],
    }
    return all(needed[pattern])


@cache
def ranks_of_three_straights() -> set[tuple[int, ...]]:
    """The ranks that three straights use up, for every choice of the straights."""
    found = set()
    for front in range(1, 13):
        for middle, back in combinations_with_replacement(range(1, 11), 2):
            ranks = [*range(front, front + 3), *range(middle, middle + 5), *range(back, back + 5)]
            found.add(tuple(sorted(14 if each == 1 else each for each in ranks)))
    return found


# ---------------------------------------------------------------- naturals that are counted


def how_often(cards: Sequence[str]) -> list[int]:
    """How many cards there are of each rank that is there."""
    return list(Counter(rank(card) for card in cards).values())


def six_pairs(cards: Sequence[str]) -> bool:
    """Four of a kind are two pairs; the odd card may be a third of its rank."""
    return sum(count // 2 for count in how_often(cards)) == 6


def thirteen_ranks(cards: Sequence[str]) -> bool:
    return len(how_often(cards)) == 13


def five_pairs_and_trips(cards: Sequence[str]) -> bool:
    """Three of a kind, and everything else in pairs; four of a kind are two pairs."""
    return sorted(count for count in how_often(cards) if count not in (2, 4)) == [3]


def four_trips_and_odd(cards: Sequence[str]) -> bool:
    return sum(count >= 3 for count in how_often(cards)) == 4


def three_quads_and_odd(cards: Sequence[str]) -> bool:
    return how_often(cards).count(4) == 3


def colour_split(cards: Sequence[str], minority: int) -> bool:
    red = sum(card[1] in RED for card in cards)
    return min(red, 13 - red) == minority


def rank_range(cards: Sequence[str], low: str, high: str) -> bool:
    allowed = RANK_ORDER[RANK_ORDER.index(low) : RANK_ORDER.index(high) + 1]
    return all(card[0] in allowed for card in cards)


def all_pictures(cards: Sequence[str]) -> bool:
    return sum(card[0] in PICTURES for card in cards) == 12


def no_pictures(cards: Sequence[str]) -> bool:
    return all(card[0] not in PICTURES for card in cards)


def one_suit(cards: Sequence[str]) -> bool:
    return is_flush(cards)


COUNTED: dict[str, Callable[..., bool]] = {
    "six_pairs": six_pairs,
    "thirteen_ranks": thirteen_ranks,
    "five_pairs_and_trips": five_pairs_and_trips,
    "four_trips_and_odd": four_trips_and_odd,
    "three_quads_and_odd": three_quads_and_odd,
    "colour_split": colour_split,
    "rank_range": rank_range,
    "all_pictures": all_pictures,
    "no_pictures": no_pictures,
    "one_suit": one_suit,
}


# ---------------------------------------------------------------- what a hand holds, and what of it counts


def holds(cards: Sequence[str], natural: Natural, layouts=layouts_by_search) -> bool:
    if len(cards) != 13:
        return False
    if natural.pattern in LAYOUTS:
        if layouts is layouts_by_search:
            return can_be_laid_out(tuple(cards), natural.pattern)
        return any(True for _ in layouts(cards, natural.pattern))
    return COUNTED[natural.pattern](cards, **natural.args)


def held(cards: Sequence[str], system: System, layouts=layouts_by_search) -> list[Natural]:
    """In the order of the system's list."""
    return [natural for natural in system.naturals if holds(cards, natural, layouts)]


def that_counts(held: list[Natural], declared: str | None, system: System) -> Natural | None:
    """The one declared, if it is held, even where a better one is.

    Where none needs declaring, the most valuable; among those the highest in rank, and then the first of the list.
    """
    if system.must_declare:
        return next((natural for natural in held if natural.id == declared), None)
    return max(held, key=lambda natural: (natural.value, natural.rank), default=None)

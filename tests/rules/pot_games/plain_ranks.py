"""Hands of pot games ranked plainly, from the words of the rules and without tables: a greater key is a better hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
Key = tuple[object, ...]


def _values(cards: list[str]) -> list[int]:
    """2 to 14."""
    return sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)


def _groups(values: list[int]) -> tuple[list[int], list[int]]:
    """How often each value occurs, most often first, and the values in that order."""
    counted = sorted(Counter(values).items(), key=lambda each: (each[1], each[0]), reverse=True)
    return [count for _, count in counted], [value for value, _ in counted]


def _straight(values: list[int], lowest: list[int]) -> int | None:
    """The highest card of a straight; the ace counts low in `lowest` only."""
    if values == lowest:
        return lowest[1]
    return values[0] if values == list(range(values[0], values[0] - 5, -1)) else None


def _class_of(cards: list[str], lowest: list[int]) -> tuple[str, list[int]]:
    values = _values(cards)
    counts, by_count = _groups(values)
    flush = len({card[1] for card in cards}) == 1
    straight = _straight(values, lowest)
    if straight:
        return ("straight flush" if flush else "straight"), [straight]
    if flush:
        return "flush", values
    names = {(4, 1): "quads", (3, 2): "full house", (3, 1, 1): "trips", (2, 2, 1): "two pairs"}
    names |= {(2, 1, 1, 1): "pair"}
    return names.get(tuple(counts), "high card"), by_count


_UP = [
    "high card",
    "pair",
    "two pairs",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
]


def high(cards: list[str]) -> Key:
    name, values = _class_of(cards, [14, 5, 4, 3, 2])
    return (_UP.index(name), values)


def short_deck(cards: list[str]) -> Key:
    order = [
        "high card",
        "pair",
        "two pairs",
        "trips",
        "straight",
        "full house",
        "flush",
        "quads",
        "straight flush",
    ]
    name, values = _class_of(cards, [14, 9, 8, 7, 6])
    return (order.index(name), values)


def soko(cards: list[str]) -> Key:
    return _soko(cards, ["high card", "pair", "four-straight", "four-flush", *_UP[2:]], equal=False)


def soko_equal(cards: list[str]) -> Key:
    """Four in sequence and four of a suit are equal in kind, and rank by the four cards, then the fifth."""
    return _soko(cards, ["high card", "pair", "four", *_UP[2:]], equal=True)


def _soko(cards: list[str], order: list[str], *, equal: bool) -> Key:
    name, values = _class_of(cards, [14, 5, 4, 3, 2])
    fours = []
    for four in combinations(cards, 4) if name in ("high card", "pair") else []:
        of_four = _values(list(four))
        (fifth,) = _values([card for card in cards if card not in four])
        if len({card[1] for card in four}) == 1:
            fours.append((order.index("four" if equal else "four-flush"), [*of_four, fifth]))
        run = [4, 3, 2, 1] if of_four == [14, 4, 3, 2] else of_four
        if run == list(range(run[0], run[0] - 4, -1)):
            fours.append((order.index("four" if equal else "four-straight"), [*run, fifth]))
    return max(fours) if fours else (order.index(name), values)


def ace_to_five(cards: list[str]) -> Key:
    values = [1 if value == 14 else value for value in _values(cards)]
    counts, by_count = _groups(values)
    return ([-count for count in counts], [-value for value in by_count])


def eight_low(cards: list[str]) -> Key | None:
    """None: no low hand."""
    values = sorted((1 if value == 14 else value for value in _values(cards)), reverse=True)
    if len(set(values)) < 5 or values[0] > 8:
        return None
    return ([-value for value in values],)


def deuce_to_seven(cards: list[str]) -> Key:
    name, values = _class_of(cards, [])
    return (-_UP.index(name), [-value for value in values])


def badugi(cards: list[str]) -> Key:
    found: list[Key] = []
    for size in range(1, 5):
        for some in combinations(cards, size):
            values = sorted((1 if value == 14 else value for value in _values(list(some))), reverse=True)
            if len(set(values)) == size == len({card[1] for card in some}):
                found.append((size, [-value for value in values]))
    return max(found)


ORDERS = {
    "high": high,
    "soko": soko,
    "soko_equal": soko_equal,
    "short_deck": short_deck,
    "ace_to_five": ace_to_five,
    "eight_low": eight_low,
    "deuce_to_seven": deuce_to_seven,
}

"""Thirteen cards dealt so that they hold a natural; None where the cards that are left do not allow it."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.plain.closed.naturals import PICTURES, RED
from tests.plain.deals import dragon, six_pairs, three_flushes
from tests.plain.scorer import RANK_ORDER, rank

SUITS = "cdhs"
DECK = [name + suit for name in RANK_ORDER for suit in SUITS]
Cards = list[str]


def of_rank(left: Cards, name: str) -> Cards:
    return [card for card in left if card[0] == name]


def names_of(left: Cards, size: int) -> list[str]:
    """The ranks of which there are so many cards left."""
    return [name for name in RANK_ORDER if len(of_rank(left, name)) >= size]


def and_odd(chance: random.Random, left: Cards, hand: Cards) -> Cards:
    return [*hand, chance.choice([card for card in left if card not in hand])]


def some_of(chance: random.Random, left: Cards, size: int = 13) -> Cards | None:
    return chance.sample(left, size) if len(left) >= size else None


def run(low: int, size: int) -> list[str]:
    return ["A" if each == 1 else RANK_ORDER[each - 2] for each in range(low, low + size)]


# ---------------------------------------------------------------- one hand


def three_straights(
    chance: random.Random, left: Cards, lows: tuple[int, int, int] | None = None
) -> Cards | None:
    hand: Cards = []
    lows = lows or some_lows(chance)
    for low, size in zip(lows, (3, 5, 5), strict=True):
        suits = [chance.choice(SUITS)] if chance.random() < 0.1 else SUITS  # a straight flush, perhaps
        for name in run(low, size):
            free = [card for card in of_rank(left, name) if card not in hand]
            if not free:
                return None
            hand.append(chance.choice([card for card in free if card[1] in suits] or free))
    return hand


def some_lows(chance: random.Random) -> tuple[int, int, int]:
    return chance.randrange(1, 13), chance.randrange(1, 11), chance.randrange(1, 11)


def three_straight_flushes(chance: random.Random, left: Cards) -> Cards | None:
    hand: Cards = []
    for low, size in zip(some_lows(chance), (3, 5, 5), strict=True):
        suits = [
            suit
            for suit in SUITS
            if all(name + suit in left and name + suit not in hand for name in run(low, size))
        ]
        if not suits:
            return None
        suit = chance.choice(suits)
        hand += [name + suit for name in run(low, size)]
    return hand


def five_pairs_and_trips(chance: random.Random, left: Cards) -> Cards | None:
    threes = names_of(left, 3)
    if not threes:
        return None
    three = chance.choice(threes)
    hand = chance.sample(of_rank(left, three), 3)
    rest = [card for card in left if card[0] != three]
    for _ in range(5):
        names = names_of([card for card in rest if card not in hand], 2)
        if not names:
            return None
        hand += chance.sample([card for card in of_rank(rest, chance.choice(names)) if card not in hand], 2)
    return hand


def four_trips(chance: random.Random, left: Cards) -> Cards | None:
    names = names_of(left, 3)
    if len(names) < 4:
        return None
    hand = [card for name in chance.sample(names, 4) for card in chance.sample(of_rank(left, name), 3)]
    return and_odd(chance, left, hand)


def three_quads(chance: random.Random, left: Cards) -> Cards | None:
    names = names_of(left, 4)
    if len(names) < 3:
        return None
    return and_odd(chance, left, [card for name in chance.sample(names, 3) for card in of_rank(left, name)])


def all_pictures(chance: random.Random, left: Cards) -> Cards | None:
    pictures = [card for card in left if card[0] in PICTURES]
    return and_odd(chance, left, pictures) if len(pictures) == 12 else None


def one_suit(chance: random.Random, left: Cards) -> Cards | None:
    suits = [suit for suit in SUITS if sum(card[1] == suit for card in left) == 13]
    return [name + suit for suit in [chance.choice(suits)] for name in RANK_ORDER] if suits else None


def no_pictures(chance: random.Random, left: Cards) -> Cards | None:
    return some_of(chance, [card for card in left if card[0] not in PICTURES])


def rank_range(chance: random.Random, left: Cards, low: str, high: str) -> Cards | None:
    allowed = RANK_ORDER[RANK_ORDER.index(low) : RANK_ORDER.index(high) + 1]
    return some_of(chance, [card for card in left if card[0] in allowed])


def colour_split(chance: random.Random, left: Cards, minority: int) -> Cards | None:
    red = [card for card in left if card[1] in RED]
    black = [card for card in left if card[1] not in RED]
    many, few = chance.choice([(red, black), (black, red)])
    most, least = some_of(chance, many, 13 - minority), some_of(chance, few, minority)
    return [*most, *least] if most is not None and least is not None else None


DEALT: dict[str, Callable[..., Cards | None]] = {
    "three_straights": three_straights,
    "three_flushes": three_flushes,
    "six_pairs": six_pairs,
    "thirteen_ranks": dragon,
    "five_pairs_and_trips": five_pairs_and_trips,
    "four_trips_and_odd": four_trips,
    "colour_split": colour_split,
    "rank_range": rank_range,
    "three_quads_and_odd": three_quads,
    "three_straight_flushes": three_straight_flushes,
    "all_pictures": all_pictures,
    "one_suit": one_suit,
    "no_pictures": no_pictures,
}


def near_miss(chance: random.Random, left: Cards, pattern: str, **args) -> Cards | None:
    """A natural with one card exchanged; often none any more."""
    hand = DEALT[pattern](chance, left, **args)
    if hand:
        hand[chance.randrange(13)] = chance.choice([card for card in left if card not in hand])
    return hand


# ---------------------------------------------------------------- two hands, level or nearly


def twins(chance: random.Random, pattern: str) -> list[Cards]:
    """Two hands of a kind that differ little; fewer where it did not come out."""
    makers = {
        "three_straights": twin_straights, "three_flushes": twin_flushes, "six_pairs": twin_pairs,
    }  # fmt: skip
    hands: list[Cards] = []
    for _ in range(5 if pattern in makers else 0):
        if len(hands) < 2:
            hands = makers[pattern](chance)
    return hands


def twin_straights(chance: random.Random) -> list[Cards]:
    """Level, or with one straight another: the front, the lower or the higher of the fives."""
    lows = some_lows(chance)
    other = list(lows)
    change = chance.choice([None, 0, 0, lows.index(min(lows[1:]), 1), lows.index(max(lows[1:]), 1)])
    if change is not None:
        other[change] = some_lows(chance)[change]
    mine = three_straights(chance, DECK, lows)
    yours = three_straights(chance, [card for card in DECK if card not in (mine or [])], tuple(other))
    return [hand for hand in (mine, yours) if hand]


def twin_flushes(chance: random.Random) -> list[Cards]:
    """The same ranks in other suits, but for some cards: low ones, those of the small suit, or any."""
    first, second = chance.choice(["cd", "dc"])
    small = chance.choice([3, 5, 0])
    mine = [name + first for name in chance.sample(RANK_ORDER, 13 - small)]
    mine += [name + second for name in chance.sample(RANK_ORDER, small)]
    yours = in_other_suits(mine)
    lowest_first = sorted(range(13), key=lambda place: rank(yours[place]))
    places = chance.choice([lowest_first[:3], range(13 - small, 13), range(13)]) if small else range(13)
    for place in chance.sample(list(places), chance.choice([0, 1, 1, 2])):
        free = [name + yours[place][1] for name in RANK_ORDER if name + yours[place][1] not in yours]
        if free:
            yours[place] = chance.choice(free)
    return [mine, yours]


def twin_pairs(chance: random.Random) -> list[Cards]:
    """The same pairs but perhaps one; any odd card."""
    names = chance.sample(RANK_ORDER, 8)
    mine = [name + suit for name in names[:6] for suit in "cd"]
    others = names[:6] if chance.random() < 0.4 else [*chance.sample(names[:6], 5), names[6]]
    yours = [name + suit for name in others for suit in "hs"]
    mine = and_odd(chance, [card for card in DECK if card not in yours], mine)
    return [mine, and_odd(chance, [card for card in DECK if card not in mine], yours)]


def in_other_suits(cards: Cards) -> Cards:
    return [card[0] + {"c": "h", "d": "s", "h": "c", "s": "d"}[card[1]] for card in cards]

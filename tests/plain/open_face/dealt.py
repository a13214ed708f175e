"""Rows that players set: in order, and rich in royalties, ties and level rows. Settings are {"front", "middle", "back"}."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

from tests.plain import deals as usual
from tests.plain.open_face.cards import DECK, RANKS, ROWS, Cards, rank, without
from tests.plain.open_face.hand import out_of_order
from tests.plain.open_face.rows import value
from tests.plain.open_face.systems import Rules

Setting = dict[str, Cards]
OTHER_SUIT = {"c": "h", "d": "s", "h": "c", "s": "d"}
TRIES = 30


def legal(setting: Setting) -> bool:
    return not out_of_order({row: value(setting[row]) for row in ROWS}, Rules())


def cards_in(setting: Setting) -> Cards:
    return [card for row in ROWS for card in setting[row]]


# ---------------------------------------------------------------- thirteen cards, set sensibly


def set_well(chance: random.Random, cards: Cards) -> Setting:
    """In order, whatever the cards."""
    for _ in range(3):
        found = usual.set_rows(chance, cards)
        for middle, back in ((found.middle, found.back), (found.back, found.middle)):
            setting = {"front": found.front, "middle": middle, "back": back}
            if legal(setting):
                return setting
    return strongest(cards)


def strongest(cards: Cards) -> Setting:
    """The best five cards at the back, the best five of the rest in the middle: always in order."""
    back = list(max(combinations(cards, 5), key=value))
    rest = without(cards, back)
    middle = list(max(combinations(rest, 5), key=value))
    return {"front": without(rest, middle), "middle": middle, "back": back}


# ---------------------------------------------------------------- rigged settings


def straight(chance: random.Random, free: Cards) -> Cards | None:
    return usual.a_straight(chance.sample(free, min(26, len(free))))


def flush(chance: random.Random, free: Cards) -> Cards | None:
    return usual.a_flush(chance.sample(free, min(26, len(free))))


def wheel(chance: random.Random, free: Cards) -> Cards | None:
    if chance.random() < 0.3:
        return usual.straight_flush(chance, free, 1)
    by_rank = [[card for card in free if card[0] == name] for name in "A2345"]
    return [chance.choice(cards) for cards in by_rank] if all(by_rank) else None


def two_pairs(chance: random.Random, free: Cards) -> Cards | None:
    first = usual.of_a_rank(chance, free, 2)
    second = usual.of_a_rank(chance, [card for card in free if first and card[0] != first[0][0]], 2)
    rest = [card for card in free if first and second and card[0] not in (first[0][0], second[0][0])]
    return [*first, *second, chance.choice(rest)] if rest else None


def front_of(chance: random.Random, free: Cards) -> Cards | None:
    """Trips, a pair, or any three cards."""
    size = chance.choice([3, 3, 2, 2, 2, 0])
    same = usual.of_a_rank(chance, free, size) if size else []
    if same is None:
        return None
    rest = [card for card in free if not same or card[0] != same[0][0]]
    return [*same, *chance.sample(rest, 3 - len(same))]


RICH: list[Callable] = [
    two_pairs, straight, flush, usual.full_house, usual.full_house, usual.quads, usual.quads, usual.straight_flush,
    usual.royal_flush, usual.royal_flush,
]  # fmt: skip


def rich(chance: random.Random, free: Cards, kinds: list[Callable] = RICH) -> Setting | None:
    """Two good rows in order, and a front behind which they still are; often with royalties."""
    return arranged(chance, free, chance.choice(kinds), chance.choice(kinds))


def with_wheel(chance: random.Random, free: Cards) -> Setting | None:
    return arranged(chance, free, wheel, chance.choice([two_pairs, straight, straight, flush]))


def arranged(chance: random.Random, free: Cards, *kinds: Callable) -> Setting | None:
    for _ in range(TRIES):
        one = kinds[0](chance, free)
        two = kinds[1](chance, without(free, one)) if one else None
        if one and two and len(one) == len(two) == 5:
            middle, back = sorted((one, two), key=value)
            front = front_of(chance, without(free, [*one, *two]))
            if front and legal({"front": front, "middle": middle, "back": back}):
                return {"front": front, "middle": middle, "back": back}
    return None


def level(chance: random.Random, free: Cards) -> Setting | None:
    """Middle and back alike in rank; or front and middle, but for the middle's other two cards."""
    for _ in range(TRIES):
        pattern = chance.choice([level_straights, level_pairs, level_front])
        setting = pattern(chance)
        if set(cards_in(setting)) <= set(free) and legal(setting):
            return setting
    return None


def level_straights(chance: random.Random) -> Setting:
    low = chance.randrange(1, 11)
    names = ["A23456789TJQKA"[place - 1] for place in range(low, low + 5)]
    return with_any_front(chance, names, names)


def level_pairs(chance: random.Random) -> Setting:
    pair, *kickers = chance.sample(RANKS, 4)
    return with_any_front(chance, [pair, pair, *kickers], [pair, pair, *kickers])


def with_any_front(chance: random.Random, middle: list[str], back: list[str]) -> Setting:
    """Rows by rank, with suits that make no flush and no card twice."""
    rows = {
        "middle": [name + suit for name, suit in zip(middle, "chchc", strict=True)],
        "back": [name + suit for name, suit in zip(back, "dsdsd", strict=True)],
    }
    return {"front": chance.sample(without(DECK, rows["middle"] + rows["back"]), 3), **rows}


def level_front(chance: random.Random) -> Setting:
    """KKQ before KKQ72; or AKQ before AKQ95."""
    pair, *others = chance.sample(RANKS, 5)
    if chance.random() < 0.6:
        names = [pair, pair, *sorted(others[:3], key=rank, reverse=True)]
    else:
        names = sorted([pair, *others], key=rank, reverse=True)
    front = [name + suit for name, suit in zip(names[:3], "cdc", strict=True)]
    middle = [name + suit for name, suit in zip(names, "hsdch", strict=True)]
    free = without(DECK, front + middle)
    back = chance.choice([straight, flush, usual.full_house])(chance, free) or chance.sample(free, 5)
    return {"front": front, "middle": middle, "back": back}


# ---------------------------------------------------------------- two players alike


def twins(chance: random.Random) -> list[Setting]:
    """The same ranks in other suits, but for a few cards: rows tie."""
    red = [card for card in DECK if card[1] in "cd"]
    mine = None
    if chance.random() < 0.5:
        kinds = [straight, straight, flush, usual.straight_flush, usual.royal_flush, two_pairs, wheel]
        mine = rich(chance, red, kinds)
    mine = mine or set_well(chance, chance.sample(red, 13))
    for _ in range(TRIES):
        twin = exchanged(chance, {row: [card[0] + OTHER_SUIT[card[1]] for card in mine[row]] for row in ROWS})
        if legal(twin):
            return [mine, twin]
    return [mine]


def exchanged(chance: random.Random, twin: Setting) -> Setting:
    spare = [card for card in without(DECK, cards_in(twin)) if card[1] in "hs"]
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        row = twin[chance.choice(ROWS)]
        row[chance.randrange(len(row))] = spare.pop(chance.randrange(len(spare)))
    return twin

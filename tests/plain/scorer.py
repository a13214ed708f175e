"""A plain scorer of Thirteen Card Poker, written from the commission's sheet (document 004) by itself.

Slow and obvious on purpose: no arrays, no look-up tables, nothing of rules/. Where the sheet is silent it takes the
default readings that rules/clauses/readings.toml names. The tests compare rules/replay with it, hand by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product

RANK_ORDER = "23456789TJQKA"  # the sheet, "Automatic Winners": 2, 3, 4, ... Q, K, A
RANK_OF = {name: number for number, name in enumerate(RANK_ORDER, 2)}

KEPT = 1 << 16  # rows, and what they are: the same come again under each system

# "hand types from high to low are: royal flush, straight flush, four of a kind, full house, flush, straight, three of a
# kind, two pairs, one pair, high card" (5)
TYPES_HIGH_TO_LOW = [
    "royal_flush", "straight_flush", "quads", "full_house", "flush", "straight", "trips", "two_pairs", "pair",
    "high_card",
]  # fmt: skip


@dataclass
class Rules:
    """What one of the nine systems pays, in units."""

    two_of_three: int | None = None  # None: one unit a row
    sweep: int | None = None
    bonuses: bool = False
    natural: int | None = None
    surrender: int | None = None


SYSTEMS = {
    "wsgc-base": Rules(),
    "wsgc-2-4": Rules(two_of_three=2, sweep=4),
    "wsgc-1-6": Rules(two_of_three=1, sweep=6),
    "wsgc-base-bonuses": Rules(bonuses=True),
    "wsgc-2-4-bonuses": Rules(two_of_three=2, sweep=4, bonuses=True),
    "wsgc-1-6-bonuses": Rules(two_of_three=1, sweep=6, bonuses=True),
    "wsgc-naturals": Rules(natural=3),
    "wsgc-surrender": Rules(natural=3, surrender=2),
    "wsgc-full": Rules(two_of_three=2, sweep=4, bonuses=True, natural=3, surrender=2),
}

# "Straight Flush in Back/Middle Hand: 4 units" and the three below it; a royal flush is a straight flush.
BONUSES = {
    ("back", "royal_flush"): 4,
    ("back", "straight_flush"): 4,
    ("middle", "royal_flush"): 4,
    ("middle", "straight_flush"): 4,
    ("back", "quads"): 3,
    ("middle", "quads"): 3,
    ("middle", "full_house"): 1,
    ("front", "trips"): 2,
}


@dataclass
class Seat:
    """A player's thirteen cards as set: lists of two-character cards."""

    front: list[str]
    middle: list[str]
    back: list[str]
    surrendered: bool = False
    ruled_fouled: bool = False  # by the floor, whatever the cards

    @property
    def cards(self) -> list[str]:
        return self.front + self.middle + self.back


@dataclass
class Result:
    units: list[int | None]
    pairs: dict[tuple[int, int], int | None]
    fouled: list[bool]
    natural: list[set[str]] = field(default_factory=list)


# ---------------------------------------------------------------- what a row of cards is


def rank(card: str) -> int:
    return RANK_OF[card[0]]


def straight_high(ranks: Sequence[int]) -> int | None:
    """The high card of a straight: five (or three) different ranks in a row; the ace may stand below the deuce."""
    ordered = sorted(ranks)
    if len(set(ordered)) != len(ordered):
        return None
    if all(after == before + 1 for before, after in zip(ordered, ordered[1:], strict=False)):
        return ordered[-1]
    if ordered[-1] == 14:
        return straight_high([1, *ordered[:-1]])
    return None


def row_type(cards: Sequence[str]) -> str:
    """The name of a row. Straights and flushes of a three-card row are disregarded (5)."""
    return _row_type(tuple(cards))


@lru_cache(maxsize=KEPT)
def _row_type(cards: tuple[str, ...]) -> str:
    ranks = [rank(card) for card in cards]
    how_often = sorted(Counter(ranks).values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    if len(cards) == 5 and how_often == [1, 1, 1, 1, 1]:
        high = straight_high(ranks)
        if suited and high is not None:
            return "royal_flush" if high == 14 else "straight_flush"
        if suited:
            return "flush"
        if high is not None:
            return "straight"
    if how_often[0] == 4:
        return "quads"
    if how_often[0] == 3:
        return "full_house" if how_often[1:] == [2] else "trips"
    if how_often[0] == 2:
        return "two_pairs" if how_often[1] == 2 else "pair"
    return "high_card"


def value(cards: Sequence[str]) -> tuple[int, list[int]]:
    return _value(tuple(cards))


@lru_cache(maxsize=KEPT)
def _value(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """A row's value: two rows compare as their values do.

    The type first, then ranks: those that come more often before those that come less often, high before low. A row of
    three has no fourth and fifth card: where it is otherwise equal to a row of five it is the lower one.
    """
    kind = row_type(cards)
    ranks = [rank(card) for card in cards]
    strength = -TYPES_HIGH_TO_LOW.index(kind)
    if kind in ("straight", "straight_flush", "royal_flush"):
        high = straight_high(ranks)
        assert high is not None
        return strength, [high]
    often = Counter(ranks)
    return strength, sorted(ranks, key=lambda each: (often[each], each), reverse=True)


# ---------------------------------------------------------------- naturals, by trying every way to split the cards


def splits(cards: Sequence[str]) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Every way to split thirteen cards into three and two fives: 286 x 252 = 72,072 (each pair of fives both ways)."""
    for front in combinations(cards, 3):
        rest = [card for card in cards if card not in front]
        for middle in combinations(rest, 5):
            yield list(front), list(middle), [card for card in rest if card not in middle]


def splits_that_fit(
    cards: Sequence[str], fits: Callable[[Sequence[str]], bool]
) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Those of the splits in which every row fits. What can lie behind a row that does not is not looked at."""
    for front in combinations(cards, 3):
        if not fits(front):
            continue
        rest = [card for card in cards if card not in front]
        for middle in combinations(rest, 5):
            if fits(middle):
                back = [card for card in rest if card not in middle]
                if fits(back):
                    yield list(front), list(middle), back


def is_straight(cards: Sequence[str]) -> bool:
    return straight_high([rank(card) for card in cards]) is not None


def is_flush(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def naturals_by_force(cards: Sequence[str]) -> set[str]:
    """The naturals that thirteen cards hold, by looking at every split."""
    found = pairs_and_dragon(cards)
    for name, fits in (("three_straights", is_straight), ("three_flushes", is_flush)):
        if any(True for _ in splits_that_fit(cards, fits)):
            found.add(name)
    return found


def naturals_by_search(cards: Sequence[str]) -> set[str]:
    """The same, by laying out only rows that are straights, or only rows that are flushes."""
    found = pairs_and_dragon(cards)
    for name, rows in (("three_straights", straights), ("three_flushes", flushes)):
        if can_split(cards, rows):
            found.add(name)
    return found


def straights(cards: Sequence[str], size: int) -> list[frozenset[str]]:
    """Every straight of a size among the cards."""
    rows = []
    for low in range(1, 16 - size):
        names = ["A" if each == 1 else RANK_ORDER[each - 2] for each in range(low, low + size)]
        rows += [
            frozenset(row)
            for row in product(*([card for card in cards if card[0] == name] for name in names))
        ]
    return rows


def flushes(cards: Sequence[str], size: int) -> list[frozenset[str]]:
    """Every flush of a size among the cards."""
    by_suit = ([card for card in cards if card[1] == suit] for suit in "cdhs")
    return [frozenset(row) for suited in by_suit for row in combinations(suited, size)]


def can_split(cards: Sequence[str], rows: Callable[[Sequence[str], int], list[frozenset[str]]]) -> bool:
    threes = set(rows(cards, 3))
    for one, two in combinations(rows(cards, 5) if threes else [], 2):
        if not one & two and frozenset(cards) - one - two in threes:
            return True
    return False


def pairs_and_dragon(cards: Sequence[str]) -> set[str]:
    found = set()
    often = Counter(rank(card) for card in cards)
    if sum(count // 2 for count in often.values()) >= 6:  # four of a kind are two pairs
        found.add("six_pairs")
    if len(often) == 13:
        found.add("dragon")
    return found


# ---------------------------------------------------------------- what passes between players


def out_of_order(seat: Seat) -> bool:
    """ "The Middle hand must be higher in rank than the Front hand and the Back hand must be higher than the Middle" (5).

    A level middle and back is let stand. A floor's ruling stands whatever the cards.
    """
    if seat.ruled_fouled:
        return True
    front, middle, back = value(seat.front), value(seat.middle), value(seat.back)
    return front > middle or middle > back


def rows_won(mine: Seat, other: Seat) -> tuple[int, int]:
    won = lost = 0
    for one, two in ((mine.front, other.front), (mine.middle, other.middle), (mine.back, other.back)):
        if value(one) > value(two):
            won += 1
        elif value(one) < value(two):
            lost += 1
    return won, lost


def row_units(won: int, lost: int, rules: Rules) -> int:
    """Units of the player who won ``won`` rows and lost ``lost``."""
    if rules.two_of_three is None:
        return won - lost
    assert rules.sweep is not None
    if lost > won:
        return -row_units(lost, won, rules)
    if won == 3:
        return rules.sweep
    if won == 2:
        return rules.two_of_three
    return 0


def bonus(seat: Seat, rules: Rules) -> int:
    if not rules.bonuses:
        return 0
    total = 0
    for name, row in (("front", seat.front), ("middle", seat.middle), ("back", seat.back)):
        total += BONUSES.get((name, row_type(row)), 0)
    return total


def pair_units(mine: Seat, other: Seat, rules: Rules, naturals: tuple[set[str], set[str]]) -> int | None:
    """What ``mine`` gets from ``other``, in units; None where the system has no price for it."""
    if mine.surrendered or other.surrendered:
        if rules.surrender is None:
            return None
        if mine.surrendered and other.surrendered:
            return 0
        return -rules.surrender if mine.surrendered else rules.surrender
    if rules.natural is not None and any(naturals):
        return rules.natural * (bool(naturals[0]) - bool(naturals[1]))
    my_foul, other_foul = out_of_order(mine), out_of_order(other)
    if my_foul and other_foul:
        return 0
    if my_foul:
        return row_units(0, 3, rules) - bonus(other, rules)
    if other_foul:
        return row_units(3, 0, rules) + bonus(mine, rules)
    return row_units(*rows_won(mine, other), rules) + bonus(mine, rules) - bonus(other, rules)


def seat_units(place: int, pairs: dict[tuple[int, int], int | None]) -> int | None:
    total = 0
    for (a, b), units in pairs.items():
        if place in (a, b):
            if units is None:
                return None
            total += units if place == a else -units
    return total


def score(seats: Sequence[Seat], system: str, naturals=naturals_by_search) -> Result:
    """A whole deal: everybody against everybody."""
    rules = SYSTEMS[system]
    held = [naturals(seat.cards) if rules.natural is not None else set() for seat in seats]
    counted = [set() if seat.surrendered else each for seat, each in zip(seats, held, strict=True)]
    pairs = {
        (a, b): pair_units(seats[a], seats[b], rules, (counted[a], counted[b]))
        for a, b in combinations(range(len(seats)), 2)
    }
    units = [seat_units(place, pairs) for place in range(len(seats))]
    fouled = [
        out_of_order(seat) and not seat.surrendered and not natural
        for seat, natural in zip(seats, counted, strict=True)
    ]
    return Result(units, pairs, fouled, counted)

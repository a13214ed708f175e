"""What a row of cards is worth, jokers and other wheels included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from tests.plain.open_face.cards import JOKER, letter, rank
from tests.plain.open_face.systems import Rules

LOW_TO_HIGH = [
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush", "five_of_a_kind",
]  # fmt: skip
WHEEL = [2, 3, 4, 5, 14]
ONLY_BELOW_THE_HIGHEST = 13.5  # the wheel as the second highest straight

# The place of the hand in LOW_TO_HIGH, then ranks: those that come more often first, high before low; of a straight its
# high card alone. A row of three that is otherwise level with a row of five is below it, for it has no more ranks.
Value = tuple[int, tuple[float, ...]]


def value(row: Sequence[str], wheel: str = "lowest") -> Value:
    """The best that the row can be: two rows compare as their values do."""
    return max(values(tuple(row), wheel))


def name(worth: Value) -> str:
    return LOW_TO_HIGH[worth[0]]


@cache
def values(row: tuple[str, ...], wheel: str = "lowest") -> frozenset[Value]:
    """Everything that the row can be; one value where it holds no joker."""
    return frozenset(value_of(ranks, suited, wheel) for ranks, suited in stood_for(row))


def stood_for(row: Sequence[str]) -> Iterator[tuple[list[int], bool]]:
    """Ranks, and whether they are of one suit, for everything that the jokers can stand for.

    A joker stands for any card that is not in its own row, so that a flush has no rank twice; four of a rank and a joker
    are five of a kind all the same.
    """
    known = [card for card in row if card != JOKER]
    ranks, jokers = [rank(card) for card in known], len(row) - len(known)
    one_suit = len({card[1] for card in known}) <= 1
    if not jokers:
        yield ranks, one_suit
        return
    for others in combinations_with_replacement(range(2, 15), jokers):
        if max(Counter([*ranks, *others]).values()) <= 5:
            yield [*ranks, *others], False
    if one_suit:
        for others in combinations([each for each in range(2, 15) if each not in ranks], jokers):
            yield [*ranks, *others], True


def value_of(ranks: Sequence[int], suited: bool, wheel: str) -> Value:
    often = Counter(ranks)
    high = straight_high(ranks, wheel) if len(ranks) == 5 else None
    hand = hand_of(sorted(often.values(), reverse=True), suited and len(ranks) == 5, high)
    in_order = sorted(ranks, key=lambda each: (often[each], each), reverse=True)
    return LOW_TO_HIGH.index(hand), (high,) if "straight" in hand or hand == "royal_flush" else tuple(
        in_order
    )


def straight_high(ranks: Sequence[int], wheel: str) -> float | None:
    ordered = sorted(ranks)
    if ordered == WHEEL and wheel != "none":
        return {"lowest": 5, "second": ONLY_BELOW_THE_HIGHEST}[wheel]
    return ordered[-1] if ordered == list(range(ordered[0], ordered[0] + 5)) else None


def hand_of(how_often: list[int], suited: bool, high: float | None) -> str:
    """The name of a hand; three cards are never suited and never a straight."""
    if suited and high is not None:
        return "royal_flush" if high == 14 else "straight_flush"
    if suited:
        return "flush"
    if high is not None:
        return "straight"
    return {
        (5,): "five_of_a_kind", (4, 1): "quads", (3, 2): "full_house", (3, 1): "trips", (2, 2): "two_pairs", (2, 1): "pair",
        (3,): "trips",
    }.get(tuple(how_often[:2]), "high_card")  # fmt: skip


# ---------------------------------------------------------------- royalties


def royalty(row: str, worth: Value, rules: Rules) -> int:
    """What a legal hand earns with a row, from each opponent."""
    hand, high = name(worth), worth[1][0]
    if row == "front":
        return rules.table.get((row, hand, letter(int(high))), 0)
    units = rules.table.get((row, hand), 0)
    if hand == "royal_flush" and rules.royal_flush == "both":
        units += rules.table.get((row, "straight_flush"), 0)
    return units

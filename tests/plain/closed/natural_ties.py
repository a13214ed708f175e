"""Two naturals of the same kind: which is the higher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tests.plain.closed.naturals import LAYOUTS, layouts_by_force
from tests.plain.closed.systems import Natural
from tests.plain.scorer import rank, straight_high, value


def strength(
    cards: Sequence[str], natural: Natural, odd_card: bool = False, poker_hands: bool = False
) -> list:
    """Of two hands with this natural the one with the higher strength is higher; equal ones tie."""
    if natural.tiebreak == "pairs_high_to_low":
        return pairs_high_to_low(cards, odd_card)
    if natural.tiebreak == "back_middle_front":
        return list(strongest(tuple(sorted(cards)), natural.pattern, poker_hands))
    return []


def pairs_high_to_low(cards: Sequence[str], odd_card: bool) -> list[int]:
    """The rank of every pair; a rank with four cards comes twice. The odd card only where a reading says so."""
    often = Counter(rank(card) for card in cards)
    pairs = [each for each, count in often.items() for _ in range(count // 2)]
    odd = [each for each, count in often.items() if count % 2] if odd_card else []
    return [*sorted(pairs, reverse=True), *odd]


def row_value(cards: Sequence[str], pattern: str, poker_hands: bool) -> list:
    """ "Compare the highest (back) straights first": a straight by its high card, in one suit or not.

    Of three flushes "the player with the better back hand wins": a straight flush is the better hand. The other reading
    of three straights (``poker_hands``) compares them so, too.
    """
    if pattern == "three_straights" and not poker_hands:
        return [straight_high([rank(card) for card in cards])]
    return value(cards)


@cache
def strongest(cards: tuple[str, ...], pattern: str, poker_hands: bool = False) -> tuple:
    """Back, middle and front of the best way to lay the cards out: the best back, then middle, then front.

    From the best back downwards, until there is one whose rest can be laid out; among equal backs every one is tried.
    """
    fits, rows = LAYOUTS[pattern]

    def worth(row: Sequence[str]) -> list:
        return row_value(row, pattern, poker_hands)

    best: tuple = ()
    for back in sorted(map(tuple, map(sorted, rows(cards, 5))), key=worth, reverse=True):
        if best and worth(back) < best[0]:
            break
        rest = [card for card in cards if card not in back]
        for middle in map(sorted, rows(rest, 5)):
            front = [card for card in rest if card not in middle]
            if fits(front):
                best = max(best, (worth(back), worth(middle), front_value(front, pattern)))
    return best


def strongest_by_force(cards: Sequence[str], pattern: str, poker_hands: bool = False) -> tuple:
    return max(
        (
            row_value(back, pattern, poker_hands),
            row_value(middle, pattern, poker_hands),
            front_value(front, pattern),
        )
        for front, middle, back in layouts_by_force(cards, pattern)
    )


def front_value(front: Sequence[str], pattern: str) -> list[int]:
    """A run of three by its high card, ace-deuce-three the lowest; three of a suit by their ranks."""
    ranks = [rank(card) for card in front]
    if pattern == "three_flushes":
        return sorted(ranks, reverse=True)
    high = straight_high(ranks)
    assert high is not None
    return [high]

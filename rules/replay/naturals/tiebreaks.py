"""Two naturals of one kind compared by their strongest splits.

A straight flush is a straight among straights, and the best among flushes. PAGAT-special-six-pairs,
PAGAT-special-three-straights, PAGAT-special-three-flushes; AMB-SPEC-SIXPAIRS-TIE, AMB-SPEC-STRAIGHTS-TIE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from rules.cards import RANKS
from rules.replay.naturals.partitions import Row, rows_of, splits
from rules.replay.row_strengths import Scale
from rules.replay.scoring.natural_scores import NaturalRules, PricedNatural

Key = tuple[int, ...]
Strength = Callable[[Row], int]  # of a row of five
KEPT = 1024  # hands and their strongest splits


class _Kind(NamedTuple):
    pattern: str
    as_straights: bool
    ace_low: bool
    ace_low_second: bool
    straight_flush_counts: bool


def stronger(one: Row, other: Row, natural: PricedNatural, rules: NaturalRules, scale: Scale) -> int:
    """+1 where the first thirteen cards hold the better natural, -1 where the second do, 0 level."""
    mine, theirs = (_key(tuple(sorted(cards)), natural, rules, scale) for cards in (one, other))
    return (mine > theirs) - (mine < theirs)


def _key(cards: Row, natural: PricedNatural, rules: NaturalRules, scale: Scale) -> Key:
    if natural.tiebreak in ("pairs", "pairs_then_odd_card"):
        return _pairs(cards, odd_card=natural.tiebreak == "pairs_then_odd_card")
    if natural.by_rows:
        as_straights = natural.pattern == "three_straights" and natural.tiebreak != "poker_hands"
        flush_counts = rules.straight_flush_counts
        kind = _Kind(natural.pattern, as_straights, rules.ace_low, rules.ace_low_second, flush_counts)
        return _rows(cards, kind, scale)
    return ()


def _pairs(cards: Row, *, odd_card: bool) -> Key:
    counts = Counter(card >> 2 for card in cards)
    pairs = sorted((rank for rank, count in counts.items() for _ in range(count // 2)), reverse=True)
    odd = [rank for rank, count in counts.items() if count % 2]
    return (*pairs, *(odd if odd_card else ()))


@lru_cache(maxsize=KEPT)
def _rows(cards: Row, kind: _Kind, scale: Scale) -> Key:
    strength = scale.unsuited if kind.as_straights else scale.row
    if kind.pattern == "three_flushes" and kind.straight_flush_counts:
        return _flushes(cards, kind, strength)
    rows = rows_of(kind.pattern, kind.ace_low, straight_flushes=kind.straight_flush_counts)
    best: Key = ()
    for front, one, other in splits(cards, rows):
        fives = sorted((strength(one), strength(other)), reverse=True)
        best = max(best, (*fives, *_front(front, kind)))
    return best


def _flushes(cards: Row, kind: _Kind, strength: Strength) -> Key:
    suits = [tuple(card for card in cards if card & 3 == suit) for suit in range(4)]
    best: Key = ()
    for back, middle in product(range(4), repeat=2):
        one, left = _best_five(suits[back], strength)
        if not one:
            continue
        rest = {**dict(enumerate(suits)), back: left}
        other, rest[middle] = _best_five(rest[middle], strength)
        if other:
            (front,) = filter(None, rest.values())
            fives = sorted((strength(one), strength(other)), reverse=True)
            best = max(best, (*fives, *_front(front, kind)))
    return best


def _best_five(suited: Row, strength: Strength) -> tuple[Row, Row]:
    if len(suited) < 5:
        return (), suited
    best = max(combinations(suited, 5), key=strength) if len(suited) < 13 else suited[-5:]
    return best, tuple(card for card in suited if card not in best)


def _front(front: Row, kind: _Kind) -> Key:
    """A three-card flush by its ranks; a three-card straight by its highest, A-2-3 lowest. AMB-SPEC-WHEEL3."""
    ranks = sorted((card >> 2 for card in front), reverse=True)
    if kind.pattern == "three_flushes":
        return tuple(ranks)
    if ranks == [len(RANKS) - 1, 1, 0]:
        return (2 * len(RANKS) - 3 if kind.ace_low_second else 2,)
    return (2 * ranks[0],)

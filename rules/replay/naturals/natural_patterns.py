"""Patterns of naturals. WSGC-natural-list, PAGAT-special-*, MY-sp-*, VN-sp-*, SG-*, HG-sp-*, VAR-no-pictures; AMB-SPEC-*."""

from __future__ import annotations

from collections.abc import Callable

from rules.cards import RANKS
from rules.hands import Flags
from rules.replay.naturals import partitions
from rules.replay.naturals.counts import ONE_OF_EACH, RED, Codes, Thirteen, of_ranks
from rules.replay.scoring.natural_scores import NaturalRules, PricedNatural

Pattern = Callable[[Thirteen, NaturalRules, PricedNatural], Flags]


def holds(pattern: str, cards: Thirteen, rows: Codes, rules: NaturalRules, natural: PricedNatural) -> Flags:
    """(...,) whether thirteen cards hold a pattern. ``rows``: the cards as set, for naturals that must be set."""
    found = _PATTERNS[pattern](cards, rules, natural)
    if rules.layout == "as_set" and pattern in partitions.ROWS_OF:
        found = partitions.as_set(rows, found, pattern, rules)
    if natural.unless not in ("none", pattern):
        found = found & ~_PATTERNS[natural.unless](cards, rules, natural)
    return found


def thirteen_ranks(cards: Thirteen, _: NaturalRules, __: PricedNatural) -> Flags:
    found: Flags = cards.packed == ONE_OF_EACH
    return found


def six_pairs(cards: Thirteen, rules: NaturalRules, _: PricedNatural) -> Flags:
    """Six pairs and an odd card; four of a kind are two pairs or one by the rules."""
    return cards.twos_or_threes + (2 if rules.quads_as_two_pairs else 1) * cards.quads >= 6


def five_pairs_and_trips(cards: Thirteen, rules: NaturalRules, _: PricedNatural) -> Flags:
    """A triplet and five pairs; four of a kind are two pairs where the rules say so."""
    found: Flags = (cards.odd_ranks == 1) & (cards.triplets == 1)
    return found if rules.quads_as_two_pairs else found & (cards.quads == 0)


def four_trips_and_odd(cards: Thirteen, _: NaturalRules, __: PricedNatural) -> Flags:
    return cards.triplets + cards.quads >= 4


def three_quads_and_odd(cards: Thirteen, _: NaturalRules, __: PricedNatural) -> Flags:
    found: Flags = cards.quads == 3
    return found


def colour_split(cards: Thirteen, _: NaturalRules, natural: PricedNatural) -> Flags:
    """All cards of one colour but the natural's ``minority``."""
    red = cards.among(RED)
    found: Flags = (red == natural.minority) | (red == 13 - natural.minority)
    return found


def rank_range(cards: Thirteen, _: NaturalRules, natural: PricedNatural) -> Flags:
    """All cards within a range of ranks."""
    low, high = RANKS.index(natural.low), RANKS.index(natural.high)
    found: Flags = cards.among(of_ranks(RANKS[low : high + 1])) == 13
    return found


def all_pictures(cards: Thirteen, _: NaturalRules, natural: PricedNatural) -> Flags:
    """At least twelve picture cards."""
    return cards.among(of_ranks(natural.pictures)) >= 12


def no_pictures(cards: Thirteen, _: NaturalRules, natural: PricedNatural) -> Flags:
    found: Flags = cards.among(of_ranks(natural.pictures)) == 0
    return found


def one_suit(cards: Thirteen, _: NaturalRules, __: PricedNatural) -> Flags:
    return partitions.of_suits(cards, partitions.ONE_SUIT)


def three_straights(cards: Thirteen, rules: NaturalRules, _: PricedNatural) -> Flags:
    """Straights of five, five and three."""
    return partitions.three_straights(
        cards, ace_low=rules.ace_low, straight_flush_counts=rules.straight_flush_counts
    )


def three_flushes(cards: Thirteen, rules: NaturalRules, _: PricedNatural) -> Flags:
    """Flushes of five, five and three."""
    return partitions.three_flushes(
        cards, ace_low=rules.ace_low, straight_flush_counts=rules.straight_flush_counts
    )


def three_straight_flushes(cards: Thirteen, rules: NaturalRules, _: PricedNatural) -> Flags:
    """Straight flushes of five, five and three."""
    return partitions.three_straight_flushes(cards, ace_low=rules.ace_low)


_PATTERNS: dict[str, Pattern] = {
    each.__name__: each
    for each in (
        three_straights, three_flushes, six_pairs, thirteen_ranks, five_pairs_and_trips, four_trips_and_odd,
        colour_split, rank_range, three_quads_and_odd, three_straight_flushes, all_pictures, one_suit,
        no_pictures,
    )
}  # fmt: skip

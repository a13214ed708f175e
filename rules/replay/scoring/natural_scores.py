"""Naturals as a ruleset lists them."""

from __future__ import annotations

from msgspec import Struct

from rules.controls.sections import naturals as sections
from rules.controls.sections.naturals import Naturals


class PricedNatural(Struct, frozen=True):
    """A natural with its rank and units from each opponent; None: unpriced."""

    id: str
    pattern: str
    units: int | None
    rank: int
    tiebreak: str  # none, pairs, pairs_then_odd_card, back_middle_front or poker_hands
    low: str
    high: str
    minority: int
    pictures: str
    unless: str  # a pattern that must not hold as well, or none

    @property
    def by_rows(self) -> bool:
        """Whether two of them compare row by row."""
        return self.tiebreak in ("back_middle_front", "poker_hands")


class NaturalRules(Struct, frozen=True):
    """Rules of naturals: their value, and payment between two."""

    declare: str  # automatic or required
    waivable: bool
    layout: str  # any_partition or as_set
    quads_as_two_pairs: bool
    straight_flush_counts: bool
    ace_low: bool
    ace_low_second: bool  # A-2-3 ranks just below A-K-Q in a tie-break
    several: str  # highest, sum or claimed
    false_claim: str  # rows or foul
    in_all: bool  # the value is shared among the payers
    against_natural: str  # difference, higher_rank_full, higher_value_full or rows
    equal: str  # nobody or banker: the same natural twice
    equal_value: str  # nobody, rank or banker: two naturals of one value
    list: tuple[PricedNatural, ...]

    @property
    def only_declared(self) -> bool:
        """Whether an undeclared natural is played by its rows."""
        return self.declare == "required" and self.waivable


def naturals_of(naturals: Naturals, parts: int) -> NaturalRules | None:
    """The ruleset's naturals; None: it has none. WSGC-natural-*, PAGAT-special-*."""
    if not naturals.hands:
        return None
    return NaturalRules(
        declare=naturals.declare,
        waivable=naturals.waivable,
        layout=naturals.layout,
        quads_as_two_pairs=naturals.quads_as_two_pairs,
        straight_flush_counts=naturals.straight_flush_counts,
        ace_low=naturals.ace_low,
        ace_low_second=naturals.ace_low_rank == "second",
        several=naturals.several,
        false_claim=naturals.false_claim,
        in_all=naturals.in_all,
        against_natural=naturals.against_natural,
        equal=naturals.equal,
        equal_value=naturals.equal_value,
        list=tuple(_natural(each, parts) for each in naturals.hands),
    )


def _natural(hand: sections.Natural, parts: int) -> PricedNatural:
    return PricedNatural(
        id=hand.id,
        pattern=hand.pattern,
        units=None if hand.units is None else hand.units * parts,
        rank=hand.rank,
        tiebreak=hand.tiebreak,
        low=hand.low,
        high=hand.high,
        minority=hand.minority,
        pictures=hand.pictures,
        unless=hand.except_,
    )

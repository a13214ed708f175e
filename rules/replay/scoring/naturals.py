"""Naturals as a ruleset lists them: pattern, units, rank, tie-break."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.controls.ruleset import Ruleset


@dataclass(frozen=True)
class Natural:
    """A special hand: units that each opponent pays (None: the documents do not price it), and its rank."""

    id: str
    pattern: str
    units: int | None
    rank: int
    tiebreak: str  # none, pairs, pairs_then_odd_card, back_middle_front or poker_hands
    low: str
    high: str
    minority: int
    pictures: str
    unless: str  # a pattern that must not hold as well; none: no such

    @property
    def by_rows(self) -> bool:
        """Whether two of it are compared back by back, middle by middle and front by front."""
        return self.tiebreak in ("back_middle_front", "poker_hands")


@dataclass(frozen=True)
class NaturalRules:
    """How naturals count and what passes between two of them."""

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
    list: tuple[Natural, ...]

    @property
    def only_declared(self) -> bool:
        """Whether a natural that nobody declared is played by its rows."""
        return self.declare == "required" and self.waivable


def naturals_of(ruleset: Ruleset, parts: int) -> NaturalRules | None:
    """The naturals of a ruleset; None where it has none. WSGC-natural-*, PAGAT-special-*."""
    listed = ruleset.get("naturals.list")
    if not listed:
        return None

    def said(key: str, default: Any) -> Any:
        return ruleset.get(f"naturals.{key}", default)

    return NaturalRules(
        declare=said("declare", "automatic"),
        waivable=said("waivable", True),
        layout=said("layout", "any_partition"),
        quads_as_two_pairs=said("quads_as_two_pairs", True),
        straight_flush_counts=said("straight_flush_counts", True),
        ace_low=said("ace_low", True),
        ace_low_second=said("ace_low_rank", "lowest") == "second",
        several=said("several", "highest"),
        false_claim=said("false_claim", "rows"),
        in_all=said("against_ordinary", "value") == "value_in_all",
        against_natural=said("against_natural", "difference"),
        equal=said("equal", "nobody"),
        equal_value=said("equal_value", "nobody"),
        list=tuple(_natural(each, parts) for each in listed),
    )


def _natural(said: dict[str, Any], parts: int) -> Natural:
    units = said.get("units")
    return Natural(
        id=said["id"],
        pattern=said["pattern"],
        units=None if units is None else units * parts,
        rank=said.get("rank", 0),
        tiebreak=said.get("tiebreak", "none"),
        low=said.get("low", "2"),
        high=said.get("high", "A"),
        minority=said.get("minority", 0),
        pictures=said.get("pictures", "JQK"),
        unless=said.get("except", "none"),
    )

"""Naturals: hands of thirteen cards that win by themselves."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import Item, Section

NaturalPattern = Literal[
    "three_straights", "three_flushes", "six_pairs", "thirteen_ranks", "five_pairs_and_trips",
    "four_trips_and_odd", "colour_split", "rank_range", "three_quads_and_odd", "three_straight_flushes",
    "all_pictures", "one_suit", "no_pictures",
]  # fmt: skip
Tiebreak = Literal["none", "pairs", "pairs_then_odd_card", "back_middle_front", "poker_hands"]


class Natural(Item, frozen=True, kw_only=True):
    id: str
    pattern: NaturalPattern
    units: int | None = None  # None: the documents do not price it
    rank: int = 0
    tiebreak: Tiebreak = "none"
    low: str = "2"
    high: str = "A"
    minority: int = 0
    pictures: str = "JQK"
    except_: Literal["none"] | NaturalPattern = field(name="except", default="none")


class Naturals(Section, frozen=True, kw_only=True):
    declare: Literal["automatic", "required"] = "automatic"
    waivable: bool = True
    layout: Literal["any_partition", "as_set"] = "any_partition"
    quads_as_two_pairs: bool = True
    straight_flush_counts: bool = True
    ace_low: bool = True
    ace_low_rank: Literal["lowest", "second"] = "lowest"
    several: Literal["highest", "sum", "claimed"] = "highest"
    false_claim: Literal["rows", "foul"] = "rows"
    against_ordinary: Literal["value", "value_in_all"] = "value"
    against_natural: Literal["difference", "higher_rank_full", "higher_value_full", "rows"] = "difference"
    equal: Literal["nobody", "banker"] = "nobody"
    equal_value: Literal["nobody", "rank", "banker"] = "nobody"
    hands: tuple[Natural, ...] = field(name="list", default=())

    @property
    def in_all(self) -> bool:
        """Whether what a natural pays is shared among those who pay it."""
        return self.against_ordinary == "value_in_all"

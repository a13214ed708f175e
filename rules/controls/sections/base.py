"""What the sections of a ruleset have in common: a table, an item of a list, the names of rows and hands."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

HandName = Literal[
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush", "five_of_a_kind",
]  # fmt: skip
RowName = Literal["front", "middle", "back"]


class Section(Struct, frozen=True, kw_only=True):
    """A table of a ruleset."""


class Item(Section, frozen=True, kw_only=True):
    """A table of a list, with the clauses that it cites."""

    cite: str | tuple[str, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it cites."""
        return (self.cite,) if isinstance(self.cite, str) else self.cite

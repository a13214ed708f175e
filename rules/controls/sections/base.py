"""Structs that sections share, and names of rows and hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct

from rules.controls.sections.parameter_types import Clauses

HandName = Literal[
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush", "five_of_a_kind",
]  # fmt: skip
RowName = Literal["front", "middle", "back"]

_CITED: Mapping[str, Any] = {"cite": Clauses, "fixed": bool, "text": str}


class Section(Struct, frozen=True, kw_only=True):
    """A table of a ruleset with the clauses that it rests on.

    beside: the types of the keys that a file has about the table itself. cite: its clauses. fixed: files that extend this one
    cannot change it. text: the filed wording, in a card room's own controls.
    """

    beside: ClassVar[Mapping[str, Any]] = _CITED


class Plain(Section, frozen=True, kw_only=True):
    """A table that cites nothing by itself."""

    beside: ClassVar[Mapping[str, Any]] = {}


class Priced(Section, frozen=True, kw_only=True):
    """A table whose parameters come from clauses of their own. cited: the clause of each."""

    beside: ClassVar[Mapping[str, Any]] = {**_CITED, "cited": dict[str, str]}


class Item(Section, frozen=True, kw_only=True):
    """A table of a list, with the clauses that it cites."""

    cite: Clauses = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.cite,) if isinstance(self.cite, str) else self.cite

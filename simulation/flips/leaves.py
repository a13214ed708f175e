"""Leaves: single parameters of a ruleset, with place and kind of value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from rules.controls.parameters import general_path, parameters
from rules.controls.ruleset import Ruleset
from rules.controls.schema.kind_of import Kind, kind_of

Step = str | int
_NO_VALUES = ("cite", "cited", "text")  # keys that cite, or quote, and set nothing
_OWN_NAMES = ("id", "name", "level")  # keys that name an item, and set nothing; `royalty[].row` is a rule
_NOT_OF_HANDS = ("filing", "ruleset", "reading")  # sections that no audit consults


class Leaf(Struct, frozen=True):
    """A parameter. path: with names of list items. steps: keys and positions. clauses: its sources."""

    path: str
    steps: tuple[Step, ...]
    value: Any
    clauses: tuple[str, ...] = ()

    @property
    def game(self) -> str | None:
        """The pot game whose rule it is; None: of all."""
        return str(self.steps[2]) if self.steps[:2] == ("pot", "games") else None

    @property
    def general(self) -> str:
        """Path without names of items: `naturals.list[].units`."""
        return general_path(self.path)

    @property
    def kind(self) -> Kind | None:
        return kind_of([str(each) for each in self.steps])


def leaves(ruleset: Ruleset) -> Iterator[Leaf]:
    """Stated parameters; no citations or wording, and of items' names only those that are rules."""
    places = list(_places(ruleset.params, ()))
    for each, (steps, value) in zip(parameters(ruleset.params), places, strict=True):
        rule = each.role == "value" or (each.role == "name" and steps[-1] not in _OWN_NAMES)
        plain = steps[0] not in _NOT_OF_HANDS and not set(_NO_VALUES) & set(steps) and steps[-1] != "fixed"
        if plain and rule:
            yield Leaf(each.path, steps, value, each.clauses)


def _places(node: Any, steps: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], Any]]:
    """(steps, value) of every parameter, in order."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key != "cite":
                yield from _places(value, (*steps, key))
    elif isinstance(node, list) and any(isinstance(each, Mapping) for each in node):
        for place, each in enumerate(node):
            yield from _places(each, (*steps, place))
    else:
        yield steps, node

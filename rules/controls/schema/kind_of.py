"""What kind of value a ruleset file has at a place: which words, numbers or days are allowed there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from marshmallow import Schema, fields, validate

from rules.controls.schema import RulesetFile
from rules.controls.schema.house import LevelOfRecord
from rules.controls.schema.kinds import Cite, Day, Some, Switch
from rules.hands import FAMILIES
from rules.pot_hands import GAMES
from rules.record_levels import LEVELS

What = Literal["number", "switch", "day", "choice", "choices", "texts", "text"]


class Kind(NamedTuple):
    """words: what is allowed, where only some words are. least, most: of a number."""

    what: What
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


_TEXT = Kind("text")


def kind_of(steps: Sequence[str]) -> Kind | None:
    """The kind of the value at some keys; items of lists by their place. None where the schema has no such key."""
    return _kind(tuple(steps))


@lru_cache(maxsize=4096)
def _kind(steps: tuple[str, ...]) -> Kind | None:
    node: Any = RulesetFile()
    for step in steps:
        node = _below(node, step)
        if node is None:
            return None
    return _described(node)


def _below(node: Any, step: str) -> Any:
    if isinstance(node, fields.Nested):
        node = node.schema
    if isinstance(node, Schema):
        return next((each for name, each in node.fields.items() if (each.data_key or name) == step), None)
    if isinstance(node, fields.List) and step.isdecimal():
        return node.inner
    if isinstance(node, fields.Dict):
        return node.value_field
    if isinstance(node, LevelOfRecord) and step in (*FAMILIES, *GAMES):
        return node
    return None


def _described(node: Any) -> Kind:
    checks = node.validators
    words = next((tuple(map(str, each.choices)) for each in checks if isinstance(each, validate.OneOf)), ())
    if isinstance(node, Switch):
        return Kind("switch")
    if isinstance(node, Day):
        return Kind("day")
    if isinstance(node, LevelOfRecord):
        return Kind("choice", LEVELS)
    if isinstance(node, Some):
        return Kind("choices", node.words)
    if isinstance(node, fields.Integer):
        bounds = next((each for each in checks if isinstance(each, validate.Range)), None)
        return Kind("number", (), *((bounds.min, bounds.max) if bounds else (None, None)))
    if isinstance(node, Cite | fields.List):
        inner = _described(node.inner) if isinstance(node, fields.List) else _TEXT
        return Kind("texts", inner.words)
    return Kind("choice", words) if words else _TEXT

"""Words that a field may have, from the types of records."""

from __future__ import annotations

import re
from typing import Any, get_args

from msgspec import inspect

_STEP = re.compile(r"[^.\[\]]+|\[")


def words_at(union: Any, event: Any, path: str) -> tuple[str, ...]:
    """Words of an event's field; empty where its type lists none.

    ``union``: records of a format. ``event``: a tag. ``path``: such as `classes[1]` or `tables[0].stacks`.
    """
    kind = next((each for each in get_args(union) if each.__struct_config__.tag == event), None)
    if kind is None:
        return ()
    found: list[inspect.Type] = [inspect.type_info(kind)]
    for step in _STEP.findall(re.sub(r"\d+\]|\.\.\.\]", "", path)):
        found = [inner for each in found for inner in _inner(each, step)]
    words = (str(word) for each in found if isinstance(each, inspect.LiteralType) for word in each.values)
    return tuple(dict.fromkeys(words))


def _inner(kind: inspect.Type, step: str) -> list[inspect.Type]:
    if isinstance(kind, inspect.ListType) and step == "[":
        return _each(kind.item_type)
    if isinstance(kind, inspect.StructType):
        return [found for field in kind.fields if field.encode_name == step for found in _each(field.type)]
    return []


def _each(kind: inspect.Type) -> list[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        return _each(kind.type)
    return (
        [found for each in kind.types for found in _each(each)]
        if isinstance(kind, inspect.UnionType)
        else [kind]
    )

"""Values of any type of results with a text of one's own in every place for text."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

Text = Callable[[type[Struct], str], str]  # by type and field


def filled(kind: type[Struct], text: Text) -> Any:
    """A value of a type: every list has an item, every optional field a value."""
    hints = get_type_hints(kind)
    return kind(**{name: _value(hints[name], kind, name, text) for name in kind.__struct_fields__})


def _value(hint: Any, kind: type[Struct], name: str, text: Text) -> Any:
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        texts = [each for each in inside if each is str]
        rest = [each for each in inside if each is not types.NoneType]
        return _value((texts or rest)[0], kind, name, text)
    if origin is Literal:
        return inside[0]
    if origin in (list, Sequence):
        return [_value(inside[0], kind, name, text)]
    if origin is tuple:
        return tuple(_value(each, kind, name, text) for each in inside)
    if origin is dict:
        keys, values = inside
        return {_value(keys, kind, name, text): _value(values, kind, name, text)}
    if hint is dict or hint is Any:
        return {"key": text(kind, name)}
    if isinstance(hint, type) and issubclass(hint, Struct):
        return filled(hint, text)
    simple = {str: lambda: text(kind, name), bool: lambda: True, int: lambda: 1}
    return simple[hint]()


def types_in(kind: type[Struct]) -> Iterator[type[Struct]]:
    """A type and every type of its parts."""
    seen: set[type[Struct]] = set()
    todo = [kind]
    while todo:
        each = todo.pop()
        if each in seen:
            continue
        seen.add(each)
        yield each
        for hint in get_type_hints(each).values():
            todo += [
                inner for inner in _leaves(hint) if isinstance(inner, type) and issubclass(inner, Struct)
            ]


def _leaves(hint: Any) -> Iterator[Any]:
    inside = get_args(hint)
    if not inside or get_origin(hint) is Literal:
        yield hint
    for each in inside if get_origin(hint) is not Literal else ():
        yield from _leaves(each)


def has_text(hint: Any) -> bool:
    """Whether a value of a type can hold any text."""
    return any(each in (str, Any) for each in _leaves(hint))

"""Parameters of a ruleset by path, with clauses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from rules.controls.citing import NAMES, NUMBERED, as_list, called

Role = Literal["value", "name", "citation"]
_ITEM = re.compile(r"\[[^\]]*\]")
_NAMED = re.compile(
    r"^(pot\.games|pot\.mixes|irregularities\.procedure)\.([^.\[]+)(?=\.)"
)  # tables that a file names


class Parameter(NamedTuple):
    """One parameter.

    cites: of its table, else the nearest around. clauses: the one that prices it, else all. role: value, item's name, or
    pricing clause.
    """

    path: str
    value: Any
    cites: tuple[str, ...]
    clauses: tuple[str, ...]
    role: Role


def parameters(params: Mapping[str, Any]) -> Iterator[Parameter]:
    """Parameters in order of the ruleset.

    Items of lists are named by id, or by row and hand: `naturals.list[dragon].units`, `royalty[back quads].units`.
    """
    return _walk(params, "", (), {}, "value")


def general_path(path: str) -> str:
    """Path with `[]` for each name: `naturals.list[].units`."""
    return _NAMED.sub(r"\1[]", _ITEM.sub("[]", path))


def as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(as_text, value)) or "none"
    return str(value)


def _walk(
    node: Any, path: str, cited: tuple[str, ...], priced: Mapping[str, str], role: Role
) -> Iterator[Parameter]:
    if isinstance(node, Mapping):
        own = tuple(as_list(node.get("cite", [])))
        here = node.get("cited", {} if own else priced)
        for key, value in node.items():
            if key != "cite":
                inner = f"{path}.{key}" if path else key
                yield from _walk(value, inner, own or cited, here, _role(role, path, key, value))
    elif isinstance(node, list) and any(isinstance(each, Mapping) for each in node):
        for name, each in zip(_names(node), node, strict=True):
            yield from _walk(each, f"{path}[{name}]", cited, priced, role)
    else:
        price = priced.get(path.rpartition(".")[2]) if role == "value" else None
        yield Parameter(path, node, cited, (price,) if price else cited, role)


def _role(role: Role, path: str, key: str, value: Any) -> Role:
    if key == "cited":
        return "citation"
    named = (key in NAMES and isinstance(value, str)) or key in NUMBERED
    return "name" if named and path.endswith("]") else role


def _names(items: list[Any]) -> Iterator[str]:
    """Names of the items of a list; repeated ones get a number."""
    seen: Counter[str] = Counter()
    for place, item in enumerate(items):
        name = called(item) if isinstance(item, Mapping) else ""
        name = name or str(place)
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"

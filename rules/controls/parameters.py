"""Every parameter of a ruleset by its path, with the clauses that it comes from."""

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

    cites: clauses that its table cites, else those of the nearest table around it. clauses: the one that prices it (`cited`),
    else all. role: a value, the name of an item of a list, or the clause that prices another parameter.
    """

    path: str
    value: Any
    cites: tuple[str, ...]
    clauses: tuple[str, ...]
    role: Role


def parameters(params: Mapping[str, Any]) -> Iterator[Parameter]:
    """Every parameter, in the order of the ruleset.

    `rows.table.3-0-0`; the items of a list of tables by id, or by the row and the hand that they price:
    `naturals.list[dragon].units`, `royalty[back quads].units`.
    """
    return _walk(params, "", (), {}, "value")


def general_path(path: str) -> str:
    """A path with `[]` in place of the name of an item, a game, a mix or a procedure: `naturals.list[].units`."""
    return _NAMED.sub(r"\1[]", _ITEM.sub("[]", path))


def as_text(value: Any) -> str:
    """A parameter's value as text for people."""
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
    """The names of the items of a list; repeated names get a number."""
    seen: Counter[str] = Counter()
    for place, item in enumerate(items):
        name = called(item) if isinstance(item, Mapping) else ""
        name = name or str(place)
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"

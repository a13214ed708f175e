"""Citations by path, and names of items of lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.clauses import CONVENTION

STEP = re.compile(
    r"([^.\[\]]+)(?:\[([^\]]*)\])?"
)  # a key, and the name of an item where the key is of a list
NUMBERED = ("level", "chip")  # an item may be named by a number: `event.level[level 4]`
NAMES = ("id", "name", "row", "hand", "rank")  # or by these keys: `royalty[front pair Q]`


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def called(item: Mapping[str, Any]) -> str:
    """Name of an item: its names, else its number, else empty."""
    words = [each for each in (item.get(key) for key in NAMES) if isinstance(each, str)]
    numbered = [f"{key} {item[key]}" for key in NUMBERED if key in item]
    return " ".join(words) or " ".join(numbered)


def citations(params: Mapping[str, Any], path: str) -> list[str]:
    """Clauses of a parameter, else of the nearest table around it; no conventions.

    `royalty[back quads]` is one item. A clause that prices the parameter (`cited`) comes first; an uncited table inside with
    other parameters then has none.
    """
    node: Any = params
    found: list[str] = []
    priced: Mapping[str, str] = {}
    for key, label in STEP.findall(path):
        node = node.get(key) if isinstance(node, Mapping) else None
        if key in priced and node is not None:
            found = [priced[key]]
        tables = [each for each in as_list(node) if isinstance(each, Mapping)]
        if label:
            tables = [each for each in tables if called(each) == label][:1]
            node = tables[0] if tables else None
        own = [clause for table in tables for clause in as_list(table.get("cite", []))]
        elsewhere = (
            tables and priced and key not in priced and not any(set(priced) & set(each) for each in tables)
        )
        found = own or ([] if elsewhere else found)
        if isinstance(node, Mapping):
            priced = node.get("cited", {} if own else priced)
    return [clause for clause in dict.fromkeys(found) if clause != CONVENTION]

"""Parts of the OpenAPI document, and of the formats of files beside it, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

FORMATS = tuple(f"/v1/formats/cardroom-{each}-1" for each in ("log", "tournament", "ledger"))


def within(value: Any, path: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """(JSON pointer, object) of each object in a document."""
    if isinstance(value, dict):
        yield path, value
        for name, each in value.items():
            yield from within(each, f"{path}/{name.replace('/', '~1')}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from within(each, f"{path}/{place}")


def patterns(document: Any) -> dict[str, str]:
    """The patterns of a document, by where they are."""
    return {path: each["pattern"] for path, each in within(document) if isinstance(each.get("pattern"), str)}


def generated_names(components: dict[str, Any]) -> dict[str, str]:
    """What generators of clients call the objects within components: the component's name, then the member's. Where it is."""
    found = {}
    for name, component in components.items():
        for member, schema in component.get("properties", {}).items():
            for part, each in _inline(schema):
                title = each.get("title") or member
                made = f"{name}{_in_capitals(title)}{part}"
                found[made] = f"{name}.{member}"
    return found


def _inline(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(What follows the name of a member, schema) of the objects that a member's schema has in itself."""
    if schema.get("type") in ("object", ["object", "null"]):
        yield "", schema
    if isinstance(schema.get("additionalProperties"), dict):
        yield from (
            (f"AdditionalProperty{part}", each) for part, each in _inline(schema["additionalProperties"])
        )
    if isinstance(schema.get("items"), dict):
        yield from ((f"Item{part}", each) for part, each in _inline(schema["items"]))
    for kind in ("anyOf", "oneOf", "allOf"):
        for place, each in enumerate(schema.get(kind, ())):
            yield from ((f"Type{place}{part}", one) for part, one in _inline(each))


def _in_capitals(name: str) -> str:
    return "".join(each[:1].upper() + each[1:] for each in name.replace("-", "_").split("_"))

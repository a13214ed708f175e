"""Fields of resources whose value is one of the rules' own types: the OpenAPI document refers to its component."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

REF = "#/components/schemas/{name}"


def reference(component: str) -> dict[str, str]:
    """Reference to a component of the document."""
    return {"$ref": REF.format(name=component)}


class ComponentField(ma.fields.Raw):
    """A value that a component describes, which `components` makes of a type of the rules."""

    def __init__(self, component: str, **options: Any) -> None:
        super().__init__(**options)
        self.component = component


def reference_of_field(_: Any, field: ma.fields.Field, **__: Any) -> dict[str, Any]:
    """The reference of such a field for the document; nothing of another one: apispec calls it."""
    if not isinstance(field, ComponentField):
        return {}
    found = reference(field.component)
    return {"anyOf": [found, {"type": "null"}]} if field.allow_none else found

"""Structs of answers, and their components in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

_REF = "#/components/schemas/{name}"
_SUFFIX = "Resource"  # of a struct's name; its component's has none
_NAMES = {"AuditDocument": "Report"}  # "Audit" is the resource
_ANSWERED: dict[str, type[Struct]] = {}


class Resource(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of answers. Members keep the order of fields; UNSET ones are left out."""


Shown = TypeVar("Shown", bound=Struct)
Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]  # ISO
Links = dict[str, str]
DoneWith = Annotated[str | None, Meta(description="the key that it was done with, by its id")]


def reference(name: str) -> dict[str, str]:
    """Reference to a component of the document."""
    return {"$ref": _REF.format(name=name)}


def component(name: str) -> Any:
    """Type of a member whose component no struct has."""
    return Annotated[Any, Meta(extra_json_schema=reference(name))]


def means(text: str, **more: Any) -> Meta:
    """Meaning of a member, for the document. more: further JSON Schema."""
    return Meta(description=text, extra_json_schema=more or None)


def shown(kind: type[Shown], record: object, /, **members: Any) -> Shown:
    """A resource of a record: members that are not given are its attributes of the same names."""
    names = [each for each in kind.__struct_fields__ if each not in members and hasattr(record, each)]
    return kind(**{each: getattr(record, each) for each in names}, **members)


def shown_or_none(kind: type[Shown], record: object | None) -> Shown | None:
    """A resource of a record; None of None."""
    return None if record is None else shown(kind, record)


class PaginationResource(Resource, frozen=True):
    """Place of a page in its list. previous_page, next_page: None where there is none."""

    total: Annotated[int, means("items in all pages")]
    total_pages: int
    page: int
    page_size: int
    previous_page: int | None
    next_page: int | None


def page_struct(name: str, member: str, item: Any, beside: Mapping[str, Any] | None = None) -> type[Struct]:
    """Struct of a page of a list. name: of its component; member: of the items; beside: members of the list as a whole."""
    fields = [(member, list[item]), *(beside or {}).items(), ("pagination", PaginationResource)]
    return msgspec.defstruct(f"{name}{_SUFFIX}", fields, bases=(Resource,), frozen=True)


def component_of(kind: type[Struct]) -> str:
    """Name of a struct's component, which `answer_components` makes."""
    _ANSWERED[kind.__name__] = kind
    return _published(kind.__name__)


def answer_components(*others: type[Struct]) -> dict[str, dict[str, Any]]:
    """Schemas, by component, of the structs of answers, of others, and of the types in them."""
    _, parts = msgspec.json.schema_components([*_ANSWERED.values(), *others], ref_template=_REF)
    return {_published(name): _of_struct(name, part) for name, part in parts.items()}


def _published(name: str) -> str:
    return _NAMES.get(name, name.removesuffix(_SUFFIX))


def _of_struct(name: str, part: dict[str, Any]) -> dict[str, Any]:
    if not name.endswith(_SUFFIX):
        return {**_renamed(part), "title": _published(name)}
    made = {key: value for key, value in part.items() if key not in ("title", "description")}
    return {**made, "properties": {key: _plain(value) for key, value in made["properties"].items()}}


def _renamed(part: Any) -> Any:
    """A schema that refers to components, without ``items: false``, which apispec takes for a name."""
    if isinstance(part, list):
        return [_renamed(each) for each in part]
    if not isinstance(part, dict):
        return part
    made = {key: _renamed(value) for key, value in part.items() if not (key == "items" and value is False)}
    if isinstance(made.get("$ref"), str):
        made["$ref"] = made["$ref"].removesuffix(_SUFFIX)
    return made


def _plain(part: dict[str, Any]) -> dict[str, Any]:
    """A member's schema in the form of requests': null as a second type, words typed, objects open."""
    made: dict[str, Any] = _renamed(part)
    if "anyOf" in made and "type" in made["anyOf"][0]:
        value = _plain(made.pop("anyOf")[0])
        made |= {**value, "type": [value["type"], "null"]}
    if "items" in made:
        made["items"] = _plain(made["items"])
    if "enum" in made:
        made["type"] = "string"
    if made.get("type") == "object":
        made["additionalProperties"] = _plain(made.get("additionalProperties", {}))
    return made

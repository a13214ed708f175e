"""Structs of answers: how they are made of records, and what the OpenAPI document says of them."""

from typing import Annotated, Any, Literal

import marshmallow as ma
import msgspec
import pytest
from msgspec import UNSET, Struct, UnsetType, field

from auditor.http import answer_structs
from auditor.http.answer_structs import (
    Day,
    Links,
    Resource,
    answer_components,
    component_of,
    means,
    page_struct,
    shown,
    shown_or_none,
)
from auditor.http.problem_answers import problem_of
from auditor.store.rows import HoldRecord
from rules.results import LogFacts


class DrawerResource(Resource, frozen=True):
    """A drawer of a cabinet."""

    number: Annotated[int, means("from the top, from 1")]
    label: str | None


class CabinetResource(Resource, frozen=True, kw_only=True):
    """A cabinet."""

    from_: Day | None = field(name="from")
    kind: Literal["oak", "steel"]
    bought: Annotated[Day | None, means("null: not on record")]
    sold: str | UnsetType = UNSET
    drawers: list[DrawerResource]
    top: Annotated[DrawerResource | None, means("null: it is open")]
    notes: Annotated[list[str] | None, means("in their order")]
    counts: dict[str, int] | None
    sizes: dict[str, Any]
    facts: LogFacts
    links: Links


DRAWER = {"$ref": "#/components/schemas/Drawer"}
PROPERTIES = {
    "from": {"type": ["string", "null"], "format": "date"},
    "kind": {"type": "string", "enum": ["oak", "steel"]},
    "bought": {"type": ["string", "null"], "format": "date", "description": "null: not on record"},
    "sold": {"type": "string"},
    "drawers": {"type": "array", "items": DRAWER},
    "top": {"anyOf": [DRAWER, {"type": "null"}], "description": "null: it is open"},
    "notes": {"type": ["array", "null"], "items": {"type": "string"}, "description": "in their order"},
    "counts": {"type": ["object", "null"], "additionalProperties": {"type": "integer"}},
    "sizes": {"type": "object", "additionalProperties": {}},
    "facts": {"$ref": "#/components/schemas/LogFacts"},
    "links": {"type": "object", "additionalProperties": {"type": "string"}},
}


def test_a_component_is_made_of_a_struct_and_of_those_in_it():
    found = answer_components(CabinetResource)
    assert found["Cabinet"] == {
        "type": "object",
        "properties": PROPERTIES,
        "required": [each for each in PROPERTIES if each != "sold"],
        "additionalProperties": False,
    }
    assert found["Drawer"]["properties"] == {
        "number": {"type": "integer", "description": "from the top, from 1"},
        "label": {"type": ["string", "null"]},
    }
    assert found["LogFacts"]["title"] == "LogFacts"
    assert "CabinetResource" not in found


def test_a_page_has_its_items_by_their_name_and_its_place():
    struct = page_struct("DrawerPage", "drawers", DrawerResource)
    found = answer_components(struct)["DrawerPage"]
    assert found["properties"] == {
        "drawers": {"type": "array", "items": DRAWER},
        "pagination": {"$ref": "#/components/schemas/Pagination"},
    }


def test_a_struct_that_a_view_answers_with_is_a_component(monkeypatch):
    monkeypatch.setattr(answer_structs, "_ANSWERED", {})  # which other applications share
    assert component_of(DrawerResource) == "Drawer"
    assert "Drawer" in answer_components()


class Kept(Struct):
    number: int
    label: str | None
    colour: str


def test_a_resource_takes_the_members_of_its_names_from_a_record():
    assert shown(DrawerResource, Kept(3, "keys", "red")) == DrawerResource(3, "keys")
    assert shown(DrawerResource, Kept(3, "keys", "red"), label=None) == DrawerResource(3, None)
    assert shown_or_none(DrawerResource, None) is None


class RecordedResource(Resource, frozen=True):
    kind: str
    record: int


def test_members_may_have_any_name():
    assert shown(RecordedResource, object(), kind="log", record=7) == RecordedResource("log", 7)


def test_a_member_that_no_record_has_is_missed():
    hold = HoldRecord(1, "2026-03-14T09:12:44Z", "WA-0417", None, None, None, "case 7", None, None, None)
    with pytest.raises(TypeError, match="label"):
        shown(DrawerResource, hold, number=1)


def test_an_answer_has_its_members_in_the_order_of_the_fields_and_leaves_out_what_is_unset():
    made = CabinetResource(
        from_=None, kind="oak", bought=None, drawers=[], top=DrawerResource(1, None), notes=None, counts=None, sizes={},
        facts=None, links={},
    )  # fmt: skip
    assert msgspec.json.encode(made).decode() == (
        '{"from":null,"kind":"oak","bought":null,"drawers":[],"top":{"number":1,"label":null},"notes":null,"counts":null,'
        '"sizes":{},"facts":null,"links":{}}'
    )


def test_every_component_of_the_document_has_its_own_name(client):
    components = client.get("/v1/openapi.json").json["components"]["schemas"]
    assert [each for each in components if each.endswith(("Resource", "1"))] == []
    assert components["Hold"]["properties"]["until"] == {"type": ["string", "null"], "format": "date"}


def test_no_view_answers_with_a_schema_of_requests(app):
    """A schema of marshmallow describes what comes in; an answer has a struct, or is a file."""
    described = [
        (name, each["schema"])
        for name, view in app.view_functions.items()
        for responses in getattr(view, "_apidoc", {}).get("response", {}).get("responses", {}).values()
        for each in responses
        if isinstance(each, dict) and "schema" in each
    ]
    assert ("audits.one", "Audit") in described
    assert [each for each in described if isinstance(each[1], ma.Schema)] == []


def test_a_problem_has_no_member_that_the_document_lacks():
    with pytest.raises(TypeError, match="colour"):
        problem_of(409, "log-refused", "It is red.", colour="red")

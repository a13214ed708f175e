"""The parts of the OpenAPI document that are made of the rules' own types."""

from __future__ import annotations

from typing import Any

import msgspec
from apispec import APISpec

from auditor.http.answer_structs import answer_components
from auditor.http.blueprint import KEY_SCHEME
from auditor.http.component_fields import REF
from auditor.store.rows import INCIDENT_STATES
from rules.controls.difference import Difference
from rules.results import Correction, Finding
from rules.shown_hands import Exhibit

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_ANY_NUMBER = {"type": ["integer", "null"], "description": "null: of a room's gaming day as a whole"}
_TEXTS = {"type": "array", "items": _TEXT}
_LINKS = {"type": "object", "additionalProperties": _TEXT}
_DAY = {"type": ["string", "null"], "format": "date"}
_STATE = {
    "type": ["string", "null"],
    "enum": [*INCIDENT_STATES, None],
    "description": "what became of it; null: of no room, as in a what-if",
}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": REF.format(name=name)}


_CLAUSE = _object(id=_TEXT, source=_TEXT, statement=_TEXT, testable=_TEXT)
_BRIEF = _object(
    id=_TEXT,
    revision=_NUMBER,
    title=_TEXT,
    authority=_TEXT,
    family=_TEXT,
    digest=_TEXT,
    standing={"type": ["string", "null"], "description": "of a room's own controls; null: of the library"},
    in_force=_object(**{"from": _DAY, "until": _DAY}),
    links=_LINKS,
)
_CHECK_BRIEF = _object(
    code=_TEXT, name=_TEXT, kind=_TEXT, severity=_TEXT, summary=_TEXT, why=_TEXT, example=_TEXT, needs=_TEXT,
    clauses=_TEXTS, links=_LINKS,
)  # fmt: skip


def _with(base: dict[str, Any], **properties: Any) -> dict[str, Any]:
    return _object(**base["properties"], **properties)


def _correction(*left_out: str) -> dict[str, Any]:
    """A correction with the number of its session, without some of its fields."""
    _, parts = msgspec.json.schema_components([Correction], ref_template=REF)
    whole = parts["Correction"]["properties"]
    return _object(
        session_id=_NUMBER,
        **{name: part for name, part in whole.items() if name not in left_out},
        links=_LINKS,
    )


_WRITTEN = {
    "RulesetList": _object(library=_TEXT, rulesets={"type": "array", "items": _BRIEF}),
    "Ruleset": _with(
        _BRIEF,
        revisions={"type": "array", "items": _NUMBER},
        extends=_TEXTS,
        readings=_LINKS,
        params={"type": "object", "description": "the parameters in force, each with its clauses"},
        clauses={"type": "object", "additionalProperties": _CLAUSE},
    ),
    "RulesetDifferences": _object(
        a=_BRIEF,
        b=_BRIEF,
        differences={"type": "array", "items": _ref("Difference")},
        clauses={
            "type": "object",
            "description": "what the clauses cited say",
            "additionalProperties": _TEXT,
        },
    ),
    "CheckList": _object(checks={"type": "array", "items": _CHECK_BRIEF}),
    "Check": _with(
        _CHECK_BRIEF,
        documentation={"type": "string", "contentMediaType": "text/markdown"},
        cited={"type": "array", "items": _CLAUSE},
    ),
    "HandExplained": _object(
        session=_NUMBER,
        hand=_NUMBER,
        ruleset={"type": ["string", "null"]},
        exhibits={"type": "array", "items": _ref("Exhibit")},
    ),
    "FindingItem": {"allOf": [_object(session_id=_ANY_NUMBER), _ref("Finding")]},
    "FindingPage": _object(
        findings={"type": "array", "items": _ref("FindingItem")}, pagination=_ref("Pagination")
    ),
    "IncidentItem": {
        "allOf": [
            _object(session_id=_ANY_NUMBER, state=_STATE, due=_DAY, links=_LINKS),
            _ref("Incident"),
        ]
    },
    "IncidentPage": _object(
        incidents={"type": "array", "items": _ref("IncidentItem")}, pagination=_ref("Pagination")
    ),
    "CorrectionItem": _correction("facts", "findings", "incidents", "removed"),
    "CorrectionOfSession": _with(_correction(), changes=_TEXTS),
    "CorrectionPage": _object(
        corrections={"type": "array", "items": _ref("CorrectionItem")}, pagination=_ref("Pagination")
    ),
    "ChangedFactPage": _object(
        facts={"type": "array", "items": _ref("ChangedFact")}, pagination=_ref("Pagination")
    ),
}


def add_components(spec: APISpec) -> None:
    """Add the rules' result types, and what is written here, to the document's schemas."""
    parts = answer_components(Exhibit, Finding, Difference, Correction)
    for name, part in {**parts, **_WRITTEN}.items():
        spec.components.schema(name, component=part)
    spec.components.security_scheme(
        KEY_SCHEME,
        {"type": "http", "scheme": "bearer", "description": "A key that `auditor keys make` printed."},
    )

"""Components of the OpenAPI document: structs, and types of the rules with further members."""

from __future__ import annotations

from typing import Any

from apispec import APISpec

from auditor.http.answer_structs import answer_components, reference
from auditor.http.blueprint import KEY_SCHEME
from auditor.store.rows import INCIDENT_STATES
from rules.results import Correction, Finding, Incident

_STATE = {
    "type": ["string", "null"],
    "enum": [*INCIDENT_STATES, None],
    "description": "what became of it; null: of no room, as in a what-if",
}
_SESSION = {"type": ["integer", "null"], "description": "null: of a room's gaming day as a whole"}
_DUE = {"type": ["string", "null"], "format": "date"}
_LINKS = {"type": "object", "additionalProperties": {"type": "string"}}


def _beside(component: str, **properties: Any) -> dict[str, Any]:
    """A component with further members."""
    added = {"type": "object", "properties": properties, "required": list(properties)}
    return {"allOf": [added, reference(component)]}


_COMPOSED = {
    "FindingItem": _beside("Finding", session_id=_SESSION),
    "IncidentItem": _beside("Incident", session_id=_SESSION, state=_STATE, due=_DUE, links=_LINKS),
}


def add_components(spec: APISpec) -> None:
    """Add all components, and the scheme of keys."""
    for name, part in {**answer_components(Correction, Finding, Incident), **_COMPOSED}.items():
        spec.components.schema(name, component=part)
    spec.components.security_scheme(
        KEY_SCHEME,
        {"type": "http", "scheme": "bearer", "description": "A key that `auditor keys make` printed."},
    )

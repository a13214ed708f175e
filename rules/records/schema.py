"""JSON Schema of the format."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.records.accepted import ACCEPTED, Accepted
from rules.records.events import JACKPOT_FIELDS

REF = "#/$defs/{name}"

# The reader's conditions beyond the types of fields.
_FURTHER: dict[str, dict[str, Any]] = {
    "Card": {"anyOf": [{"required": ["up"]}, {"required": ["down"]}]},
    "Jackpot": {
        "oneOf": [
            {
                "properties": {"kind": {"const": kind}}
                | {
                    name: False for other in JACKPOT_FIELDS if other != kind for name in JACKPOT_FIELDS[other]
                },
                "required": list(names),
            }
            for kind, names in JACKPOT_FIELDS.items()
        ]
    },
}


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of a log."""
    return schema_of(ACCEPTED, "One line of a session log", _FURTHER)


def schema_of(accepted: Accepted, title: str, further: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of a format. ``further``: what types do not say, by record."""
    (top,), parts = msgspec.json.schema_components([accepted.union], ref_template=REF)
    for name, part in parts.items():
        if part.get("type") == "object":
            part["additionalProperties"] = False
            part["patternProperties"] = {
                "^_": {"description": "the room's own; kept with the evidence, not audited"}
            }
        part |= further.get(name, {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{accepted.format.replace('/', ':')}",
        "title": f"{title}, {accepted.format}",
        **top,
        "$defs": parts,
    }

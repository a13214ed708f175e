"""The JSON Schema of the format, generated from the records."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.records.accepted import ACCEPTED
from rules.records.events import FORMAT, JACKPOT_FIELDS

REF = "#/$defs/{name}"

# What the reader expects of records beyond the types of their fields.
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
    (top,), parts = msgspec.json.schema_components([ACCEPTED.union], ref_template=REF)
    for name, part in parts.items():
        if part.get("type") == "object":
            part["additionalProperties"] = False
            part["patternProperties"] = {
                "^_": {"description": "the room's own; kept with the evidence, not audited"}
            }
        part |= _FURTHER.get(name, {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": f"One line of a session log, {FORMAT}",
        **top,
        "$defs": parts,
    }

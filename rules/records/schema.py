"""The JSON Schema of the format, generated from the records."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.records.events import FORMAT, Event

REF = "#/$defs/{name}"


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of a log."""
    (top,), parts = msgspec.json.schema_components([Event], ref_template=REF)
    for part in parts.values():
        if part.get("type") == "object":
            part["additionalProperties"] = False
            part["patternProperties"] = {
                "^_": {"description": "the room's own; kept with the evidence, not audited"}
            }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": f"One line of a session log, {FORMAT}",
        **top,
        "$defs": parts,
    }

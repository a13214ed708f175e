"""JSON Schema of a tournament's file."""

from __future__ import annotations

from typing import Any

from rules.records.schema import schema_of
from rules.tournaments.tournament_reader import ACCEPTED


def _one_of(*names: str) -> dict[str, Any]:
    return {"oneOf": [{"required": [name]} for name in names]}


# The reader's conditions beyond the types of fields, as far as a schema can state them.
_FURTHER = {
    "Level": _one_of("minutes", "hands"),
    "Until": _one_of("until_level", "until", "none")
    | {"not": {"properties": {"none": {"const": False}}, "required": ["none"]}},
    "CountedTable": _one_of("chips", "stacks"),
}


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line."""
    return schema_of(ACCEPTED, "One line of a tournament's file", _FURTHER)

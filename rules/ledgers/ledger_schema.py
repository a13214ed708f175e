"""JSON Schema of a ledger's file."""

from __future__ import annotations

from typing import Any

from rules.ledgers.ledger_reader import ACCEPTED
from rules.records.schema import schema_of

# The reader's conditions beyond the types of fields, as far as a schema can state them.
_FURTHER: dict[str, dict[str, Any]] = {
    "Payout": {"oneOf": [{"required": ["hit"]}, {"required": ["tournament"]}]}
}


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line."""
    return schema_of(ACCEPTED, "One line of a ledger", _FURTHER)

"""The JSON Schema of a ledger's file, generated from the records."""

from __future__ import annotations

from typing import Any

from rules.ledgers.reader import ACCEPTED
from rules.records.schema import schema_of

# What the reader expects of records beyond the types of their fields, as far as a schema can say it.
_FURTHER: dict[str, dict[str, Any]] = {
    "Payout": {"oneOf": [{"required": ["hit"]}, {"required": ["tournament"]}]}
}


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of a ledger's file."""
    return schema_of(ACCEPTED, "One line of a ledger", _FURTHER)

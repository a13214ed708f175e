"""Schemas of requests about originals."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, Regexp
from webargs.fields import DelimitedList

from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import text

MOST_CORRECTED = 100  # logs of one file
_OF_CORRECTIONS = ("corrects", "correction_reason", "corrected_by")


class OriginalUploadQuery(ma.Schema):
    """Way in which an original is taken in, and options that a hand history does not state. Of others only `room` counts."""

    dry_run = ma.fields.Boolean(
        load_default=False, metadata={"description": "say what would become of it, and store nothing"}
    )
    room = text(
        "the card room that the file is of; a hand history needs it, and another original has to name it"
    )
    currency = text("of a hand history: the currency of its amounts, ISO 4217, where it has none", 64)
    ruleset = text(
        "of a hand history: the ruleset, ID or ID@REV; without it, the room's controls in force count"
    )
    table = text("of a hand history: the table, where it names none")
    opened_at = text(
        "of a hand history: when the session began, where it has no date: RFC 3339, without an offset by the clock of the room"
    )
    corrects = DelimitedList(
        ma.fields.String(
            validate=Regexp(r"[0-9a-f]{64}\Z", error="Must be a SHA-256: 64 digits of 0-9 and a-f.")
        ),
        validate=Length(1, MOST_CORRECTED),
        metadata={"description": "of a hand history: the SHA-256 of the logs on record that it corrects"},
    )
    correction_reason = text("with `corrects`: why they are wrong", 4000)
    corrected_by = text("with `corrects`: the id of who corrects them")

    @ma.validates_schema(skip_on_field_errors=True)
    def whole_correction(self, data: dict[str, Any], **_: Any) -> None:
        """A correction says what it corrects, why, and who says so."""
        missing = [name for name in _OF_CORRECTIONS if name not in data]
        if missing and len(missing) < len(_OF_CORRECTIONS):
            words = ", ".join(f"'{each}'" for each in _OF_CORRECTIONS)
            raise ma.ValidationError(f"A correction states all of {words}.", missing[0])


class OriginalsQuery(PagedQuery):
    """A page of originals."""

    room = text("the card room's licence id")

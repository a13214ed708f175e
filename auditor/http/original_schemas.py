"""Schemas of requests about originals, and of their answers."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Regexp
from webargs.fields import DelimitedList

from auditor.http.component_fields import ComponentField
from auditor.http.paging import PagedQuery
from auditor.http.problem_answers import ProblemSchema
from auditor.http.request_schemas import ArrivalWarningSchema, PurgedSchema, text
from auditor.store.stored_originals import OUTCOMES

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


class ImportProblemSchema(ma.Schema):
    """Problem of a conversion, or a thing that should be looked at."""

    where = ma.fields.String(
        required=True, metadata={"description": "a cell such as Hands!F7, a sheet, or a line"}
    )
    field = ma.fields.String(required=True, metadata={"description": "the title of the column"})
    found = ma.fields.String(required=True)
    expected = ma.fields.String(required=True)
    do = ma.fields.String(required=True, metadata={"description": "what to do"})
    refuses = ma.fields.Boolean(
        required=True, metadata={"description": "false: it is pointed at, and was taken all the same"}
    )


class DerivedSchema(ma.Schema):
    """A derived log and what became of it."""

    room = ma.fields.String(required=True)
    session = ma.fields.String(required=True)
    table = ma.fields.String(required=True)
    sha256 = ma.fields.String(required=True, metadata={"description": "of the log"})
    outcome = ma.fields.String(required=True, validate=OneOf(OUTCOMES))
    session_id = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "the session that it is; null: none"}
    )
    message = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "what it conflicts with"}
    )
    already_stored = ma.fields.Boolean(metadata={"description": "of an upload: the session was here before"})
    warnings = ma.fields.List(
        ma.fields.Nested(ArrivalWarningSchema),
        metadata={"description": "of an upload: what is odd about the log"},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class ImportSchema(ma.Schema):
    """Import of an original at a time."""

    id = ma.fields.Integer(required=True)
    at = ma.fields.String(required=True)
    importer = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "null: none recognised it"}
    )
    version = ma.fields.String(required=True, allow_none=True)
    accepted = ma.fields.Boolean(required=True, metadata={"description": "whether a log of it is a session"})
    problem_count = ma.fields.Integer(required=True)
    refusals = ma.fields.Integer(
        required=True, metadata={"description": "problems that kept a log from being derived"}
    )
    key = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "null: the service itself"}
    )
    entry = ma.fields.Integer(required=True, metadata={"description": "of the register"})
    options = ma.fields.Dict(
        keys=ma.fields.String(),
        required=True,
        allow_none=True,
        metadata={
            "description": "of a hand history: what it was imported with that it does not say; null: of others"
        },
    )
    logs = ma.fields.List(ma.fields.Nested(DerivedSchema), required=True)


class OriginalBriefSchema(ma.Schema):
    """An original as a list has it."""

    id = ma.fields.Integer(required=True)
    sha256 = ma.fields.String(required=True, metadata={"description": "of the bytes as they were received"})
    bytes = ma.fields.Integer(required=True)
    media_type = ma.fields.String(required=True)
    filename = ma.fields.String(required=True, allow_none=True)
    received_at = ma.fields.String(required=True)
    room = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "null: none is to be read in it"}
    )
    key = ma.fields.String(required=True, allow_none=True)
    purged = ma.fields.Nested(PurgedSchema, required=True, allow_none=True)
    imports = ma.fields.List(
        ma.fields.Nested(ImportSchema),
        required=True,
        metadata={"description": "the oldest first; the last one counts"},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class OriginalSchema(OriginalBriefSchema):
    """An original with the problems of its last import."""

    problems = ma.fields.List(
        ma.fields.Nested(ImportProblemSchema), required=True, metadata={"description": "the first 1,000"}
    )


class OriginalPageSchema(ma.Schema):
    """A page of originals."""

    originals = ma.fields.List(ma.fields.Nested(OriginalBriefSchema), required=True)
    pagination = ComponentField("Pagination", required=True)


class TakenSchema(ma.Schema):
    """Outcome of an original, also of a dry run."""

    dry_run = ma.fields.Boolean(required=True)
    original = ma.fields.Nested(
        OriginalBriefSchema, required=True, allow_none=True, metadata={"description": "null: a dry run"}
    )
    sha256 = ma.fields.String(required=True)
    importer = ma.fields.String(required=True, allow_none=True)
    version = ma.fields.String(required=True, allow_none=True)
    logs = ma.fields.List(ma.fields.Nested(DerivedSchema), required=True)
    problems = ma.fields.List(ma.fields.Nested(ImportProblemSchema), required=True)
    problem_count = ma.fields.Integer(required=True)
    refusals = ma.fields.Integer(required=True)


class OriginalProblemSchema(ProblemSchema):
    """A problem of a file of which nothing becomes a session."""

    problems = ma.fields.List(
        ma.fields.Nested(ImportProblemSchema),
        metadata={"description": "of a file that is refused: the first of them"},
    )
    original = ma.fields.Integer(
        allow_none=True,
        metadata={"description": "the original that the bytes are kept as; null: they are not kept"},
    )
    logs = ma.fields.List(
        ma.fields.Nested(DerivedSchema), metadata={"description": "of a conflict: the logs of the file"}
    )

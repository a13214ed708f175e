"""What requests about incidents of rooms may hold."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf
from webargs.fields import DelimitedList

from auditor.http.paging import PagedQuery
from auditor.http.room_schemas import MOST_WORDS
from auditor.http.schemas import DaysQuery
from auditor.store.rows import INCIDENT_STATES


def _lines(text: str) -> None:
    if not all(line.isprintable() for line in text.replace("\t", " ").split("\n")):
        raise ma.ValidationError("Must be printable characters and line breaks.")
    if not text.strip():
        raise ma.ValidationError("Must not be blank.")


class _Lines(ma.fields.String):
    """Words that may have several lines, however the sender breaks them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        found: str = super()._deserialize(value, attr, data, **options)
        return found.replace("\r\n", "\n").replace("\r", "\n")


def _words(describe: str, *, required: bool = False) -> ma.fields.String:
    options: dict[str, Any] = {"required": True} if required else {"load_default": None, "allow_none": True}
    return _Lines(validate=[Length(1, MOST_WORDS), _lines], metadata={"description": describe}, **options)


class RoomIncidentsQuery(DaysQuery, PagedQuery):
    """Incidents by state, by whether their answer is overdue, and by gaming day."""

    state = DelimitedList(
        ma.fields.String(validate=OneOf(INCIDENT_STATES)), metadata={"description": "such as open,returned"}
    )
    overdue = ma.fields.Boolean(
        metadata={"description": "true: those whose answer is overdue; false: the others"}
    )


class AnswerRequest(ma.Schema):
    """The room's answer to an incident."""

    cause = _words("how it came about", required=True)
    corrective_action = _words("what was done or will be done, by when", required=True)


class ReturnRequest(ma.Schema):
    """Why an answer is returned."""

    reason = _words("what the answer lacks", required=True)


class NoteRequest(ma.Schema):
    """An acceptance or a closing."""

    note = _words(
        "anything that belongs on record; needed to close an incident whose answer was returned, or that a correction removed"
    )

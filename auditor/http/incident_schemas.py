"""Schemas of requests about incidents of rooms."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Regexp
from webargs.fields import DelimitedList

from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import DaysQuery, text
from auditor.http.room_schemas import MOST_WORDS
from auditor.incident_selection import INCIDENT_SORTS
from auditor.store.rows import INCIDENT_STATES
from rules.results import AREAS, SEVERITIES


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


class RoomIncidentsFilter(DaysQuery):
    """Incidents by state, gaming day, severity, kind, clause, player and table; several values are separated by commas."""

    state = DelimitedList(
        ma.fields.String(validate=OneOf(INCIDENT_STATES)), metadata={"description": "such as open,returned"}
    )
    overdue = ma.fields.Boolean(
        metadata={"description": "true: those whose answer is overdue; false: the others"}
    )
    severity = DelimitedList(
        ma.fields.String(validate=OneOf(SEVERITIES)), metadata={"description": "severities"}
    )
    area = DelimitedList(ma.fields.String(validate=OneOf(AREAS)), metadata={"description": "areas"})
    code = DelimitedList(
        ma.fields.String(validate=Regexp(r"^[A-Z]{3}[0-9]{3}\Z", error="Must be codes such as SCR001.")),
        metadata={"description": "of the finding that the others follow, such as SCR001"},
    )
    clause = text("the clause that was broken, or the beginning of its id", 100)
    player = text("the id of a player whom a finding or a debt names")
    table = text("the table")
    search = text(
        "the number of a hand, or a part of a player's id, of a clause, of a session's id or of what went wrong",
        100,
    )
    sort = ma.fields.String(
        load_default="consequence",
        validate=OneOf(INCIDENT_SORTS),
        metadata={
            "description": "consequence: severity, money, due day, hand; due: by due day first; day: by gaming day first"
        },
    )


class RoomIncidentsQuery(RoomIncidentsFilter, PagedQuery):
    """A page of incidents of a room."""


class AnswerRequest(ma.Schema):
    """The room's answer to an incident."""

    cause = _words("how it came about", required=True)
    corrective_action = _words("what was done or will be done, by when", required=True)


class ReturnRequest(ma.Schema):
    """Reason for which an answer is returned."""

    reason = _words("what the answer lacks", required=True)


class NoteRequest(ma.Schema):
    """An acceptance or a closing."""

    note = _words(
        "anything that belongs on record; needed to close an incident whose answer was returned, or that a correction removed"
    )

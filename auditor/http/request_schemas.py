"""Schemas of requests. marshmallow does not validate logs."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Range, Regexp
from webargs.fields import DelimitedList

from auditor.http.paging import PagedQuery
from auditor.session_states import STATES as SESSION_STATES
from auditor.store.rows import INCIDENT_STATES, STATES
from reports.incident_entries import EXHIBITS
from rules.results import AREAS, KINDS, SEVERITIES

LARGEST_NUMBER = 10**18 - 1
MOST_SESSIONS = 10_000


def printable(text: str) -> None:
    """Text that can be in a log at all: no control characters, no halves of surrogate pairs, and not only spaces."""
    if not text.isprintable():
        raise ma.ValidationError("Must be printable characters.")
    if text and not text.strip():
        raise ma.ValidationError("Must not be blank.")


def text(describe: str, most: int = 64, **options: Any) -> ma.fields.String:
    """A field for an id as logs have it."""
    return ma.fields.String(
        validate=[Length(1, most), printable], metadata={"description": describe}, **options
    )


def number(describe: str, least: int = 1, **options: Any) -> ma.fields.Integer:
    """A field for a number."""
    return ma.fields.Integer(
        strict=False, validate=Range(least, LARGEST_NUMBER), metadata={"description": describe}, **options
    )


class UploadQuery(ma.Schema):
    """Way in which a log is taken in."""

    dry_run = ma.fields.Boolean(
        load_default=False, metadata={"description": "validate the log and store nothing of it"}
    )


class DaysQuery(ma.Schema):
    """Days from and until, both included, by when a session was opened in the room's own time."""

    first = ma.fields.Date(data_key="from", metadata={"description": "the first day"})
    last = ma.fields.Date(data_key="until", metadata={"description": "the last day, included"})

    @ma.validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """A range that ends before it begins selects nothing, and is a slip."""
        if "first" in data and "last" in data and data["first"] > data["last"]:
            raise ma.ValidationError("Must not be before 'from'.", "until")


class SessionsQuery(DaysQuery, PagedQuery):
    """Sessions by where and when they were played."""

    room = text("the card room's licence id")
    table = text("the table")
    pending = ma.fields.Boolean(
        metadata={"description": "true: not superseded and not yet audited under the ruleset they name"}
    )
    current = ma.fields.Boolean(metadata={"description": "true: not superseded by a correction"})
    state = ma.fields.String(
        validate=OneOf(SESSION_STATES),
        metadata={
            "description": "what became of them: one of `waiting`, `cannot-be-audited` and the other states"
        },
    )


class AuditsQuery(DaysQuery, PagedQuery):
    """A page of audits. Days are gaming days of what was audited."""

    room = text("audits with something of this card room")
    state = DelimitedList(
        ma.fields.String(validate=OneOf(STATES)),
        metadata={"description": "how far they are, such as queued,running"},
    )


class HandQuery(ma.Schema):
    """Way in which a hand is replayed."""

    ruleset = text("replay under this ruleset (ID or ID@REV) instead of the session's own")


class FindingsQuery(ma.Schema):
    """Findings by what they are and where; several values are separated by commas."""

    code = DelimitedList(
        ma.fields.String(validate=Regexp(r"^[A-Z]{3}[0-9]{3}\Z", error="Must be codes such as SCR001.")),
        metadata={"description": "such as SCR001, or SCR001,PAY001"},
    )
    kind = DelimitedList(ma.fields.String(validate=OneOf(KINDS)), metadata={"description": "kinds"})
    severity = DelimitedList(
        ma.fields.String(validate=OneOf(SEVERITIES)), metadata={"description": "severities"}
    )
    hand = number("the hand's number, also where one finding covers many hands", least=0)
    session = number("the id of one of the audit's sessions")
    player = text("the player's id")


class NightQuery(ma.Schema):
    """Since when."""

    since = ma.fields.String(metadata={"description": "the `cursor` of an earlier answer"})


class FindingsPageQuery(FindingsQuery, PagedQuery):
    """A page of findings."""


class ReportQuery(ma.Schema):
    """Extent of an audit that its report shows."""

    exhibits = ma.fields.String(
        load_default=str(EXHIBITS),
        validate=Regexp(r"^(all|[0-9]{1,6})\Z", error="Must be a number of exhibits, or all."),
        metadata={"description": "how many places are shown in full, or all"},
    )


class IncidentsQuery(ma.Schema):
    """Incidents by what they are and where; several values are separated by commas."""

    area = DelimitedList(ma.fields.String(validate=OneOf(AREAS)), metadata={"description": "areas"})
    severity = DelimitedList(
        ma.fields.String(validate=OneOf(SEVERITIES)), metadata={"description": "severities"}
    )
    pattern = ma.fields.Boolean(
        metadata={"description": "true: one fault that repeats over many hands; false: the others"}
    )
    session = number("the id of one of the audit's sessions")


class IncidentsPageQuery(IncidentsQuery, PagedQuery):
    """A page of incidents, also by what became of them."""

    state = DelimitedList(
        ma.fields.String(validate=OneOf(INCIDENT_STATES)),
        metadata={"description": "what became of them, such as open,returned; none of a what-if"},
    )


class AuditRequest(DaysQuery):
    """Subject of an audit: `sessions`, or `room` with or without days, or `pending`; exactly one of the three."""

    sessions = ma.fields.List(
        ma.fields.Integer(strict=True, validate=Range(1, LARGEST_NUMBER)),
        validate=Length(1, MOST_SESSIONS),
        metadata={"description": "the sessions' ids, audited together in this order"},
    )
    room = text("all current sessions of this card room")
    pending = ma.fields.Boolean(
        truthy={True}, falsy=set(), metadata={"description": "true: all sessions that are pending"}
    )
    ruleset = text("audit under this ruleset (ID or ID@REV) instead of the sessions' own")
    what_if = ma.fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "true: try `ruleset` as if it were in force on every day, approved or not"},
    )

    @ma.validates_schema(skip_on_field_errors=False)
    def one_selector(self, data: dict[str, Any], **_: Any) -> None:
        """Exactly one way to select the sessions."""
        given = [name for name in ("sessions", "room", "pending") if name in data]
        if len(given) != 1:
            found = "none of them" if not given else " and ".join(f"'{name}'" for name in given)
            raise ma.ValidationError(
                f"Give exactly one of 'sessions' (ids), 'room' (with 'from' and 'until' if wanted) or "
                f"'pending' (true); found {found}."
            )
        if data.get("what_if") and "ruleset" not in data:
            raise ma.ValidationError("A what-if tries a ruleset: name it.", "ruleset")
        if "room" not in data and ("first" in data or "last" in data):
            raise ma.ValidationError("'from' and 'until' go with 'room' only.")


class AgainRequest(ma.Schema):
    """State that an audit which is done again rests on."""

    known = ma.fields.String(
        required=True,
        validate=OneOf(["then", "now"]),
        metadata={"description": "then: as it was when the audit was requested; now: as it is on record now"},
    )

"""Schemas of requests about rooms and their controls, and the shapes of these resources."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Range

from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import printable, text
from rules.card_room import LICENCE_CLASSES
from rules.controls.library import library
from rules.zones import is_zone

FEES = ("rake", "hand_fee", "time", "none")
MOST_WORDS = 4000


def words(describe: str, **options: Any) -> ma.fields.String:
    """A field for a sentence or two."""
    return ma.fields.String(
        validate=[Length(1, MOST_WORDS), printable], metadata={"description": describe}, **options
    )


class _Hour(ma.fields.String):
    """A time of day on the wall clock, such as 06:00."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        found: str = super()._deserialize(value, attr, data, **options)
        if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", found):
            raise ma.ValidationError(f"{found!r} is no time of day; one looks like 06:00.")
        return found


class _MonthDay(ma.fields.String):
    """A day of any year, such as 12-31."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        found: str = super()._deserialize(value, attr, data, **options)
        try:
            if not re.fullmatch(r"[0-9]{2}-[0-9]{2}", found):
                raise ValueError
            dt.date.fromisoformat(f"2024-{found}")
        except ValueError:
            raise ma.ValidationError(f"{found!r} is no day of a year; one looks like 12-31.") from None
        return found


def _zone(name: str) -> None:
    if not is_zone(name):
        raise ma.ValidationError(
            f"{name[:64]!r} is no place of the IANA time zone database; one is written as area and place, such as "
            "America/Los_Angeles."
        )


def _authority(name: str) -> None:
    known = library().authorities
    if name not in known:
        listed = ", ".join(f"{each.id} ({each.title})" for each in known.values())
        raise ma.ValidationError(f"{name[:64]!r} is no authority of the library; it has: {listed}.")


class LogsExpectedSchema(ma.Schema):
    """Rhythm in which a room sends logs, and when one is overdue."""

    every_days = ma.fields.Integer(
        load_default=1,
        strict=True,
        validate=Range(1, 366),
        metadata={"description": "a log is expected of one gaming day in so many"},
    )
    overdue_hours = ma.fields.Integer(
        load_default=12,
        strict=True,
        validate=Range(0, 8784),
        metadata={"description": "it is overdue so many hours after the end of that gaming day"},
    )


class TermsRequest(ma.Schema):
    """Terms of a room from a day on; without `from`, from the beginning."""

    from_ = ma.fields.Date(
        data_key="from", load_default=None, allow_none=True, metadata={"description": "the first gaming day"}
    )
    licence_class = ma.fields.String(
        load_default=None,
        allow_none=True,
        validate=OneOf(LICENCE_CLASSES),
        metadata={"description": "of the licence"},
    )
    tables = ma.fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=Range(0, 10_000),
        metadata={"description": "how many tables are licensed"},
    )
    time_zone = ma.fields.String(
        required=True, validate=_zone, metadata={"description": "IANA, such as America/Los_Angeles"}
    )
    gaming_day_begins = _Hour(
        load_default="00:00", metadata={"description": "on the room's clock, such as 06:00"}
    )
    fees = ma.fields.String(
        load_default=None,
        allow_none=True,
        validate=OneOf(FEES),
        metadata={"description": "how they are collected"},
    )
    fiscal_year_ends = _MonthDay(
        load_default=None, allow_none=True, metadata={"description": "month and day, such as 12-31"}
    )
    authority = ma.fields.String(
        load_default=None,
        allow_none=True,
        validate=_authority,
        metadata={
            "description": "that licenses the room, by its id, such as wsgc; its mandatory rulesets hold for it. "
            "none: no authority of the library licenses it; null: not on record"
        },
    )
    logs_expected = ma.fields.Nested(
        LogsExpectedSchema,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "how often a log is expected; null: nothing is expected, and nothing is overdue"
        },
    )
    by = text("who puts it on record", load_default=None, allow_none=True)


class RoomsQuery(PagedQuery):
    """A page of rooms."""


class DraftQuery(ma.Schema):
    """Way in which a file is taken."""

    dry_run = ma.fields.Boolean(
        load_default=False, metadata={"description": "examine the file and store nothing of it"}
    )
    by = text("who files it")


class ControlsQuery(PagedQuery):
    """A page of a room's revisions, or those in force on a day."""

    on = ma.fields.Date(metadata={"description": "only what is in force on this gaming day"})


class TemplateQuery(ma.Schema):
    """Day that a workbook is of."""

    day = ma.fields.Date(metadata={"description": "the gaming day; without it, that of this moment"})


class ByQuery(ma.Schema):
    """Name of whoever does it."""

    by = text("who files it")


class DiscardQuery(ma.Schema):
    """Name of whoever discards a draft, and why."""

    by = text("who discards it")
    note = words("anything that belongs on record")


class StepRequest(ma.Schema):
    """A step in the life of a revision."""

    by = text("who takes the step; required without a key, else the key's holder by default")
    note = words("anything that belongs on record", load_default=None, allow_none=True)


class ApproveRequest(StepRequest):
    """The authority's approval."""

    reference = text("of the authority's letter", 200, required=True)
    special = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(validate=[Length(1, 200), printable]),
        load_default=dict,
        metadata={"description": "references of approvals by name, by the parameters that `asked` lists"},
    )


class DenyRequest(ma.Schema):
    """The authority's denial."""

    by = text("who denied it; required without a key, else the key's holder by default")
    reference = text("of the authority's letter", 200, required=True)
    reason = words("why it was denied", required=True)

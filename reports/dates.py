"""Dates of a report: audit, video, response."""

from __future__ import annotations

import datetime as dt

import numpy as np
from msgspec import Struct

from reports.formatting import MINUS
from rules.card_room import TermsOfRoom
from rules.results import Audit
from rules.times import date_of, parse_one


class Dates(Struct, frozen=True, kw_only=True):
    """Dates that only the caller knows; None: not printed.

    audited_at, reported_at: RFC 3339. video_days: gaming days for which video is kept. response_days: after the report.
    """

    audited_at: str | None = None
    reported_at: str | None = None
    video_days: int | None = None
    video_clause: str | None = None
    response_days: int | None = None
    response_clause: str | None = None

    def video_until(self, day: dt.date) -> dt.date | None:
        """Last day of kept video, if the room plays daily; else later."""
        return None if self.video_days is None else day + dt.timedelta(self.video_days)

    def made_on(self) -> dt.date | None:
        """Day of the report, else of the audit."""
        made = self.reported_at or self.audited_at
        return None if made is None else dt.date.fromisoformat(made[:10])

    def respond_by(self) -> dt.date | None:
        """Day by which a response is due."""
        made = self.made_on()
        if self.response_days is None or made is None:
            return None
        return made + dt.timedelta(self.response_days)

    def stamp(self) -> str | None:
        """Time of the document, as PDF writes it."""
        made = self.reported_at or self.audited_at
        if made is None or parse_one(made) is None:
            return None
        at = dt.datetime.fromisoformat(made.upper())
        offset = at.strftime("%z")
        return f"D:{at:%Y%m%d%H%M%S}{offset[:3]}'{offset[3:5]}'"


UNDATED = Dates()


class GamingDays:
    """Gaming days on the room's clock, else as written."""

    def __init__(self, audit: Audit) -> None:
        reported = audit.room or audit.day
        self._terms = (
            TermsOfRoom(reported.zone, dt.time.fromisoformat(reported.day_begins))
            if reported is not None
            else None
        )

    def of(self, at: str | None) -> dt.date | None:
        """Gaming day; None: not a time."""
        found = parse_one(at) if at else None
        if found is None:
            return None
        instant, written = found
        if self._terms is None:
            return date_of(written)
        return date_of(int(self._terms.days(np.array([instant], np.int64))[0]))


def date_text(text: str) -> str:
    """Time to the minute: ``2026-03-15 08:12 UTC``."""
    if parse_one(text) is None:
        return text
    at = dt.datetime.fromisoformat(text.upper())
    zone = at.strftime("%z")
    shown = "UTC" if zone == "+0000" else f"{zone[:3]}:{zone[3:]}".replace("-", MINUS)
    return f"{at:%Y-%m-%d %H:%M} {shown}"

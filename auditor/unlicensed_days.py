"""Days of logs on record that new terms of a room would take out of its authority."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditor.errors import CannotChangeTerms
from auditor.terms import NO_AUTHORITY, in_force

_Terms = Sequence[Mapping[str, Any]]


def must_stay_licensed(room: str, before: _Terms, after: _Terms, days: Iterable[str]) -> None:
    """Raise CannotChangeTerms where a day of a log had an authority, or none on record yet, and would have `none`.

    before: the terms on record, which may be none at all: the first ones say what they say. days: gaming days of the room's logs.
    """
    if not before:
        return
    for day in days:
        had, has = (in_force(terms, dt.date.fromisoformat(day)).get("authority") for terms in (before, after))
        if had == has or (had in (None, NO_AUTHORITY) and has != NO_AUTHORITY):
            continue
        if has in (None, NO_AUTHORITY):
            stood = f"is {had}" if had is not None else "is not on record"
            raise CannotChangeTerms(
                f"A log of room {room} is on record for {day}, on which its authority {stood}; these terms would make it "
                f"{has or 'not on record'}, so that nothing was mandatory on that day. State the terms from a later day on "
                "(`from`)."
            )

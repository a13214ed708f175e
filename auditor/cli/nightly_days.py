"""The gaming days that a night looks at: those of rooms on record, audited as a whole."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

from auditor.cli.service import room_path

if TYPE_CHECKING:
    from auditor.cli.client import Client

LOOK_BACK = (
    31  # days before the one that is asked about, where there are sessions: a late log makes a new version
)


def audit_days(
    client: Client, day: str, expected: Iterable[tuple[str, str | None]], until: float
) -> list[str]:
    """Audit the gaming days of the rooms on record up to one, and say what could not be done.

    The same evidence, controls and engine give the version that there is, so that most of them cost nothing. expected:
    rooms, with the tables that must have a log of the day. until: the moment at which waiting ends.
    """
    troubles = []
    for room in list(client.pages("/v1/rooms", "rooms")):
        tables = sorted({table for name, table in expected if name == room["id"] and table})
        for date in _days(client, room, day):
            trouble = _audit(client, room["id"], date, tables if date == day else [], until)
            troubles += [trouble] if trouble else []
    return troubles


def _days(client: Client, room: dict[str, Any], day: str) -> Iterator[str]:
    """The day that is asked about, the one before it where it is not over yet, and earlier ones with sessions."""
    last = dt.date.fromisoformat(day)
    first = (last - dt.timedelta(LOOK_BACK)).isoformat()
    query = {"room": room["id"], "current": "true", "from": first, "until": day}
    there = {each["day"] for each in client.pages("/v1/sessions", "sessions", **query)}
    begins = room["terms"][0]["from"] or ""
    yield from sorted(each for each in there | {day} if each >= begins)


def _audit(client: Client, room: str, day: str, tables: list[str], until: float) -> str | None:
    """Audit a day and wait for it; why it could not be done, None where it was or is not over."""
    from auditor.cli.client import Answered, Unfinished

    path = f"{room_path(room)}/days/{day}/audit"
    try:
        _, asked = client.send("PUT", path, params={"tables": ",".join(tables)} if tables else {})
        ended = client.wait(asked["id"], until - monotonic())
    except Answered as answered:
        if answered.problem.get("type", "").endswith(":day-not-over"):
            return None
        return f"The gaming day {day} of room {room} was not audited: {answered}"
    except Unfinished as error:
        return f"{error} Run this again, or give it more time with --timeout."
    return f"The gaming day {day} of room {room}: {ended['error']}" if ended["state"] == "failed" else None

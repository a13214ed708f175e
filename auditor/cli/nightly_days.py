"""Gaming days that `auditor nightly` audits as a whole."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

from auditor.cli.calling_service import room_path

if TYPE_CHECKING:
    from auditor.cli.client import Client

LOOK_BACK = 31  # days before --day whose sessions are looked at: a late log makes a new version
NOT_OVER = "not over"


def audit_days(
    client: Client, day: str, expected: Iterable[tuple[str, str | None]], until: float
) -> list[str]:
    """Audit the rooms' gaming days up to one; what failed.

    The service answers with the existing version where nothing changed. expected: rooms, with tables that must have a log. until:
    end of waiting.
    """
    troubles: list[str] = []
    for room in list(client.pages("/v1/rooms", "rooms")):
        tables = sorted({table for name, table in expected if name == room["id"] and table})
        troubles += _of_room(client, room, dt.date.fromisoformat(day), tables, until)
    return troubles


def _of_room(
    client: Client, room: dict[str, Any], day: dt.date, tables: list[str], until: float
) -> Iterator[str]:
    """Audit --day, or the day before where it is not over, and earlier days with sessions; what failed."""
    begins = room["terms"][0]["from"] or ""
    done = set()
    for date in (day.isoformat(), (day - dt.timedelta(1)).isoformat()):
        if date < begins:
            break
        if _is_closed(room, date):
            continue
        done.add(date)
        found = _audit(client, room["id"], date, tables, until)
        if found != [NOT_OVER]:
            yield from found
            break
    first = (day - dt.timedelta(LOOK_BACK)).isoformat()
    query = {"room": room["id"], "current": "true", "from": first, "until": day.isoformat()}
    there = {each["day"] for each in client.pages("/v1/sessions", "sessions", **query)}
    for date in sorted(each for each in there - done if each >= begins):
        yield from (each for each in _audit(client, room["id"], date, [], until) if each != NOT_OVER)


def _is_closed(room: dict[str, Any], day: str) -> bool:
    terms = [each for each in room["terms"] if (each["from"] or "") <= day]
    return bool(terms) and terms[-1]["tables"] == 0


def _audit(client: Client, room: str, day: str, tables: list[str], until: float) -> list[str]:
    """Audit a day to its end: failures with reasons, or NOT_OVER alone."""
    from auditor.cli.client import ErrorAnswer, Unfinished

    try:
        ended = _ended(client, room, day, tables, until)
        if ended["state"] == "failed" and ended["sessions"] and _fails_alone(client, ended, until):
            ended = _ended(client, room, day, tables, until)  # without those that fail
    except ErrorAnswer as answered:
        if answered.problem.get("type", "").endswith(":day-not-over"):
            return [NOT_OVER]
        return [f"The gaming day {day} of room {room} was not audited: {answered}"]
    except Unfinished as error:
        return [f"{error} Run this again, or give it more time with --timeout."]
    if ended["state"] == "failed":
        return [f"The gaming day {day} of room {room}: {ended['error']}"]
    return [
        f"The gaming day {day} of room {room} is incomplete. {each['reason']}" for each in ended["skipped"]
    ]


def _ended(client: Client, room: str, day: str, tables: list[str], until: float) -> dict[str, Any]:
    params = {"tables": ",".join(tables)} if tables else {}
    _, asked = client.send("PUT", f"{room_path(room)}/days/{day}/audit", params=params)
    found: dict[str, Any] = client.wait(asked["id"], until - monotonic())
    return found


def _fails_alone(client: Client, failed: dict[str, Any], until: float) -> bool:
    alone = [client.ask_for_audit(sessions=[session]) for session in failed["sessions"]]
    states = [client.wait(each["id"], until - monotonic())["state"] for each in alone]
    return "failed" in states

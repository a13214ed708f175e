"""Sessions of a gaming day in a few words, and what is found across them.

across(table("T1", played("16:00", "18:00"), number=117), table("T2", ...)) is the day of 14 March 2026 in Seattle, which
begins at six.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from rules.audit import BytesSource, audit_summary
from rules.audit.room_day import DayAudit, room_day
from rules.card_room import Room, TermsOfRoom
from rules.checks.day.session_summary import Numbered, SessionSummary
from rules.controls.library import Library
from rules.results import Finding
from tests.rules.build import Event, close, hand, log, seat, session

SEATTLE = "America/Los_Angeles"
ROOM = Room("WA-0417", (TermsOfRoom(SEATTLE, dt.time(6), licence_class="F", tables=2),))
DAY = dt.date(2026, 3, 14)


def clock(text: str) -> str:
    """A time of 14 March, or after midnight: "16:00", "+05:30" is on the 15th; in full where it has a T."""
    if "T" in text:
        return text
    return f"2026-03-1{5 if text.startswith('+') else 4}T{text.removeprefix('+')}:00-07:00"


def dealt(number: int, at: str | None, *players: str, ended: str | None = None, **fields: Any) -> Event:
    """A hand of some players in seats 1, 2, ...; ann and bob where nobody is named."""
    seats = [seat(place, player=who) for place, who in enumerate(players or ("ann", "bob"), 1)]
    times = {"at": clock(at) if at else None, "ended_at": clock(ended) if ended else None}
    return hand(number, *seats, **times, **fields)


def played(begin: str, end: str, *players: str, **fields: Any) -> list[Event]:
    """Two hands without a rest between them: from the deal of the first to the settlement of the second."""
    return [dealt(1, begin, *players, ended=end, **fields), dealt(2, end, *players, ended=end, **fields)]


def bearing(number: int, session: str = "Z", day: str = "2026-03-13") -> Numbered:
    """A session of another day, by its running number."""
    return Numbered(number=number, session=session, day=day)


def drop(at: str, amount: int, kind: str = "rake") -> Event:
    return {"event": "drop", "at": clock(at), "kind": kind, "amount": amount, "counted_by": ["s-1", "s-2"]}


def rake(amount: int) -> list[Event]:
    return [{"kind": "rake", "amount": amount}]


def closing(at: str, hands: int = 0) -> Event:
    return close(hands, at=clock(at))


def table(
    name: str,
    *events: Event | list[Event],
    room: Room | None = ROOM,
    library: Library | None = None,
    opened: str = "15:00",
    closed: str | None = None,
    **fields: Any,
) -> SessionSummary:
    """A session of a table; its name is that of the table where none is given."""
    flat = [each for one in events for each in (one if isinstance(one, list) else [one])]
    line = session(
        table=name, opened_at=clock(opened), closed_at=clock(closed) if closed else None,
        **{"session": f"S-{name}", **fields},
    )  # fmt: skip
    return audit_summary(BytesSource(log(line, *flat)), room=room, library=library)[1]


def across(*sittings: SessionSummary, room: Room = ROOM, day: dt.date = DAY, **given: Any) -> DayAudit:
    return room_day(room, day, sittings, **given)


def found(audit: DayAudit, code: str) -> list[Finding]:
    return [each for each in audit.findings if each.code == code]


def untestable(audit: DayAudit, code: str) -> list[tuple[str, int]]:
    row = next(each for each in audit.coverage if each.code == code)
    assert row.tested + row.untestable + (row.inapplicable or 0) == len(audit.facts.sittings)
    return [(each.reason, each.hands) for each in row.because]


def inapplicable(audit: DayAudit, code: str) -> int:
    """How many sessions a check does not apply to."""
    count = next(each for each in audit.coverage if each.code == code).inapplicable
    assert count is not None
    return count

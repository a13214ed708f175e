"""Incidents of rooms as the API shows them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from auditor.http.answer_structs import shown
from auditor.http.resources import PurgedResource, audit_url, purged, session_url, video_members
from auditor.http.room_resource import room_url
from auditor.incidents import Became, Earlier, RoomsIncident
from auditor.store.incident_rows import IncidentEvent, IncidentRow
from auditor.store.rows import IncidentAction, IncidentState
from reports.incident_row_words import SeatPlayer, what_went_wrong
from rules.results import Amounts, Area, Incident, Severity

_OF_RECORD = (
    "room", "session", "event", "day", "code", "clause", "audit", "found_at", "removed_by",
)  # fmt: skip
_OF_REPORT = (
    "title", "explanation", "seats", "severity", "area", "pattern", "misallocated", "misrecorded", "money",
)  # fmt: skip


class IncidentFile(Struct, frozen=True):
    """A file of an answer. name: as its sender named it. url: null once it was purged."""

    sha256: str
    size: int
    media_type: str
    name: str | None
    url: str | None


class IncidentStep(Struct, frozen=True, kw_only=True):
    """Step of an incident: what was done, by whom (the holder of the key) and when. audit: that had the incident as it was then.

    due: of an answer, the day by which it was due. cause, corrective_action: of an answer; reason: of a return; note: of an
    acceptance or a closing. purged: the words and files, with the results; null: they are kept. correction: of a closing, the
    number of the session whose log corrected the incident away; of a return, that of the later log that has it again.
    """

    id: int
    at: str
    action: IncidentAction
    by: str | None
    key: str | None
    audit: int
    due: str | None
    cause: str | None
    corrective_action: str | None
    reason: str | None
    note: str | None
    files: list[IncidentFile]
    purged: PurgedResource | None
    correction: int | None


class EarlierIncident(Struct, frozen=True):
    """An incident that a later one repeats: its last answer or closing before that."""

    id: str
    action: IncidentAction
    at: str
    url: str


class RoomIncidentItem(Struct, frozen=True, kw_only=True):
    """An incident of a room, briefly. event: such as "tournament D-0314". day: the gaming day on
    which it was played. code: of the finding that the others follow.

    audit, found_at: that found it first, and when that had finished. in_record: whether the newest audit of its session or day
    has it. removed_by: the number of the session whose log corrects the one that has it, until somebody closes it for that; null:
    no correction removed it. due: the day by which an answer is due; null: none is waited for, or the room's authority sets none.
    overdue: that day is over. video_until: the last day on which the video of its gaming day has to be kept; null: none is set.
    video_over: that day is over, so that the video may be gone; null: none is set. changed_since_answer: whether its findings or
    its money are not those that were answered; null: it was not answered, or it was purged. What an audit says of it is null once
    it was purged. findings: how many. short: what went wrong, without its place; explanation: the one cause of its findings;
    null: none is known. hand: its first; hands_of: how many. players: whom its findings name.
    """

    id: str
    room: str
    session: str | None
    event: str | None
    day: str
    state: IncidentState
    due: str | None
    overdue: bool
    video_until: str | None
    video_over: bool | None
    title: str | None
    short: str | None
    explanation: str | None
    table: str | None
    hand: int | None
    hands_of: int | None
    seats: list[int] | None
    players: list[SeatPlayer]
    severity: Severity | None
    area: Area | None
    pattern: bool | None
    code: str
    clause: str
    findings: int | None
    misallocated: int | None
    misrecorded: int | None
    money: list[Amounts] | None
    audit: int
    found_at: str
    in_record: bool
    removed_by: int | None
    changed_since_answer: bool | None
    recurrence_of: list[EarlierIncident]
    links: dict[str, str]


class RoomIncident(RoomIncidentItem, frozen=True, kw_only=True):
    """An incident of a room with all that was done about it. incident: as the newest audit reports it; null: purged."""

    incident: Incident | None
    events: list[IncidentStep]
    purged: PurgedResource | None


def incident_url(room: str, incident: str) -> str:
    """Address of an incident of a room."""
    return f"{room_url(room)}/incidents/{incident}"


def incident_item(found: RoomsIncident) -> RoomIncidentItem:
    """An incident in a list."""
    return RoomIncidentItem(**_brief(found))


def incident_of_audit(session: int | None, incident: Incident, became: Became | None) -> dict[str, Any]:
    """An incident of an audit with its present state. session: the number of its session."""
    return {
        "session_id": session,
        **msgspec.to_builtins(incident),
        "state": became.state if became else None,
        "due": became.due if became else None,
        "links": {"incident": incident_url(became.room, became.incident)} if became else {},
    }


def incident_resource(found: RoomsIncident) -> RoomIncident:
    """An incident with its steps."""
    url = incident_url(found.record.room, found.record.incident)
    return RoomIncident(
        **_brief(found),
        incident=found.reported,
        events=[_step(each, url) for each in found.events],
        purged=purged(found.purged),
    )


def _brief(found: RoomsIncident) -> dict[str, Any]:
    record, reported = found.record, found.reported
    hands = reported.hands if reported else ()
    return {
        **{name: getattr(record, name) for name in _OF_RECORD},
        **{name: getattr(reported, name) if reported else None for name in _OF_REPORT},
        **video_members(found.video),
        "id": record.incident,
        "state": found.state,
        "due": found.due,
        "overdue": found.overdue,
        "short": what_went_wrong(reported) if reported else None,
        "table": found.table,
        "hand": hands[0].hand if hands else None,
        "hands_of": len(hands) if reported else None,
        "players": list(found.players),
        "findings": len(reported.findings) if reported else None,
        "in_record": record.now is not None,
        "changed_since_answer": found.changed,
        "recurrence_of": [_earlier(each, record.room) for each in found.recurrence_of],
        "links": _links(record),
    }


def _links(record: IncidentRow) -> dict[str, str]:
    url = incident_url(record.room, record.incident)
    return {
        "self": url,
        "audit": audit_url(record.now or record.audit),
        **({} if record.removed_by is None else {"correction": session_url(record.removed_by)}),
        **{step: f"{url}/{step}" for step in ("answer", "accept", "return", "close")},
    }


def _earlier(each: Earlier, room: str) -> EarlierIncident:
    return EarlierIncident(each.incident, each.action, each.at, incident_url(room, each.incident))


def _step(event: IncidentEvent, url: str) -> IncidentStep:
    words = ("cause", "corrective_action", "reason", "note")
    files = [
        shown(IncidentFile, each, url=None if event.purged else f"{url}/files/{each.sha256}")
        for each in event.files
    ]
    of_words = {each: event.words.get(each) for each in words}
    return shown(IncidentStep, event, **of_words, files=files, purged=purged(event.purged))

"""A session: what its log says of itself, its incidents, and its hands one by one."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, request

from auditor.errors import EvidenceDamaged, EvidencePurged, NoSuchHand
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.correction_pages import results_of_both
from auditor.http.web.forms import whole
from auditor.http.web.outcomes import SessionOutcome, outcome_of
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.pictures import picture_of_course
from auditor.http.web.web_blueprint import web
from auditor.incident_selection import IncidentSelection
from auditor.incidents import RoomsIncident
from auditor.session_course import MOST_HANDS, SessionCourse, session_course
from auditor.store.rows import Page, RoomRecord, SessionRecord

_MOST = 1000


@web.get("/sessions/<number:session>")
@for_people("sessions", "read")
def session(session: int) -> Response:
    """A session with its incidents and, where there are few, its hands."""
    found = session_found(session)
    if request.headers.get("HX-Request") and service().session_states.one(found).is_over:
        return see(
            place("session", session=session)
        )  # its script waits for this, and opens the page as a whole
    room = service().rooms.find(found.room)
    incidents, total = (
        service().incidents.page(found.room, IncidentSelection(session=found.session), Page(1, _MOST))
        if room is not None
        else ([], 0)
    )
    audit = service().auditing.newest_of(found)
    removed = [each for each in incidents if audit is not None and each.record.removed_by == found.id]
    incidents = [each for each in incidents if each not in removed]
    course, damaged = _course(found, zone_of(room), incidents)
    return page(
        "pages/session.html", session=found, outcome=_unfinished(found),
        room=room, zone=zone_of(room), incidents=incidents, total=total,
        currencies={found.session: found.currency}, audit=audit,
        sees_audit=audit is not None and service().auditing.is_seen(audit.id),
        earlier=service().sessions.earlier_versions(found), course=course,
        alarms=service().open_alarms.of_session(found.room, found.session) if here().may("screening", "read") else [],
        damaged=damaged, video=service().video(found.room, found.day),
        picture=picture_of_course(course) if course else None, removed=removed, **results_of_both(found),
    )  # fmt: skip


@web.get("/sessions/<number:session>/hand")
@for_people("sessions", "read")
def find_hand(session: int) -> Response:
    """The hand with the number that somebody typed."""
    typed = request.args.get("hand", "").strip()
    number = whole(typed)
    if number is None:
        raise NoSuchHand(f"{typed[:40]!r} is no number of a hand.")
    return see(place("hand", session=session, hand=number))


def _unfinished(session: SessionRecord) -> SessionOutcome | None:
    """What the session waits for or what keeps it from its audit; None where the page says what became of it otherwise."""
    outcome = outcome_of(session)
    return None if outcome.standing.state in ("audited", "superseded", "purged") else outcome


def _course(
    session: SessionRecord, zone: str | None, incidents: Sequence[RoomsIncident]
) -> tuple[SessionCourse | None, str]:
    """The course of a session, None where its log was purged or takes long to read; and what is wrong with it, if anything."""
    if session.purged is not None or session.hands > MOST_HANDS:
        return None, ""
    try:
        course = service().sessions.course(session)
    except (EvidenceDamaged, EvidencePurged) as error:
        return None, str(error)
    return session_course(course, zone, session.session, incidents), ""


def session_found(number: int) -> SessionRecord:
    """A session by its number; the log of accesses says of which room it is. Raises NoSuchSession."""
    found = service().sessions.get(number)
    about(room=found.room)
    return found


def zone_of(room: RoomRecord | None) -> str | None:
    """The time zone of a room; None where the room is not on record."""
    return str(room.terms[-1]["time_zone"]) if room else None

"""Outcomes of sessions in the place where somebody waits for one: its progress, then its result, or what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Response, request
from msgspec import Struct

from auditor.errors import (
    CannotStateRuleset,
    Conflict,
    EvidenceDamaged,
    EvidencePurged,
    LimitReached,
    RefusedLog,
)
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.forms import text
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.web_blueprint import web
from auditor.session_states import SessionStanding
from auditor.stated_rulesets import OfferedRulesets
from auditor.store.rows import AuditRecord, IncidentFilter, Page, SessionRecord
from rules.results import Incident

_FIRST = 3  # incidents of a session that its outcome lists
_LONGEST_NAME = 64


class SessionOutcome(Struct, frozen=True):
    """Outcome of a session, for a page.

    audit: that it follows from, where the person may see it. incidents: the first ones of the session, each with the room whose
    page has it (None: no page has); total: how many it has.
    polls: whether it changes without anybody doing something. offered: the rulesets that may be stated for it.
    """

    session: SessionRecord
    standing: SessionStanding
    audit: AuditRecord | None = None
    incidents: Sequence[tuple[Incident, str | None]] = ()
    total: int = 0
    polls: bool = False
    offered: OfferedRulesets | None = None


def outcome_of(session: SessionRecord) -> SessionOutcome:
    """Outcome of a session."""
    standing = service().session_states.one(session)
    seen = standing.audit is not None and service().auditing.is_seen(standing.audit)
    audit = service().auditing.get(standing.audit) if standing.audit is not None and seen else None
    incidents, total = _first(session, audit) if standing.state == "audited" and audit else ([], 0)
    waits = standing.state == "waiting" and service().audits_on_arrival
    offered = None
    if standing.mend == "state-ruleset" and here().may("sessions", "upload"):
        offered = _offered(session)
    return SessionOutcome(
        session, standing, audit, incidents, total, standing.state == "auditing" or waits, offered
    )


def _first(session: SessionRecord, audit: AuditRecord) -> tuple[list[tuple[Incident, str | None]], int]:
    """The first incidents of a session in an audit, and how many it has."""
    if audit.purged is not None or (audit.summary or {}).get("incidents") is None:
        return [], 0
    wanted = IncidentFilter(session=session.id)
    rows, total = service().results.incident_page(audit, wanted, Page(1, _FIRST))
    became = service().results.became(audit, [each.id for _, each in rows])
    rooms = {number: of.room for number, of in became.items()}
    return [(each, rooms.get(each.id)) for _, each in rows], total


def _offered(session: SessionRecord) -> OfferedRulesets | None:
    try:
        return service().stated_rulesets.offered(session)
    except (EvidencePurged, EvidenceDamaged):
        return None


@web.get("/sessions/<number:session>/outcome")
@for_people("sessions", "read")
def session_outcome(session: int) -> Response:
    """Outcome of a session, for the script of a page; the page of the session for whoever opens it."""
    found = service().sessions.get(session)
    about(room=found.room)
    if not request.headers.get("HX-Request"):
        return see(place("session", session=session))
    outcome = outcome_of(found)
    shown = page("pages/outcome.html", outcome=outcome)
    waits_here = urlsplit(request.headers.get("HX-Current-URL", "")).path == place("session", session=session)
    if waits_here and not outcome.polls:
        shown.headers["HX-Refresh"] = "true"  # all of the page rests on the result
    return shown


@web.post("/sessions/<number:session>/ruleset")
@for_people("sessions", "upload")
def state_ruleset(session: int) -> Response:
    """State the ruleset that a session was played under: a correction of its log, and on with the page of that."""
    found = service().sessions.get(session)
    about(room=found.room)
    by = here().name or text("by", _LONGEST_NAME)
    if not by:
        return stating_failed(found, "Say who states the ruleset.")
    try:
        made = service().stated_rulesets.state(found, text("ruleset", _LONGEST_NAME), by)
    except (CannotStateRuleset, Conflict, RefusedLog, LimitReached, EvidencePurged) as error:
        return stating_failed(found, str(error))
    return see(place("session", session=made.session.id))


def stating_failed(session: SessionRecord, error: str) -> Response:
    """The page of a session, with what is wrong with what was stated."""
    context: dict[str, Any] = {"outcome": outcome_of(session), "error": error}
    return page("pages/stating_failed.html", 409, session=session, **context)

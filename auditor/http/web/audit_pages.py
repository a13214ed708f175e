"""Audits: their list, one with its progress and what it found, requests for another one, and two compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response, request

from auditor.errors import (
    CannotSelect,
    CannotTry,
    NoSuchAudit,
    NoSuchDay,
    RequestedRuleset,
    SessionsNotAuditable,
    TooManyAtOnce,
)
from auditor.http import request_schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.audit_api import as_sent, nothing_words, selection_of
from auditor.http.context import service
from auditor.http.web.audit_view import (
    AuditIncident,
    IncidentAddress,
    covered,
    moments_of,
    money_of,
    owed,
    subject_of,
)
from auditor.http.web.audited_screening import screening_of_audit
from auditor.http.web.form_words import by_field
from auditor.http.web.forms import page_number, text, whole
from auditor.http.web.page_clocks import Clocks, zone_of
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.pictures import picture_of_coverage, picture_of_moments, picture_of_money
from auditor.http.web.web_blueprint import web
from auditor.incidents import WAITING
from auditor.store.audit_filter import AuditFilter
from auditor.store.rows import STATES, AuditRecord, IncidentFilter, Page, State
from auditor.store.service_clock import now
from auditor.store.stored_reports import EDITIONS, Edition, ReportFilter
from auditor.terms import day_of_text
from reports.drawn_timeline import rows as rows_of_time
from reports.incident_entries import EXHIBITS
from rules.results import SEVERITIES

_SIZE = 50
_MOST_SHOWN = 100  # findings of each kind that a comparison lists
_MOST_REPORTS = 20
_MOST_ROOMS = 1000
GOING_ON: tuple[State, ...] = ("queued", "running")


@web.get("/audits")
@for_people("audits", "read")
def audits() -> Response:
    """Audits, the newest first, by room, by the gaming days of what was audited, and by state."""
    asked = {name: request.args.get(name, "").strip()[:64] for name in ("room", "from", "until", "state")}
    states = tuple(each for each in STATES if each == asked["state"])
    wanted = AuditFilter(asked["room"] or None, day_asked("from"), day_asked("until"), states)
    number = page_number()
    rows, total = service().auditing.page(Page(number, _SIZE), wanted)
    return page(
        "pages/audits.html", audits=[(each, subject_of(each)) for each in rows], total=total, asked=asked,
        states=STATES, severities=SEVERITIES, number=number, pages=-(-total // _SIZE) or 1, **rooms_listed(),
    )  # fmt: skip


def rooms_listed() -> dict[str, Any]:
    """For a list: the rooms that its form offers, and their clocks."""
    every = service().rooms.page(Page(1, _MOST_ROOMS))[0]
    return {"rooms": [each.id for each in every], "clocks": Clocks(every)}


def rooms_known() -> list[str]:
    """The rooms that a form offers."""
    return [each.id for each in service().rooms.page(Page(1, _MOST_ROOMS))[0]]


def day_asked(name: str) -> str | None:
    """A day of the query; None where none is given, or what is given is no day."""
    try:
        return day_of_text(request.args.get(name, "").strip()).isoformat()
    except NoSuchDay:
        return None


@web.get("/audits/<number:audit>")
@for_people("audits", "read")
def audit(audit: int) -> Response:
    """An audit: how far it is, what it found, what it tested and what it could not test."""
    return audit_page(audit)


def audit_page(
    audit: int,
    status: int = 200,
    errors: dict[str, str] | None = None,
    error: str | None = None,
) -> Response:
    """The page of an audit. errors: of a form on it, by field; error: of it as a whole."""
    about(audit=audit)
    found = service().auditing.get(audit)
    has_result = found.state == "finished" and found.purged is None
    grouped = has_result and (found.summary or {}).get("incidents") is not None
    number = page_number()
    incidents, total = _incidents(found, number) if grouped else ([], 0)
    subject = subject_of(found)
    tested = covered(service().results.coverage(found)) if has_result else None
    corrections = service().results.correction_page(found, Page(1, _SIZE))[0] if has_result else []
    looks = screening_of_audit(found) if has_result and here().may("screening", "read") else []
    players, moments = (owed(found), moments_of(found)) if has_result else (None, [])
    return page(
        "pages/audit.html", status, audit=found, subject=subject, going_on=found.state in GOING_ON,
        has_result=has_result, grouped=grouped, summary=found.summary or {}, money_said=money_of(found),
        covered=tested, coverage_picture=picture_of_coverage(tested.shown) if tested else None,
        owed=players, money_picture=picture_of_money(
            players.rows, subject.currency, bool((found.summary or {}).get("what_if"))
        ) if players else None,
        moments=rows_of_time(moments), time_picture=picture_of_moments(moments),
        corrections=corrections, incidents=incidents, total=total, number=number, pages=-(-total // _SIZE) or 1,
        currencies={each.record.session: subject.currency for each in incidents},
        reports=service().issuing.page(ReportFilter(audit=audit), Page(1, _MOST_REPORTS))[0],
        looks=looks, editions=editions_offered(), exhibits=EXHIBITS, severities=SEVERITIES, errors=errors or {}, error=error,
        zone=zone_of(subject_of(found).rooms, found.created_at),
    )  # fmt: skip


def editions_offered() -> list[Edition]:
    """Editions of reports that whoever asks may read."""
    return [each for each in EDITIONS if each != "screened" or here().may("screening", "read")]


def event_incidents(found: AuditRecord) -> tuple[list[AuditIncident], int]:
    """The first incidents of a finished audit of an event, in its order, and how many there are; none of another audit."""
    if found.state != "finished" or found.purged is not None:
        return [], 0
    return _incidents(found, 1)


def _incidents(found: AuditRecord, number: int) -> tuple[list[AuditIncident], int]:
    """A part of an audit's incidents in its order, with what became of each."""
    rows, total = service().results.incident_page(found, IncidentFilter(), Page(number, _SIZE))
    became = service().results.became(found, [each.id for _, each in rows])
    players = service().results.players(found, [each for _, each in rows])
    sessions = {each: service().sessions.get(each) for each, _ in rows if each is not None}
    made, today = [], now()[:10]
    for session_number, reported in rows:
        session = sessions.get(session_number or 0)
        of = became.get(reported.id)
        day = reported.day or (session.day if session else found.day)
        where = IncidentAddress(
            of.room if of else None, reported.id, reported.title, session.session if session else None, day,
            f"{found.event.kind} {found.event.name}" if found.event else None,
        )  # fmt: skip
        overdue = bool(of and of.state in WAITING and of.due is not None and of.due < today)
        made.append(
            AuditIncident(
                where,
                reported,
                of.state if of else None,
                of.due if of else None,
                overdue,
                players.get(reported.id, ()),
            )
        )
    return made, total


@web.get("/audits/<number:audit>/progress")
@for_people("audits", "read")
def audit_progress(audit: int) -> Response:
    """Progress of an audit, for the script of its page; once it has ended, the page as a whole."""
    found = service().auditing.get(audit)
    if found.state not in GOING_ON or not request.headers.get("HX-Request"):
        return see(place("audit", audit=audit))
    return page("pages/audit_progress.html", audit=found)


@web.get("/audits/new")
@for_people("audits", "request")
def new_audit() -> Response:
    """The form for an audit, or for a what-if."""
    return _form()


def _form(status: int = 200, errors: dict[str, str] | None = None, error: str | None = None) -> Response:
    names = sorted({each.id for each in service().library.rulesets()})
    return page(
        "pages/audit_new.html", status, rooms=rooms_known(), rulesets=names, errors=errors or {}, error=error,
        values=request.form if request.method == "POST" else request.args,
    )  # fmt: skip


@web.post("/audits")
@for_people("audits", "request")
def ask_for_audit() -> Response:
    """Put an audit into the queue, and go on where its progress is."""
    sent: dict[str, Any] = {}
    for name in ("room", "from", "until", "ruleset"):
        if text(name, 100):
            sent[name] = text(name, 100)
    if text("sessions", 1000):
        sent["sessions"] = [
            each if (number := whole(each)) is None else number for each in text("sessions", 1000).split()
        ]
    if text("what_if", 10):
        sent["what_if"] = True
    if wrong := _not_selected(sent):
        return _form(422, error=wrong)
    try:
        body = request_schemas.AuditRequest().load(sent)
        asked = service().auditing.ask(
            selection_of(body), as_sent(body), body.get("ruleset"), what_if=body.get("what_if", False)
        )
    except ma.ValidationError as error:
        return _form(422, by_field(error, sent))
    except CannotSelect as error:
        return _form(422, {"sessions": str(error)})
    except RequestedRuleset as error:
        return _form(422, {"ruleset": str(error)})
    except TooManyAtOnce as error:
        return _form(429, error=str(error))
    if asked.audit is None:
        return _form(422, error=nothing_words(body, asked.skipped))
    return see(place("audit", audit=asked.audit.id))


def _not_selected(sent: Mapping[str, Any]) -> str | None:
    """Why a form does not say what to audit; None where it does."""
    if "room" in sent and "sessions" in sent:
        return "Name a room or sessions, and not both. Leave one of the two fields empty."
    if "room" not in sent and "sessions" not in sent:
        return "Name what to audit: a room, or sessions by their numbers."
    if "room" not in sent and ("from" in sent or "until" in sent):
        return "The days choose among the sessions of a room. Name a room, or leave the days empty."
    return None


@web.post("/audits/<number:audit>/again")
@for_people("audits", "request")
def audit_again(audit: int) -> Response:
    """Do an audit again: as it was known then, or as it is now."""
    known = "then" if text("known", 10) == "then" else "now"
    found = service().auditing.get(audit)
    try:
        asked = service().auditing.again(found, known)
    except (SessionsNotAuditable, CannotTry) as error:
        return audit_page(audit, 409, error=str(error))
    except TooManyAtOnce as error:
        return audit_page(audit, 429, error=str(error))
    assert asked.audit is not None  # its sessions are there
    return see(place("audit", audit=asked.audit.id))


@web.get("/audits/<number:audit>/compare")
@for_people("audits", "read")
def find_comparison(audit: int) -> Response:
    """The comparison with the audit whose number somebody typed; the earlier one is the first."""
    typed = request.args.get("other", "").strip()
    number = whole(typed)
    if number is None:
        raise NoSuchAudit(f"{typed[:40]!r} is no number of an audit.")
    first, second = sorted((audit, number))
    return see(place("comparison", audit=first, other=second))


@web.get("/audits/<number:audit>/compare/<number:other>")
@for_people("audits", "read")
def comparison(audit: int, other: int) -> Response:
    """Differences between two audits: what each rests on, and the findings that are gone, new and changed."""
    about(audit=audit)
    finished = service().auditing.finished
    before, after = finished(audit), finished(other)
    subjects = subject_of(before), subject_of(after)
    return page(
        "pages/comparison.html", before=before, after=after, subjects=subjects,
        found=service().results.comparison(before, after), most=_MOST_SHOWN,
        zones=[zone_of(subject_of(each).rooms, each.created_at) for each in (before, after)],
    )  # fmt: skip

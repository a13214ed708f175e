"""Trials of a revision on a room's hands: asked for on its page, and looked at again while they go on."""

from __future__ import annotations

import datetime as dt

from flask import Response

from auditor.errors import (
    CannotSelect,
    NoSuchAudit,
    RequestedRuleset,
    TooManyAtOnce,
)
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.html_answers import html_page
from auditor.http.report_api import pdf
from auditor.http.web.controls_pages import ADDRESS, revision_page
from auditor.http.web.forms import text
from auditor.http.web.page_rendering import place, see
from auditor.http.web.trial_view import newest_trial
from auditor.http.web.web_blueprint import web
from auditor.overdue import gaming_today
from auditor.store.rows import Selection
from auditor.store.service_clock import now
from auditor.terms import day_of_text

_YEAR = dt.timedelta(days=365)


@web.post(f"{ADDRESS}/effect")
@for_people("audits", "request")
def try_revision(room: str, ruleset: str, revision: int) -> Response:
    """Ask for a what-if of the last year's hands, or of those of some days."""
    record = service().filing.get(room, ruleset, revision)
    today = gaming_today(service().rooms.get(room).terms, now())
    first, last = text("first", 20), text("last", 20)
    selection = Selection(
        room=room,
        first_day=day_of_text(first).isoformat() if first else (today - _YEAR).isoformat(),
        last_day=day_of_text(last).isoformat() if last else today.isoformat(),
        current=True,
    )
    asked = {
        "room": room, "from": selection.first_day, "until": selection.last_day, "ruleset": record.name, "what_if": True,
    }  # fmt: skip
    try:
        outcome = service().auditing.ask(selection, asked, record.name, what_if=True)
    except (RequestedRuleset, CannotSelect) as error:
        return revision_page(record, 422, {"effect": str(error)})
    except TooManyAtOnce as error:
        return revision_page(record, 429, {"effect": str(error)})
    if outcome.audit is None:
        why = [str(each["reason"]) for each in outcome.skipped[:1]]
        words = "No session of these days can be tried."
        return revision_page(record, 422, {"effect": " ".join([words, *why])})
    about(room=room, audit=outcome.audit.id)
    return see(f"{place('revision', room=room, ruleset=ruleset, revision=revision)}#effect")


@web.get(f"{ADDRESS}/effect")
@for_people("audits", "read")
def effect(room: str, ruleset: str, revision: int) -> Response:
    """The part of a revision's page that shows its what-if, for a script that looks whether it goes on."""
    about(room=room)
    record = service().filing.get(room, ruleset, revision)
    made = html_page(
        "pages/effect.html", room=service().rooms.get(room), record=record, trial=newest_trial(record)
    )
    made.headers["Cache-Control"] = "no-store"
    return made


@web.get(f"{ADDRESS}/effect/<number:audit>.pdf")
@for_people("audits", "read")
def effect_pdf(room: str, ruleset: str, revision: int, audit: int) -> Response:
    """The what-if as a document."""
    about(room=room, audit=audit)
    record = service().filing.get(room, ruleset, revision)
    found = next((each for each in service().auditing.what_ifs(record) if each.id == audit), None)
    if found is None:
        raise NoSuchAudit(f"There is no what-if {audit} of {record.name} as it is now.")
    found = service().auditing.finished(found.id)
    service().results.effect(found)
    return pdf(
        lambda stream: service().results.write_report(found, stream),
        f"{found.result_sha256} page",
        f"what-if-{found.id}.pdf",
    )

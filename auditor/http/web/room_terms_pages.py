"""A room's terms by day, those that are proposed, and the decision: approval or refusal, with the letter's reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response

from auditor.access.sign_in_refusals import SignInRefused
from auditor.errors import CannotChangeTerms, TermsDecided
from auditor.http import terms_schemas as schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.sign_in import confirm_decision
from auditor.http.web.form_words import by_field
from auditor.http.web.forms import text
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.page_words import fee_words
from auditor.http.web.web_blueprint import web
from auditor.store.rows import TermsProposal

_ADDRESS = "/rooms/<room>/terms"
_NAMES = {
    "licence_class": "Licence class", "tables": "Licensed tables", "time_zone": "Time zone",
    "gaming_day_begins": "Gaming day begins", "fees": "Fees", "fiscal_year_ends": "Fiscal year ends",
    "authority": "Authority", "logs_expected": "Logs expected",
}  # fmt: skip
_STANDINGS = {
    "approved": "approved by the authority", "refused": "refused by the authority", "withdrawn": "withdrawn",
}  # fmt: skip


@web.get(_ADDRESS)
@for_people("days", "read")
def room_terms(room: str) -> Response:
    """A room's terms by day, and everything that was proposed."""
    return _page(room)


@web.post(f"{_ADDRESS}/<number:proposal>/approve")
@for_people("rooms", "decide")
def approve_terms(room: str, proposal: int) -> Response:
    """Put on record that the authority approved proposed terms."""
    return _decided(room, proposal, "approve")


@web.post(f"{_ADDRESS}/<number:proposal>/refuse")
@for_people("rooms", "decide")
def refuse_terms(room: str, proposal: int) -> Response:
    """Put on record that the authority refused proposed terms."""
    return _decided(room, proposal, "refuse")


def _decided(room: str, number: int, decision: str) -> Response:
    about(room=room)
    proposal = service().room_terms.get(room, number)
    form = f"{decision}-{number}"
    try:
        words = _words(decision)
        confirm_decision(text("code", 100))
        by = holder(words["by"], required_at="#/by") or ""
        if decision == "refuse":
            service().room_terms.refuse(proposal, by, words["reference"], words["reason"])
        else:
            service().room_terms.approve(proposal, by, words["reference"], words["note"])
    except ma.ValidationError as error:
        wrong = {f"{form}-{name}": said for name, said in by_field(error).items()}
        return _page(room, 422, wrong, sent=form)
    except SignInRefused as error:
        return _page(room, 422, {f"{form}-code": str(error)}, sent=form)
    except (TermsDecided, CannotChangeTerms) as error:
        return _page(room, 409, error=str(error))
    return see(place("room_terms", room=room))


def _words(decision: str) -> dict[str, Any]:
    """What a decision says; by: where the service runs without keys. Raises ValidationError."""
    sent: dict[str, Any] = {"reference": _in_line("reference")}
    if here().open:
        sent["by"] = text("by", 200)
    if decision == "refuse":
        return {"by": None, **schemas.RefuseTermsRequest().load(sent | {"reason": _in_line("reason")})}
    return {"by": None, **schemas.ApproveTermsRequest().load(sent | {"note": _in_line("note") or None})}


def _in_line(name: str) -> str:
    """A field whose lines are one: what is on record of a decision has none."""
    return " ".join(text(name, 100_000).split())


def _page(
    room: str,
    status: int = 200,
    errors: Mapping[str, str] | None = None,
    error: str | None = None,
    sent: str | None = None,
) -> Response:
    """sent: the form that comes back, by its decision and the number of the proposal."""
    about(room=room)
    found = service().rooms.get(room)
    proposals = service().room_terms.of_room(room)
    return page(
        "pages/room_terms.html", status, room=found, names=_NAMES,
        standings=_STANDINGS, shown=_shown, zone=found.terms[-1]["time_zone"],
        waiting=[_row(each) for each in proposals if each.decision is None],
        decided=[each for each in reversed(proposals) if each.decision is not None],
        sent=sent, errors=errors or {}, error=error,
    )  # fmt: skip


def _row(proposal: TermsProposal) -> dict[str, Any]:
    return {"proposal": proposal, "differs": service().room_terms.differences(proposal)}


def _shown(name: str, value: Any) -> str:
    """A term in words. name: the term."""
    if isinstance(value, dict):
        return f"every {value['every_days']} days, overdue after {value['overdue_hours']} hours"
    if name == "fees" and value is not None:
        return "none" if value == "none" else fee_words(value)
    return "not on record" if value is None else str(value)

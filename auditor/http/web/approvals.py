"""Controls that await a decision, and the decision: approval or denial, with the letter's reference and a second factor."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request

from auditor.access.sign_in_refusals import SignInRefused
from auditor.errors import CannotFile, ChangedMeanwhile, NotApprovable
from auditor.http import room_schemas as schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.sign_in import confirm_decision
from auditor.http.web.blueprint import web
from auditor.http.web.controls import ADDRESS, revision_page
from auditor.http.web.field_words import in_words, texts
from auditor.http.web.forms import page_number, seen, text
from auditor.http.web.revision_view import changed, without_name
from auditor.http.web.view import here, page, place, see
from auditor.store.rows import Change, ControlsRecord, TermsProposal

_SIZE = 25
_SPECIAL = "special "  # what the field of an approval by name is called, before the parameter
_CHANGED = (
    "Somebody did something about these controls since you opened them. Nothing of yours was recorded; what you wrote is below. "
    "Look at the page again, and send it again if it still fits."
)


@web.get("/approvals")
@for_people("controls", "read")
def approvals() -> Response:
    """What was submitted and not decided, the oldest first, with what each asks for."""
    waiting = service().approval.queue()
    number = page_number()
    shown = waiting[(number - 1) * _SIZE : number * _SIZE]
    return page(
        "pages/approvals.html", rows=[_row(*each) for each in shown], total=len(waiting), number=number,
        pages=-(-len(waiting) // _SIZE) or 1, proposals=[_proposed(each) for each in service().room_terms.waiting()],
    )  # fmt: skip


def _proposed(proposal: TermsProposal) -> dict[str, Any]:
    zone = str(service().rooms.get(proposal.room).terms[-1]["time_zone"])
    return {"proposal": proposal, "changed": len(service().room_terms.differences(proposal)), "zone": zone}


def _row(record: ControlsRecord, submission: Change) -> dict[str, Any]:
    examined = service().approval.examined(record)
    redline = service().redlines.of(record, examined.ruleset) if examined.ruleset is not None else None
    return {
        "record": record,
        "submission": submission,
        "examined": examined,
        "changed": changed(redline.comparison.differences) if redline is not None else None,
        "beside": redline.comparison.played if redline is not None else None,
        "zone": str(service().rooms.get(record.room).terms[-1]["time_zone"]),
    }


@web.post(f"{ADDRESS}/approve")
@for_people("controls", "decide")
def approve_controls(room: str, ruleset: str, revision: int) -> Response:
    """Put on record that the authority approved what was submitted."""
    return _decided(room, ruleset, revision, "approve")


@web.post(f"{ADDRESS}/deny")
@for_people("controls", "decide")
def deny_controls(room: str, ruleset: str, revision: int) -> Response:
    """Put on record that the authority denied what was submitted."""
    return _decided(room, ruleset, revision, "deny")


def _decided(room: str, ruleset: str, revision: int, decision: str) -> Response:
    about(room=room)
    record = service().filing.get(room, ruleset, revision)
    try:
        words = _words(decision)
        confirm_decision(text("code", 100))
        by = holder(words["by"], required_at="#/by") or ""
        approval = service().approval
        if decision == "deny":
            approval.deny(record, by, words["reference"], words["reason"], seen=seen())
        else:
            approval.approve(record, by, words["reference"], words["note"], words["special"], seen=seen())
    except ma.ValidationError as error:
        return revision_page(record, 422, _by_field(error, decision))
    except SignInRefused as error:
        return revision_page(record, 422, {f"{decision}-code": str(error)})
    except NotApprovable as error:
        return revision_page(record, 422, *_refused(error))
    except ChangedMeanwhile:
        return revision_page(record, 409, error=_CHANGED)
    except CannotFile as error:
        return revision_page(record, 409, error=str(error))
    return see(place("revision", room=room, ruleset=ruleset, revision=revision))


def _words(decision: str) -> dict[str, Any]:
    """What a decision says; by: where the service runs without keys. Raises ValidationError."""
    by = text("by", 200) or None if here().open else None
    if decision == "deny":
        sent: dict[str, Any] = {name: _in_line(name) for name in ("reference", "reason")}
        return {"by": by, **schemas.DenyRequest().load(sent)}
    special = {
        name.removeprefix(_SPECIAL): text(name, 1000)
        for name in request.form
        if name.startswith(_SPECIAL) and text(name, 1000)
    }
    sent = {"reference": _in_line("reference"), "note": _in_line("note") or None, "special": special}
    return {"by": by, **schemas.ApproveRequest().load(sent)}


def _by_field(error: ma.ValidationError, decision: str) -> dict[str, str]:
    """What is wrong with each field, in one sentence."""
    found = {}
    for name, said in error.messages_dict.items():
        if name == "special":
            for parameter, wrong in said.items():
                found[f"{_SPECIAL}{parameter}"] = " ".join(map(in_words, texts(wrong)))
        else:
            found[f"{decision}-{name}"] = " ".join(map(in_words, texts(said)))
    return found


def _refused(error: NotApprovable) -> tuple[dict[str, str], str]:
    """What is wrong with the fields of approvals by name, and with the controls."""
    missing = {
        f"{_SPECIAL}{each.parameter}": "Give the reference of this approval." for each in error.missing
    }
    name = str(error).partition(" ")[0]
    wrong = without_name(name, error.problems)
    unasked = [f"{each} needs no approval by name." for each in error.unasked]
    return missing, " ".join(
        ["It was not approved. Mend this first.", *(each + "." for each in wrong), *unasked]
    )


def _in_line(name: str) -> str:
    """A field whose lines are one: what is on record of a step has none."""
    return " ".join(text(name, 100_000).split())

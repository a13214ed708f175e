"""Steps of controls from their page: submission and withdrawal, and the decision, which takes a second factor.

Each address is made from its row of the table of steps.
"""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request

from auditor.access.roles import TABLE
from auditor.access.sign_in_refusals import SignInRefused
from auditor.errors import CannotFile, ChangedMeanwhile, NotApprovable
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.controls_steps_api import CONTROLS_BODIES
from auditor.http.sign_in import confirm_decision
from auditor.http.web.controls_pages import ADDRESS, revision_page
from auditor.http.web.form_words import by_field, in_words, texts
from auditor.http.web.forms import seen, text
from auditor.http.web.page_rendering import here, place, see
from auditor.http.web.revision_view import without_name
from auditor.http.web.web_blueprint import web
from auditor.steps import CONTROLS_STEPS, ControlsStep, StepField
from auditor.store.rows import ControlsRecord

_CHANGED = (
    "Somebody did something about these controls since you opened them. Nothing of yours was recorded; what you wrote is below. "
    "Look at the page again, and send it again if it still fits."
)


def _add_page(step: ControlsStep) -> None:
    """Add the address that takes the form of a step."""

    def taken(room: str, ruleset: str, revision: int) -> Response:
        about(room=room)
        record = service().filing.get(room, ruleset, revision)
        return _refused(step, record) or see(place("revision", room=room, ruleset=ruleset, revision=revision))

    taken.__name__ = f"{step.name}_controls"
    taken.__doc__ = step.words
    web.post(f"{ADDRESS}/{step.name}")(for_people("controls", step.access)(taken))


def _refused(step: ControlsStep, record: ControlsRecord) -> Response | None:
    """Take a step; where it is not possible, the page says why. None: it was taken."""
    try:
        given = CONTROLS_BODIES[step.name]().load(_sent(step))
        if TABLE["controls", step.access].decision:
            confirm_decision(text("code", 100))
        by = holder(given.get("by"), required_at="#/by") or ""
        step.take(service().approval, record, by, given, seen())
    except ma.ValidationError as error:
        return revision_page(record, 422, _wrong_fields(error, step))
    except SignInRefused as error:
        return revision_page(record, 422, {f"{step.name}-code": str(error)})
    except NotApprovable as error:
        return revision_page(record, 422, *_not_approvable(error))
    except ChangedMeanwhile:
        return revision_page(record, 409, error=_CHANGED)
    except CannotFile as error:
        return revision_page(record, 409, error=str(error))
    return None


def _sent(step: ControlsStep) -> dict[str, Any]:
    """Statements of the form of a step. by: only where the service runs without keys."""
    stated = {each.name: _stated(each) for each in step.fields}
    sent = {each.name: stated[each.name] for each in step.fields if each.required or stated[each.name]}
    by = text("by", 200) if here().open else ""
    return sent | ({"by": by} if by else {})


def _stated(field: StepField) -> str | dict[str, str]:
    """A field, its lines joined, as what is on record of a step has one; or its texts by their parameters."""
    if not field.by_parameter:
        return " ".join(text(field.name, 100_000).split())
    begins = f"{field.name} "
    found = {name.removeprefix(begins): text(name, 1000) for name in request.form if name.startswith(begins)}
    return {parameter: each for parameter, each in found.items() if each}


def _wrong_fields(error: ma.ValidationError, step: ControlsStep) -> dict[str, str]:
    """Problems by the fields of the page, each in one sentence."""
    many = [each.name for each in step.fields if each.by_parameter]
    found = {f"{step.name}-{name}": said for name, said in by_field(error).items() if name not in many}
    for name in many:
        for parameter, said in error.messages_dict.get(name, {}).items():
            found[f"{name} {parameter}"] = " ".join(map(in_words, texts(said)))
    return found


def _not_approvable(error: NotApprovable) -> tuple[dict[str, str], str]:
    """Problems of the fields of approvals by name, and those of the controls as one text."""
    missing = {f"special {each.parameter}": "Give the reference of this approval." for each in error.missing}
    name = str(error).partition(" ")[0]
    wrong = without_name(name, error.problems)
    unasked = [f"{each} needs no approval by name." for each in error.unasked]
    return missing, " ".join(
        ["It was not approved. Mend this first.", *(each + "." for each in wrong), *unasked]
    )


for each in CONTROLS_STEPS:
    _add_page(each)

"""Steps of a card room with its drafts: it discards one, attaches the document, and settles open points."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from auditor.errors import CannotFile, ChangedMeanwhile
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.attached_files import attached_files
from auditor.http.context import holder, service
from auditor.http.controls_api import must_be_document
from auditor.http.problem_answers import HttpProblem
from auditor.http.web.controls_pages import ADDRESS, revision_page
from auditor.http.web.forms import seen, text
from auditor.http.web.page_rendering import here, place, see
from auditor.http.web.question_pages import questions_page
from auditor.http.web.web_blueprint import web
from auditor.store.rows import ControlsRecord

_CHANGED = (
    "Somebody did something about these controls since you opened them. Nothing of yours was recorded. Look at the page again, "
    "and do it again if it still fits."
)
_NONE_CHOSEN = "Choose a reading first; nothing was written."


Outcome = Callable[
    [int, str], Response
]  # the page that a step was sent from, with a status and why nothing was done


def _by() -> str | None:
    """Who takes a step where the service runs without keys."""
    return text("by", 64) or None if here().open else None


def _found(room: str, ruleset: str, revision: int) -> ControlsRecord:
    about(room=room)
    return service().filing.get(room, ruleset, revision)


def _done(step: Callable[[], object], refused: Outcome, then: str) -> Response:
    """Take a step, and go on; where it is not possible, the page says why."""
    try:
        step()
    except ChangedMeanwhile:
        return refused(409, _CHANGED)
    except CannotFile as error:
        return refused(409, str(error))
    return see(then)


def _on_page(record: ControlsRecord) -> Outcome:
    return lambda status, error: revision_page(record, status, error=error)


def _page_of(record: ControlsRecord, endpoint: str = "revision") -> str:
    return place(endpoint, room=record.room, ruleset=record.ruleset, revision=record.revision)


@web.post(f"{ADDRESS}/discard")
@for_people("controls", "file")
def discard_controls(room: str, ruleset: str, revision: int) -> Response:
    """Discard a draft that was filed by mistake."""
    record = _found(room, ruleset, revision)
    return _done(
        lambda: service().editing.discard(record, holder(_by()), seen()),
        _on_page(record),
        place("room_controls", room=room),
    )


@web.post(f"{ADDRESS}/document")
@for_people("controls", "file")
def attach_document(room: str, ruleset: str, revision: int) -> Response:
    """Attach the document that the controls are taken from."""
    record = _found(room, ruleset, revision)
    try:
        files = attached_files()
        if len(files) != 1:
            return revision_page(record, 422, {"document": "Choose a PDF or Word document."})
        document = must_be_document(files[0])
    except HttpProblem as error:
        return revision_page(record, error.code or 422, {"document": error.description or ""})
    return _done(
        lambda: service().editing.attach(record, document, holder(_by()), seen()),
        _on_page(record),
        _page_of(record),
    )


@web.post(f"{ADDRESS}/questions")
@for_people("controls", "file")
def answer_questions(room: str, ruleset: str, revision: int) -> Response:
    """Write the readings that were chosen into the draft."""
    record = _found(room, ruleset, revision)
    if record.change != seen():
        return questions_page(record, 409, _CHANGED)
    report = service().gaps(service().trials.ruleset(record.name))
    chosen = {}
    for question in report.questions:
        reading = request.form.get(f"q:{question.id}", "")
        if reading in [each.reading for each in question.options]:
            chosen[question.id] = reading
    if not chosen:
        return questions_page(record, 422, _NONE_CHOSEN)
    return _done(
        lambda: service().editing.settle(record, chosen, holder(_by()), seen()),
        lambda status, error: questions_page(record, status, error),
        _page_of(record, "questions"),
    )

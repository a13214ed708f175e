"""The questions that a revision leaves open, ranked by the money that other readings would move."""

from __future__ import annotations

from flask import Response

from auditor.errors import TooManyAtOnce
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.html_answers import html_page
from auditor.http.web.controls_pages import ADDRESS
from auditor.http.web.page_rendering import here, page
from auditor.http.web.web_blueprint import web
from auditor.store.rows import ControlsRecord


@web.get(f"{ADDRESS}/questions")
@for_people("controls", "read")
def questions(room: str, ruleset: str, revision: int) -> Response:
    """All questions of a revision. The first time takes some seconds."""
    return questions_page(service().filing.get(room, ruleset, revision))


def questions_page(record: ControlsRecord, status: int = 200, error: str | None = None) -> Response:
    """All questions of a revision; where it is a draft of whoever may change it, with the readings to choose from."""
    about(room=record.room)
    report = service().gaps(service().trials.ruleset(record.name))
    answering = here().may("controls", "file") and record.standing in ("draft", "denied")
    return page(
        "pages/questions.html", status, record=record, report=report, error=error, answering=answering
    )


@web.get(f"{ADDRESS}/questions/part")
@for_people("controls", "read")
def questions_part(room: str, ruleset: str, revision: int) -> Response:
    """The same as a part of another page, for a script; while others of the caller are worked out, a part that asks again."""
    about(room=room)
    record = service().filing.get(room, ruleset, revision)
    try:
        report = service().gaps(service().trials.ruleset(record.name))
        made = html_page("pages/questions_list.html", report=report)
    except TooManyAtOnce:
        made = html_page("pages/questions_later.html", record=record, waits=True)
    made.headers["Cache-Control"] = "no-store"
    return made

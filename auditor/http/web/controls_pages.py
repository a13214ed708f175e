"""Controls of a room: the list of revisions, and one revision as a redline with everything that a decision rests on."""

from __future__ import annotations

from flask import Response

from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.controls_api import download
from auditor.http.web.page_rendering import here, page
from auditor.http.web.revision_view import revision_view
from auditor.http.web.trial_view import newest_trial
from auditor.http.web.web_blueprint import web
from auditor.store.rows import ControlsRecord, Page

ADDRESS = "/rooms/<room>/controls/<ruleset>/<number:revision>"
_MOST = 1000


@web.get("/rooms/<room>/controls")
@for_people("controls", "read")
def room_controls(room: str) -> Response:
    """The revisions of a room's controls, the newest first, and everything that was filed and decided."""
    about(room=room)
    found = service().rooms.get(room)
    revisions, total = service().filing.page(room, Page(1, _MOST))
    history = service().rooms.history(room) if here().may("rooms", "history") else []
    return page(
        "pages/controls.html", room=found, total=total, zone=_zone(room),
        revisions=[(each, *_state(each)) for each in sorted(revisions, key=lambda each: (each.ruleset, -each.revision))],
        history=[each for each in reversed(history) if each.ruleset],
    )  # fmt: skip


def _state(record: ControlsRecord) -> tuple[tuple[str | None, str | None], str]:
    days = service().approval.days(record, service().approval.examined(record))
    return days, service().approval.state(record, days)


@web.get(ADDRESS)
@for_people("controls", "read")
def revision(room: str, ruleset: str, revision: int) -> Response:
    """A revision: what it changes, what is wrong with it, what it leaves open, what it would have changed, and its life."""
    return revision_page(service().filing.get(room, ruleset, revision))


def revision_page(
    record: ControlsRecord,
    status: int = 200,
    errors: dict[str, str] | None = None,
    error: str | None = None,
) -> Response:
    """A revision's page; errors: of the form that was sent, by its fields."""
    about(room=record.room)
    return page(
        "pages/revision.html", status, room=service().rooms.get(record.room), record=record,
        view=revision_view(record), history=service().filing.history(record), zone=_zone(record.room),
        trial=newest_trial(record), errors=errors or {}, error=error,
    )  # fmt: skip


def _zone(room: str) -> str:
    return str(service().rooms.get(room).terms[-1]["time_zone"])


@web.get(f"{ADDRESS}/source.toml")
@for_people("controls", "read")
def revision_source(room: str, ruleset: str, revision: int) -> Response:
    """The file of a revision, to be saved."""
    about(room=room)
    record = service().filing.get(room, ruleset, revision)
    return download(service().filing.file(record.source), f"{ruleset}-{revision}.toml")


@web.get(f"{ADDRESS}/document")
@for_people("controls", "read")
def revision_document(room: str, ruleset: str, revision: int) -> Response:
    """The document of a revision, to be saved."""
    about(room=room)
    record = service().filing.get(room, ruleset, revision)
    return download(service().filing.document(record), f"{ruleset}-{revision}")

"""The end of keyed entry: what a draft lacks, who sits where from now on, and its submission or removal."""

from __future__ import annotations

from flask import Response, request

from auditor.errors import Conflict, EvidencePurged, LimitReached, RefusedLog
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service, telemetry
from auditor.http.refused_upload_counts import refusals_counted
from auditor.http.web.forms import text
from auditor.http.web.keyed_pages import draft_found, errors_by_field, version_seen
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.keyed.keyed_log import closing_of
from auditor.keyed.keyed_refusals import CannotKey, KeyedMeanwhile, Mistyped
from auditor.keyed.keyed_shapes import KeyedDraft
from auditor.keyed.typed_drafts import SEATS, seats_of_fields


@web.get("/rooms/<room>/keyed/<number:draft>/finish")
@for_people("sessions", "upload")
def keyed_finish(room: str, draft: int) -> Response:
    """Notes on a draft before it is submitted, its seats and players, and the forms that end it."""
    return _finish(draft_found(room, draft))


def _finish(
    found: KeyedDraft, status: int = 200, error: str | None = None, errors: dict[str, str] | None = None
) -> Response:
    return page(
        "pages/keyed_finish.html", status, room=service().rooms.get(found.row.room), draft=found, head=found.head,
        review=service().keyed.review(found), error=error, errors=errors or {}, typed=request.form.to_dict(),
        seats=range(1, SEATS + 1), players={each.seat: each.player for each in found.head.seats},
        rulesets=service().keyed.rulesets(found.row.room),
    )  # fmt: skip


@web.post("/rooms/<room>/keyed/<number:draft>/seats")
@for_people("sessions", "upload")
def seat_keyed(room: str, draft: int) -> Response:
    """Say who sits where from the next hand on."""
    found = draft_found(room, draft)
    try:
        service().keyed.seat(room, draft, seats_of_fields(request.form.to_dict()), version_seen())
    except Mistyped as error:
        return _finish(found, 422, str(error), error.errors)
    except (CannotKey, KeyedMeanwhile) as error:
        return _finish(
            draft_found(room, draft), 409 if isinstance(error, KeyedMeanwhile) else 422, str(error)
        )
    return see(place("keyed_draft", room=room, draft=draft))


@web.post("/rooms/<room>/keyed/<number:draft>/ruleset")
@for_people("sessions", "upload")
def name_keyed_ruleset(room: str, draft: int) -> Response:
    """Say under which ruleset a session is played, where its draft does not say it."""
    found = draft_found(room, draft)
    try:
        service().keyed.name_ruleset(room, draft, text("ruleset", 80), version_seen())
    except (CannotKey, KeyedMeanwhile) as error:
        status = 409 if isinstance(error, KeyedMeanwhile) else 422
        return _finish(found, status, str(error), {"ruleset": str(error)})
    return see(place("keyed_finish", room=room, draft=draft))


@web.post("/rooms/<room>/keyed/<number:draft>/submit")
@for_people("sessions", "upload")
def submit_keyed(room: str, draft: int) -> Response:
    """Submit a draft: its log is uploaded as any other log."""
    found = draft_found(room, draft)
    try:
        closing = closing_of(found.head, text("closed_at", 40), text("counted", 20), found.zone)
        with refusals_counted():
            done = service().keyed.submit(
                room,
                draft,
                closing,
                version_seen(),
                half_too=bool(text("half")),
                looked_at=bool(text("looked")),
            )
    except (KeyedMeanwhile, Conflict) as error:
        return _finish(draft_found(room, draft), 409, str(error))
    except CannotKey as error:
        return _finish(
            found, 422, None if error.field in ("half", "looked") else str(error), errors_by_field(error)
        )
    except (RefusedLog, EvidencePurged, LimitReached) as error:
        return _finish(found, 429 if isinstance(error, LimitReached) else 422, str(error))
    assert done.session is not None
    about(room=room, session=done.session.id)
    telemetry().uploaded("same" if done.already_stored else "stored")
    return see(place("session", session=done.session.id))


@web.post("/rooms/<room>/keyed/<number:draft>/discard")
@for_people("sessions", "upload")
def discard_keyed(room: str, draft: int) -> Response:
    """Remove a draft with all that was keyed."""
    found = draft_found(room, draft)
    if not text("sure"):
        return _finish(found, 422, errors={"sure": "Tick the box to discard the whole draft."})
    try:
        service().keyed.discard(room, draft, version_seen())
    except KeyedMeanwhile as error:
        return _finish(draft_found(room, draft), 409, str(error))
    return see(place("keyed", room=room))

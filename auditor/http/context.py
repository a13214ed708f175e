"""Service behind the present request, and who asks."""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, current_app, g

from auditor.http.problem_answers import HttpProblem, InvalidItemResource
from auditor.http.telemetry import Telemetry, begin_request
from auditor.service import Service
from auditor.store.caller import Caller
from auditor.store.stored_keys import KeyRecord

EXTENSION = "auditor"
TELEMETRY = f"{EXTENSION}-telemetry"
AGAIN = f"{EXTENSION}-again"  # what gives the application another service like the one it has
UPLOAD_LIMITS = "AUDITOR_LIMITS"  # of the application's configuration: the `UploadLimits` of each key
OPEN = "AUDITOR_OPEN"  # of the application's configuration: whether it runs without keys


def service() -> Service:
    """Service of the application, as whoever asks sees it. Raises RuntimeError where nobody was asked for a key."""
    if "service" not in g:
        if "caller" not in g:
            raise RuntimeError("the address is public, and so has nothing of what is on record")
        g.service = base_service().seen_by(g.caller)
    return cast(Service, g.service)


def acts_from_now_on(caller: Caller) -> None:
    """Have the rest of a request be of another caller, such as one who gave a second factor meanwhile."""
    g.caller = caller
    g.pop("service", None)


def base_service() -> Service:
    """Service that sees everything, for its health and for keys."""
    return cast(Service, current_app.extensions[EXTENSION])


def holder(given: str | None, *, required_at: str | None = None) -> str | None:
    """Doer of what a request asks for: as it says, or else the key's holder.

    required_at: its place in the body without a key. Raises HttpProblem.
    """
    key: KeyRecord | None = g.get("key")
    if given is None and key is not None:
        return key.name
    if given is None and required_at is not None:
        detail = "Missing data for required field."
        raise HttpProblem(
            422,
            "invalid-request",
            f"The request is not valid: {required_at}: {detail} (With a key, it is the key's holder.)",
            errors=[InvalidItemResource(detail, required_at)],
        )
    return given


def telemetry() -> Telemetry:
    """Counters of the current application."""
    return cast(Telemetry, current_app.extensions[TELEMETRY])


def count_requests(app: Flask) -> None:
    """Count each request of an application in its telemetry."""
    app.before_request(begin_request)
    app.after_request(_count)


def _count(response: Response) -> Response:
    return telemetry().count(response)

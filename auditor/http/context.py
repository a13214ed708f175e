"""The service behind the request that is being answered."""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, current_app

from auditor.http.telemetry import Telemetry, begin_request
from auditor.service import Service

EXTENSION = "auditor"
TELEMETRY = f"{EXTENSION}-telemetry"


def service() -> Service:
    """The service of the current application."""
    return cast(Service, current_app.extensions[EXTENSION])


def telemetry() -> Telemetry:
    """What the current application counts."""
    return cast(Telemetry, current_app.extensions[TELEMETRY])


def count_requests(app: Flask) -> None:
    """Count each request of an application in its telemetry."""
    app.before_request(begin_request)
    app.after_request(_count)


def _count(response: Response) -> Response:
    return telemetry().count(response)

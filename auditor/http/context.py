"""The service behind the request that is being answered."""

from __future__ import annotations

from typing import cast

from flask import current_app

from auditor.http.telemetry import Telemetry
from auditor.service import Service

EXTENSION = "auditor"


def service() -> Service:
    """The service of the current application."""
    return cast(Service, current_app.extensions[EXTENSION])


def telemetry() -> Telemetry:
    """What the current application counts."""
    return cast(Telemetry, current_app.extensions[f"{EXTENSION}-telemetry"])

"""Refusal of requests while the store does not continue what was signed: nothing of it may be believed."""

from __future__ import annotations

from flask import Flask, request

from auditor.http.context import base_service
from auditor.http.problem_answers import HttpProblem

_STILL_SERVED = ("pages.docs", "pages.live", "pages.ready", "pages.static", "pages.well")


def only_continued_stores(app: Flask) -> None:
    """Answer 503 to all requests but those for health and the API's documentation, where the store is an older or another one."""
    app.before_request(_is_continued)


def _is_continued() -> None:
    refused = base_service().store.signing.refused
    if refused is not None and request.endpoint not in _STILL_SERVED:
        raise HttpProblem(503, "record-not-continued", f"Nothing is served. {refused}")

"""Reader of an answer's words: a page, the command line, or a program.

The command line sends `Prefer: words=command` (RFC 7240).
"""

from __future__ import annotations

from flask import current_app, request

from auditor.http.access import is_page
from auditor.http.problem_answers import PROBLEM_TYPE
from auditor.remedies import Channel

WORDS_OF_COMMANDS = "words=command"
_API = ("/v1/", "/metrics", "/healthz")


def channel() -> Channel:
    """The way in which the request that is being answered came."""
    if asked_by_a_person():
        return "page"
    preferred = (each.strip() for each in request.headers.get("Prefer", "").split(","))
    return "command" if WORDS_OF_COMMANDS in preferred else "api"


def asked_by_a_person() -> bool:
    """Whether a page was asked for, or a browser asked for an address outside of the API."""
    if is_page(current_app, request.endpoint):
        return True
    if request.endpoint is not None or request.path.startswith(_API):
        return False
    best = request.accept_mimetypes.best_match(["text/html", PROBLEM_TYPE, "application/json"])
    return (
        best == "text/html"
        and request.accept_mimetypes["text/html"] > request.accept_mimetypes["application/json"]
    )

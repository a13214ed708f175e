"""The start: what the service is, for whoever is not signed in; else the home of whoever is."""

from __future__ import annotations

from flask import Response

from auditor.http.access import for_visitors
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.web_blueprint import web


@web.get("/")
@for_visitors
def start() -> Response:
    """Start of somebody's work."""
    who = here()
    if who.open or who.role is not None:
        return see(place("home"))
    return page("front.html")

"""The start: what the service is, for whoever is not signed in; else the home of whoever is."""

from __future__ import annotations

from flask import Response

from auditor.http.access import for_visitors
from auditor.http.web.blueprint import web
from auditor.http.web.view import here, page, place, see


@web.get("/")
@for_visitors
def start() -> Response:
    """Start of somebody's work."""
    who = here()
    if who.open or who.role is not None:
        return see(place("home"))
    return page("front.html")

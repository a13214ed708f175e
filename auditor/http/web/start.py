"""The start: what the service is, for whoever is not signed in; else the page with which a role begins its work."""

from __future__ import annotations

from flask import Response, g

from auditor.http.access import for_visitors
from auditor.http.web.blueprint import web
from auditor.http.web.view import here, page, place, see


@web.get("/")
@for_visitors
def start() -> Response:
    """Where somebody's work begins."""
    who = here()
    if who.open:
        return see(place("rooms"))
    if who.role is None or not who.may("days", "read"):
        return page("front.html")
    rooms = g.signed.person.key.rooms
    if rooms is not None and len(rooms) == 1:
        return see(place("room_today", room=rooms[0]))
    return see(place("rooms"))

"""The home of whoever signed in: what needs them, and how much of it waits, which every page's navigation shows."""

from __future__ import annotations

from flask import Response, g

from auditor.errors import DomainError
from auditor.home.home_of_person import WaitingCounts, home_of, waiting_for
from auditor.home.sections import Who
from auditor.http.access import for_people
from auditor.http.context import base_service, service
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import page
from auditor.http.web.web_blueprint import web
from auditor.store.connection import StoreError
from auditor.store.rows import Page
from auditor.store.service_clock import now
from auditor.store.stored_keys import KeyRecord

_BUTTONS = 6  # rooms that the home of their staff begins with


@web.get("/home")
@for_people("home", "read")
def home() -> Response:
    """Home of whoever asks: what needs somebody, each with the way to where it is done."""
    at = now()
    found = home_of(service(), base_service(), who_asks(), at)
    key: KeyRecord | None = g.get("key")
    rooms, total = service().rooms.page(Page(1, _BUTTONS)) if found.answers is not None else ([], 0)
    zone = zone_of((key.rooms if key else None) or (), at)
    return page(
        "pages/home.html",
        home=found,
        rooms=rooms,
        more_rooms=total > len(rooms),
        zone=zone,
        one_room=total == 1,
    )


def who_asks() -> Who:
    """Whoever a home is for: the holder of the key, or everybody where the service is open."""
    key: KeyRecord | None = g.get("key")
    return Who() if key is None else Who(key.role, key.person)


def how_much_waits() -> WaitingCounts | None:
    """Number of waiting things; None on a page for everybody, and where the store cannot say. Read once a request."""
    if "caller" not in g:
        return None
    if "waiting" not in g:
        try:
            g.waiting = waiting_for(service(), who_asks(), now())
        except (DomainError, StoreError):  # the page itself says what is wrong with what it shows
            g.waiting = None
    found: WaitingCounts | None = g.waiting
    return found


@web.app_context_processor
def _of_every_page() -> dict[str, object]:
    return {"how_much_waits": how_much_waits}

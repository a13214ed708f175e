"""Reminders outside of the pages: a person's calendar at its secret address, and the wishes that the account page has."""

from __future__ import annotations

from flask import Response, g, request

from auditor.access.roles import caller_of
from auditor.home.sections import Who
from auditor.http.access import for_people, public
from auditor.http.context import base_service
from auditor.http.web.account_pages import account_page, must_be_signed_in
from auditor.http.web.page_rendering import place, see
from auditor.http.web.web_blueprint import web
from auditor.reminders.deadlines import deadlines
from auditor.reminders.feeds import end_calendar, make_calendar, person_of_calendar
from auditor.store.service_clock import now

_NEED = ("home", "read")


@web.get("/calendar/<secret>.ics")
@public
def calendar(secret: str) -> Response:
    """The calendar of whoever made this address: what is due, as far as the account may see it. It asks for no sign-in."""
    from auditor.reminders.calendar import (
        CALENDAR_TYPE,
        calendar_of,
    )  # its library takes a quarter of a second to load

    store, at = base_service().store, now()
    person = person_of_calendar(store, secret, at)
    g.key = person.key  # so that the access log has whose calendar it was
    seen = base_service().seen_by(caller_of(store, person.key, _NEED))
    found = deadlines(seen, Who(person.key.role, person.key.person), at)
    made = Response(calendar_of(found, _address()), content_type=CALENDAR_TYPE)
    made.headers["Cache-Control"] = "private, no-store"
    made.headers["Content-Disposition"] = 'inline; filename="card-room-auditor.ics"'
    return made


@web.post("/account/calendar")
@for_people("account", "keep")
def new_calendar() -> Response:
    """Make the address of the person's calendar and show it, once. An earlier one ends."""
    me = must_be_signed_in()
    secret = make_calendar(base_service().store, me.person.id, now())
    return account_page(calendar=f"{_address()}{place('calendar', secret=secret)}")


@web.post("/account/calendar/end")
@for_people("account", "keep")
def no_calendar() -> Response:
    """End the address of the person's calendar."""
    end_calendar(base_service().store, must_be_signed_in().person.id, now())
    return see(place("account", done="calendar"))


@web.post("/account/summary")
@for_people("account", "keep")
def want_summary() -> Response:
    """Note whether the person wants a summary by mail each day."""
    me = must_be_signed_in()
    wanted = request.form.get("daily", "") == "yes"
    base_service().store.reminders.want_summary(me.person.id, wanted, now())
    return see(place("account", done="summary" if wanted else "no-summary"))


def _address() -> str:
    """The address of the service, as its visitor has it."""
    return request.host_url.rstrip("/")

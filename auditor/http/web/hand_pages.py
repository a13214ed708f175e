"""A hand of a session: as it was recorded beside what its replay gives, and step by step."""

from __future__ import annotations

from flask import Response, request

from auditor.hand_neighbours import HandNeighbours, neighbours_of
from auditor.http.access import for_people
from auditor.http.context import service
from auditor.http.web.forms import whole
from auditor.http.web.hand_view import hand_view
from auditor.http.web.page_rendering import page
from auditor.http.web.session_pages import session_found, zone_of
from auditor.http.web.web_blueprint import web
from auditor.incidents import IncidentSelection
from auditor.store.rows import Page, SessionRecord
from reports.hand_steps import HandStep, steps_of
from rules.shown_hands import Exhibit

_MOST = 1000  # incidents of a session


@web.get("/sessions/<number:session>/hands/<number:hand>")
@for_people("sessions", "read")
def hand(session: int, hand: int) -> Response:
    """A hand as it was recorded beside what its replay gives."""
    found = session_found(session)
    shown = [
        hand_view(each, each.money or found.currency)
        for each in service().sessions.explain(found, hand, None)
    ]
    return page(
        "pages/hand.html", session=found, number=hand, shown=shown, zone=zone_of(service().rooms.find(found.room)),
        near=_near(found, hand),
    )  # fmt: skip


@web.get("/sessions/<number:session>/hands/<number:hand>/replay")
@for_people("sessions", "read")
def replay(session: int, hand: int) -> Response:
    """A hand step by step. A log that has its number several times has several: the one at the line that is asked for."""
    found = session_found(session)
    exhibits = service().sessions.explain(found, hand, None)
    shown = _at_line(exhibits, whole(request.args.get("line", ""), 9))
    steps = steps_of(shown, shown.money or found.currency)
    return page(
        "pages/replay.html", session=found, number=hand, shown=shown, steps=steps, parts=_parts(steps),
        others=[each for each in exhibits if each is not shown], near=_near(found, hand),
    )  # fmt: skip


def _at_line(exhibits: list[Exhibit], line: int | None) -> Exhibit:
    return next((each for each in exhibits if each.line == line), exhibits[0])


def _parts(steps: list[HandStep]) -> list[tuple[str, int]]:
    """The parts of a hand, each with the number of its first step, from 1."""
    found: dict[str, int] = {}
    for number, each in enumerate(steps, 1):
        found.setdefault(each.part, number)
    return list(found.items())


def _near(session: SessionRecord, hand: int) -> HandNeighbours:
    """The hands around a hand of a session."""
    concerned = set[int]()
    if service().rooms.find(session.room) is not None:
        selection = IncidentSelection(session=session.session)
        incidents, _ = service().incidents.page(session.room, selection, Page(1, _MOST))
        concerned = {
            each.hand
            for one in incidents
            if one.reported is not None
            for each in one.reported.hands
            if each.session == session.session
        }
    return neighbours_of(hand, service().sessions.hand_numbers(session), concerned)

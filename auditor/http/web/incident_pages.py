"""Incidents of a room: their list, one with its hand, and what is done about it."""

from __future__ import annotations

from collections.abc import Sequence

import marshmallow as ma
from flask import Response, request

from auditor.access.sign_in_refusals import SignInRefused
from auditor.errors import CannotStep, ChangedMeanwhile
from auditor.http import incident_schemas as schemas
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.attached_files import LARGEST_FILE, MOST_FILES, attached_file, attached_files
from auditor.http.context import holder, service
from auditor.http.incident_lists import incidents_csv_of, incidents_xlsx_of
from auditor.http.problem_answers import HttpProblem
from auditor.http.room_incidents_api import INCIDENT_BODIES
from auditor.http.sign_in import confirm_decision
from auditor.http.web.form_words import by_field
from auditor.http.web.forms import page_number, text, whole
from auditor.http.web.hand_view import HandView, hand_view
from auditor.http.web.incident_filters import chosen_of, in_address, is_narrowed, selection_of_choice
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.page_words import area_words, severity_words
from auditor.http.web.web_blueprint import web
from auditor.incident_selection import IncidentSelection
from auditor.incidents import RoomsIncident
from auditor.steps import INCIDENT_STEPS, DecisionOnIncident
from auditor.store.incident_rows import IncidentRow
from auditor.store.rows import INCIDENT_STATES, Page, SessionRecord
from auditor.store.stored_event_files import EventFileRecord
from rules.clauses import catalogue
from rules.results import AREAS, SEVERITIES

_SIZE = 50
_CHANGED = (
    "Somebody did something about this incident since you opened it. Nothing of yours was recorded; what you wrote is below. "
    "Look at the steps, and send it again if it still fits."
)


@web.get("/rooms/<room>/incidents")
@for_people("incidents", "read")
def incidents(room: str) -> Response:
    """The incidents of a room over all its days by consequence: those of a choice, or all."""
    about(room=room)
    chosen, number = chosen_of(request.args), page_number()
    rows, total = service().incidents.page(room, selection_of_choice(chosen), Page(number, _SIZE))
    everything = total if not any(chosen.values()) else service().incidents.count(room)
    return page(
        "pages/incidents.html", room=service().rooms.get(room), incidents=rows, total=total, everything=everything,
        currencies=currencies(room, rows), chosen=chosen, narrowed=is_narrowed(chosen), asked=in_address(chosen),
        number=number, pages=-(-total // _SIZE) or 1, states=INCIDENT_STATES,
        offered={
            "severity": [(each, severity_words(each)) for each in SEVERITIES],
            "kind": [(each, area_words(each)) for each in AREAS],
            "table": [(each, each) for each in sorted(service().sessions.tables(room))],
        },
    )  # fmt: skip


@web.get("/rooms/<room>/incidents.csv")
@for_people("incidents", "read")
def incidents_csv(room: str) -> Response:
    """The list as it was chosen, for a spreadsheet."""
    about(room=room)
    return incidents_csv_of(room, selection_of_choice(chosen_of(request.args)), mark=True)


@web.get("/rooms/<room>/incidents.xlsx")
@for_people("incidents", "read")
def incidents_xlsx(room: str) -> Response:
    """The list as it was chosen, as a workbook."""
    about(room=room)
    return incidents_xlsx_of(room, selection_of_choice(chosen_of(request.args)))


def currencies(room: str, found: Sequence[RoomsIncident]) -> dict[str, str]:
    """The currencies of the sessions of some incidents."""
    return service().sessions.currencies(room, {each.record.session for each in found if each.record.session})


@web.get("/rooms/<room>/incidents/<incident>")
@for_people("incidents", "read")
def incident(room: str, incident: str) -> Response:
    """An incident: what the newest audit says of it, its first hand, the clause, and all that was done about it."""
    return _shown(room, incident)


def _shown(
    room: str,
    incident: str,
    status: int = 200,
    errors: dict[str, str] | None = None,
    error: str | None = None,
) -> Response:
    about(room=room)
    found = service().incidents.get(room, incident)
    session = service().sessions.current(room, found.record.session) if found.record.session else None
    number = _hand_number(found)
    findings = service().incidents.findings(found)
    clause = catalogue().get(found.record.clause)
    return page(
        "pages/incident.html", status, room=service().rooms.get(room), found=found, session=session, event=_event(room, found),
        number=number, shown=_hand(session, number), findings=findings, clause=clause,
        hands=[each.hand for each in found.reported.hands] if found.reported else [],
        errors=errors or {}, error=error, neighbours=_neighbours(room, found),
        most_files=MOST_FILES, largest=LARGEST_FILE >> 20,
        zone=str(service().rooms.get(room).terms[-1]["time_zone"]),
    )  # fmt: skip


def _event(room: str, found: RoomsIncident) -> EventFileRecord | None:
    """The tournament or ledger that an incident is of as a whole."""
    kind, _, name = (found.record.event or "").partition(" ")
    return (
        service().event_files.current("ledger" if kind == "ledger" else "tournament", room, name)
        if kind
        else None
    )


def _hand_number(found: RoomsIncident) -> int | None:
    """The hand of the incident that is shown: the one that is asked for, else its first."""
    hands = [each.hand for each in found.reported.hands] if found.reported else []
    asked = whole(request.args.get("hand", ""))
    if asked in hands:
        return asked
    return hands[0] if hands else None


def _hand(session: SessionRecord | None, number: int | None) -> list[HandView]:
    """The hands with this number; none where the log was purged or its session has none."""
    if session is None or number is None or session.purged is not None:
        return []
    shown = service().sessions.explain(session, number, None)
    return [hand_view(each, each.money or session.currency) for each in shown]


def _neighbours(room: str, found: RoomsIncident) -> tuple[str | None, str | None]:
    """The incidents of the same gaming day before and after one."""
    day = found.record.day
    rows = service().incidents.ids(room, IncidentSelection(first_day=day, last_day=day))
    at = rows.index(found.record.incident) if found.record.incident in rows else None
    if at is None:
        return None, None
    return rows[at - 1] if at else None, rows[at + 1] if at + 1 < len(rows) else None


@web.post("/rooms/<room>/incidents/<incident>/answer")
@for_people("incidents", "answer")
def answer_incident(room: str, incident: str) -> Response:
    """Answer an incident: its cause, what is done about it, and files."""
    try:
        words = schemas.AnswerRequest().load(
            {name: text(name, 100_000) for name in ("cause", "corrective_action")}
        )
        seen = _as_seen(room, incident)
        service().incidents.answer(room, incident, dict(words), tuple(attached_files()), holder(None), seen)
    except ma.ValidationError as error:
        return _shown(room, incident, 422, by_field(error))
    except (CannotStep, ChangedMeanwhile, HttpProblem) as error:
        return _shown(room, incident, _status(error), error=_words_of(error))
    return see(place("incident", room=room, incident=incident))


def _add_page(step: DecisionOnIncident) -> None:
    """Add the address that takes the form of a decision on an incident."""

    def taken(room: str, incident: str) -> Response:
        return _refused(step, room, incident) or see(place("incident", room=room, incident=incident))

    taken.__name__ = f"{step.name}_{step.of}"
    taken.__doc__ = step.words
    web.post(f"/rooms/<room>/incidents/<incident>/{step.name}")(for_people("incidents", "decide")(taken))


def _refused(step: DecisionOnIncident, room: str, incident: str) -> Response | None:
    """Take a decision; where it is not possible, the page says why. None: it was taken."""
    name = step.field.name
    written = text(name, 100_000)
    try:
        words = INCIDENT_BODIES[name]().load({name: written if step.field.required else written or None})
        confirm_decision(text("code", 100))
        kept = {name: each for name, each in words.items() if each is not None}
        service().incidents.decide(room, incident, step.action, kept, holder(None), _as_seen(room, incident))
    except ma.ValidationError as error:
        return _shown(room, incident, 422, by_field(error))
    except SignInRefused as error:
        return _shown(room, incident, 422, {"code": str(error)})
    except (CannotStep, ChangedMeanwhile) as error:
        return _shown(room, incident, 409, error=str(error))
    return None


for each in INCIDENT_STEPS:
    _add_page(each)


def _as_seen(room: str, incident: str) -> IncidentRow:
    """The incident as the form's page showed it. Raises CannotStep."""
    record = service().incidents.record(room, incident)
    if text("seen", 30) != str(record.last_event or 0):
        raise CannotStep(_CHANGED)
    return record


@web.get("/rooms/<room>/incidents/<incident>/files/<sha256>")
@for_people("incidents", "files")
def incident_file(room: str, incident: str, sha256: str) -> Response:
    """A file of an answer, to be saved."""
    about(room=room)
    return attached_file(room, incident, *service().incidents.file(room, incident, sha256))


def _status(error: Exception) -> int:
    return error.code or 422 if isinstance(error, HttpProblem) else 409


def _words_of(error: Exception) -> str:
    return error.description or "" if isinstance(error, HttpProblem) else str(error)

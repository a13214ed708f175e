"""The page of a correction: what a log changed of the one that it supersedes, and the incidents that only that one has."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.corrected_results import corrected_results
from auditor.corrections import money_of
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.forms import page_number
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import page
from auditor.http.web.web_blueprint import web
from auditor.incidents import RoomsIncident
from auditor.store.rows import SessionRecord
from reports.changed_words import changed_places
from reports.correction_sentences import what_became
from reports.money_words import corrected_sides, kind_words
from rules.results import Correction

_SIZE = 200  # facts of a page
_MOST = 100  # findings and incidents that are listed
_MOST_CHANGED = 20  # facts on the page of a session


@web.get("/audits/<number:audit>/corrections/<number:session>")
@for_people("audits", "read")
def audit_correction(audit: int, session: int) -> Response:
    """Changes by one of an audit's logs: facts by hand and seat, money, findings and incidents that only the first log has."""
    about(audit=audit)
    record = service().auditing.finished(audit)
    found = service().results.correction(record, session)
    number = page_number()
    first = (number - 1) * _SIZE
    part = found.facts[first : first + _SIZE]
    money = money_of(service().sessions.get(session).facts)
    return page(
        "pages/correction.html", audit=record, session=session, found=found, places=list(changed_places(part, money)),
        number=number, pages=-(-len(found.facts) // _SIZE) or 1, most=_MOST, incidents=_incidents(found),
        amounts=_amounts(found), became=what_became(found),
        zone=zone_of((found.room,), record.created_at),
    )  # fmt: skip


def results_of_both(session: SessionRecord) -> dict[str, Any]:
    """For the page of a session: the results of it and of the log that it corrects, and what it changed."""
    running = service()
    both = corrected_results(running.store, running.auditing, running.results, session)
    found, facts = (None, []) if both is None else (both.found, both.facts)
    return {
        "corrected": both,
        "standing": running.session_states.one(session),
        "amounts_of_both": _in_short(_amounts(found)) if found else [],
        "became": what_became(found) if found else None,
        "places_changed": list(changed_places(facts[:_MOST_CHANGED], money_of(session.facts))),
        "most_changed": _MOST_CHANGED,
    }


def _amounts(found: Correction) -> list[tuple[str, str, str]]:
    """The money that the two logs state otherwise: its kind, and each side in words."""
    rows = [(kind_words(each.kind), *corrected_sides(each)) for each in found.amounts]
    return [(kind[:1].upper() + kind[1:], first, second) for kind, first, second in rows]


def _in_short(amounts: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Amounts without the reasons why something is not known of them, and without those that both logs then state alike."""
    short = [(kind, _without_reason(first), _without_reason(second)) for kind, first, second in amounts]
    return [(kind, first, second) for kind, first, second in short if first != second]


def _without_reason(side: str) -> str:
    return side.partition(" (")[0]


def _incidents(found: Correction) -> list[RoomsIncident]:
    """The incidents that only the first log has, as they stand now, as far as they are on record."""
    known = service().incidents.of_ids(found.room, found.incidents[:_MOST])
    return [known[each] for each in found.incidents[:_MOST] if each in known]

"""The page of a correction: what a log changed of the one that it supersedes, and the incidents that only that one has."""

from __future__ import annotations

from flask import Response

from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.blueprint import web
from auditor.http.web.clocks import zone_of
from auditor.http.web.forms import page_number
from auditor.http.web.view import page
from auditor.incidents import RoomsIncident
from reports.money_words import corrected_sides, kind_words
from rules.results import Correction

_SIZE = 200  # facts of a page
_MOST = 100  # findings and incidents that are listed


@web.get("/audits/<number:audit>/corrections/<number:session>")
@for_people("audits", "read")
def audit_correction(audit: int, session: int) -> Response:
    """What one of an audit's logs changed: facts by hand and seat, money, findings and incidents that only the first log has."""
    about(audit=audit)
    record = service().auditing.finished(audit)
    found = service().results.correction(record, session)
    number = page_number()
    first = (number - 1) * _SIZE
    return page(
        "pages/correction.html", audit=record, session=session, found=found, facts=found.facts[first : first + _SIZE],
        number=number, pages=-(-len(found.facts) // _SIZE) or 1, most=_MOST, incidents=_incidents(found),
        amounts=[(kind_words(each.kind), *corrected_sides(each)) for each in found.amounts],
        zone=zone_of((found.room,), record.created_at),
    )  # fmt: skip


def _incidents(found: Correction) -> list[RoomsIncident]:
    """The incidents that only the first log has, as they stand now, as far as they are on record."""
    known = service().incidents.of_ids(found.room, found.incidents[:_MOST])
    return [known[each] for each in found.incidents[:_MOST] if each in known]

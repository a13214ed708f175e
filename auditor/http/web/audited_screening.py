"""Screening on the page of an audit: open alarms of its rooms' years in words, as of its entry in the register."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from auditor.http.context import service
from auditor.http.web.screening_view import ShownUnit, results_of_year, shown_result, states_of_year
from auditor.reported_screening import YearOfAudit
from auditor.screening_grid import grid_of
from auditor.store.rows import AuditRecord

MOST_ROOMS = 3  # rooms and years on a page; the report has them all


class AuditedScreening(Struct, frozen=True):
    """A room's year beside an audit. asked: the entry that counts, for links."""

    room: str
    year: int
    asked: dict[str, int]
    alarms: Sequence[ShownUnit]


def screening_of_audit(audit: AuditRecord) -> list[AuditedScreening]:
    """Years of the rooms of a finished audit's sessions, at most three. Raises RecordDamaged, ResultDamaged."""
    years = service().results.screened_years(audit)[:MOST_ROOMS]
    return [
        AuditedScreening(each.room, each.year, {"as_of": each.entry}, list(_alarms(each))) for each in years
    ]


def _alarms(of: YearOfAudit) -> Iterator[ShownUnit]:
    """Alarms of a year that nobody closed until now."""
    found = service().screening.year(of.room, of.year, of.entry)
    if found is None:
        return
    states = states_of_year(grid_of(found, service().screening.closings(of.room)))
    for id_, result in results_of_year(found).items():
        if states[id_].state == "alarm":
            yield shown_result(result)

"""An audit as a workbook: incidents, findings, coverage, and a gaming day's totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from auditor.incidents import Became
from auditor.sheets_xlsx import xlsx_of
from reports.audit_sheets import coverage_table, day_totals_table, findings_table, line_of_audit
from reports.incident_row_words import players_of
from reports.incident_sheet import IncidentLine, incident_table
from reports.sheet_tables import SheetTable
from reports.story import Story
from rules.results import Audit

if TYPE_CHECKING:  # an audit without screening loads nothing of it
    from reports.screened_room import ScreenedRoom


def audit_workbook(
    audit: Audit, became: Mapping[str, Became] | None = None, screened: Sequence[ScreenedRoom] = ()
) -> bytes:
    """The workbook of an audit. became: standing of its incidents; None without a service. screened: rooms of the last sheet,
    "Where to look"; none: there is no such sheet.
    """
    story = Story(audit)
    tables: list[SheetTable] = []
    if audit.incidents is not None:
        tables.append(incident_table(_lines(story, became or {})))
    tables += [findings_table(audit.findings, story.currency_of), coverage_table(audit.coverage)]
    triangle = audit.day.triangle if audit.day is not None else audit.triangle
    if triangle:
        tables.append(day_totals_table(triangle))
    if screened:
        from reports.screening_sheet import screening_table

        tables.append(screening_table(screened))
    return xlsx_of(tables)


def _lines(story: Story, became: Mapping[str, Became]) -> Iterable[IncidentLine]:
    tables = {log.session: log.table for log in story.logs}
    for entry in story.entries:
        currency = story.currency_of(entry.room, entry.session)
        line = line_of_audit(
            entry.incident, entry.findings[:1], entry.room, players_of(entry.findings[:40]), currency
        )
        yield _with_state(line, became.get(entry.incident.id), tables.get(line.session or ""))


def _with_state(line: IncidentLine, became: Became | None, table: str | None) -> IncidentLine:
    if became is None:
        return replace(line, table=table)
    return replace(line, table=table, state=became.state, due=became.due)

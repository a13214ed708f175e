"""Section of a gaming day."""

from __future__ import annotations

from collections.abc import Sequence

from reports.day_chart import NO_LOG
from reports.drawn_fees import draw_triangle, table_of
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.findings import LISTED, draw_findings
from reports.formatting import NOTHING, count, moment
from reports.incident_entries import number_ranges
from reports.skipped_sessions import skipped_warning
from reports.story import Story
from reports.typography import SMALL_BOLD
from rules.results import DayFacts, SessionOfDay, TriangleRow


def draw_day_section(pages: Pages, story: Story, number: int) -> None:
    day = story.audit.day
    assert day is not None
    pages.section(number, story.sections["day"], "day")
    pages.paragraph(
        "This section compares the sessions of the gaming day with each other: who sat where and when, which sessions and "
        "logs exist, and how the recorded fees compare with what was due and with the contents of the drop boxes."
    )
    _sessions(pages, day)
    _triangle(pages, day.triangle)
    _found(pages, story)


def _found(pages: Pages, story: Story) -> None:
    """Findings across sessions: incidents by number, others in a table."""
    pages.subheading("Findings across sessions", 60)
    if not story.across:
        pages.paragraph(
            "Nothing was found across sessions in what could be tested. The section on coverage shows what was tested."
        )
        return
    mine = [
        entry for entry in story.entries if entry.root is not None and entry.root.code in story.across_codes
    ]
    if mine:
        several = len(mine) > 1
        which = "Incidents" if several else "Incident"
        concern, them = ("concern", "them") if several else ("concerns", "it")
        pages.paragraph(
            f"{which} {number_ranges(mine)} {concern} several sessions; section {story.numbers['incidents']} shows {them}."
        )
    grouped = {each.fingerprint for entry in mine for each in entry.findings}
    shown = [each for each in story.across if each.fingerprint not in grouped]
    if shown:
        draw_findings(pages, story, shown[:LISTED])
    if len(shown) > LISTED:
        pages.paragraph(f"The findings as {story.form} list {count(len(shown) - LISTED, 'more finding')}.")
    pages.y -= 8


def _sessions(pages: Pages, day: DayFacts) -> None:
    pages.subheading("Sessions of the day", 60)
    if day.skipped:
        pages.paragraph(skipped_warning(day.skipped))
    if not day.sittings:
        if not day.skipped:
            pages.paragraph(NO_LOG)
        return
    table = ReportTable(
        pages,
        (
            ReportColumn("Table", 70, style=SMALL_BOLD),
            ReportColumn("Session", 122),
            ReportColumn("Number", 48, True),
            ReportColumn("Opened", 98),
            ReportColumn("Closed", 118),
            ReportColumn("Hands", 48, True),
        ),
        most=3,
    )
    table.head()
    for each in day.sittings:
        number = NOTHING if each.number is None else f"{each.number}"
        table.row(
            table_of(each),
            each.session,
            number,
            moment(each.opened_at, offset=False),
            _closed(each),
            _hands(each),
        )
    pages.y -= 6


def _closed(each: SessionOfDay) -> str:
    if each.ended_at is None:
        return "not recorded"
    end = moment(each.ended_at, offset=False)
    return end if each.closed else f"{end} or later"


def _hands(each: SessionOfDay) -> str:
    return "none played" if each.nothing_played else f"{each.hands:,}"


def _triangle(pages: Pages, rows: Sequence[TriangleRow]) -> None:
    pages.subheading("Fees: due, recorded, counted", 80)
    draw_triangle(pages, rows)

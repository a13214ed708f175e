"""Findings as a table, outside of incidents."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from reports.card_words import message
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, hand_numbers, headed
from reports.story import Story, gravity
from reports.typography import CONDENSED, SMALL_BOLD, TextStyle, fitted, width
from rules.results import Finding

LISTED = 200
_CLOSE = TextStyle(CONDENSED, 8, 11)
_BEFORE = (
    "This audit was made by engine {}, which did not group findings into incidents. Its findings are listed one by one; a "
    "new audit of the same logs has incidents."
)
_NOTHING_FOUND = "Nothing was found in what could be tested. The section on coverage shows what was tested."


def draw_ungrouped(pages: Pages, story: Story, number: int) -> None:
    """Draw the gravest findings of an audit whose engine did not group them."""
    pages.section(number, story.sections["incidents"], "incidents")
    pages.paragraph(_BEFORE.format(story.audit.engine.release))
    found = [each for each in story.audit.findings if each.kind in ("violation", "discrepancy")]
    if not found:
        pages.paragraph(_NOTHING_FOUND)
        return
    if len(found) > LISTED:
        pages.paragraph(
            f"The {LISTED:,} gravest of {count(len(found), 'finding')}, by severity and then by money. "
            f"The findings as {story.form} list all of them."
        )
        chosen = {
            place for place, _ in heapq.nsmallest(LISTED, enumerate(found), key=lambda each: gravity(each[1]))
        }
        found = [each for place, each in enumerate(found) if place in chosen]
    draw_findings(pages, story, found)


def draw_findings(pages: Pages, story: Story, found: Sequence[Finding]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("Code", 48, style=SMALL_BOLD),
            ReportColumn("Severity", 42, style=_CLOSE),
            ReportColumn("Where", 86, style=_CLOSE),
            ReportColumn("Condition", 180, style=_CLOSE),
            ReportColumn("Criteria", 98, style=_CLOSE),
            ReportColumn(headed("Money", story.currency), 50, True, _CLOSE),
        ),
        most=8,
    )
    table.head()
    for each in found:
        amount = story.in_column(each.money, each.room, each.session)
        table.row(each.code, each.severity, _where(story, each), _says(each), each.clause, amount)
    pages.y -= 4


def _says(finding: Finding) -> str:
    if not finding.hands or len(finding.hands) == 1:
        return message(finding)
    return f"{message(finding)} Hands {hand_numbers(finding.hands, 12)}."


def _where(story: Story, finding: Finding) -> str:
    says = [finding.session] if story.several and finding.session else []
    says += [f"hand {finding.hand}"] if finding.hand is not None else []
    says += [f"seat {finding.seat}"] if finding.seat is not None else []
    if not says and finding.player:
        says = [finding.player]
    return ", ".join(says) or ("the log" if finding.session else NOTHING)


def video_reference(video: str, style: TextStyle, room: float) -> str:
    """Video reference that fits; folders are cut first."""
    if width(video, style) <= room:
        return video
    path, mark, place = video.partition("#")
    return fitted(path.rstrip("/").rpartition("/")[2] + mark + place, style, room)

"""Section of undetermined points."""

from __future__ import annotations

from collections.abc import Mapping

from reports.cover_facts import question
from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.event_words import place_in_event
from reports.formatting import NOTHING, count, hand_numbers, headed, in_column, titled, units
from reports.story import CitedClause, Story
from reports.typography import NOTE, SMALL_BOLD, SMALL_SOFT
from rules.results import Finding, ReadingEffect

MOST_POINTS = 40  # points that are listed


def draw_undetermined(pages: Pages, story: Story, clauses: Mapping[str, CitedClause], number: int) -> None:
    """Draw points that the controls leave open, with readings."""
    pages.section(number, story.sections["undetermined"], "undetermined")
    if story.kinds["undetermined"]:
        pages.paragraph(
            "On these points the controls are silent or can be read in more than one way. None of them is a violation; a "
            "person must decide. The audit used the reading marked “taken”. For each other reading, the table shows the units "
            "and the money that would go to different players."
        )
    _points(pages, story, clauses, "undetermined")
    if story.kinds["indicator"]:
        pages.subheading("Indicators")
        pages.paragraph(
            "Indicators are statistics over many hands. They show where to look; they do not prove anything."
        )
        _points(pages, story, clauses, "indicator")


def _points(pages: Pages, story: Story, clauses: Mapping[str, CitedClause], kind: str) -> None:
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in story.of_kind(kind):
        groups.setdefault((finding.code, finding.clause), []).append(finding)
    points, readings = _Points(pages, story), None
    shown = 0
    for (code, clause), findings in groups.items():
        if shown >= MOST_POINTS:
            break
        pages.subheading(f"{code}  {titled(findings[0].name)}", 90)
        known = clauses.get(clause)
        pages.paragraph(
            f"{clause}  {known.statement}" if known else clause, SMALL_SOFT, measure=WIDTH, after=1
        )
        for finding in findings[: MOST_POINTS - shown]:
            points.draw(finding)
            if finding.readings:
                readings = readings or _Readings(pages, story.currency)
                readings.draw(finding.readings, story.currency_of(finding.room, finding.session))
        shown += len(findings)
    left = sum(map(len, groups.values())) - MOST_POINTS
    if left > 0:
        pages.paragraph(f"The findings as {story.form} list {count(left, 'more point')}.", NOTE)
    pages.y -= 4


class _Points:
    def __init__(self, pages: Pages, story: Story) -> None:
        self._story = story
        self._table = ReportTable(
            pages,
            (
                ReportColumn("Where", 92, style=SMALL_BOLD),
                ReportColumn("What is open", 348),
                ReportColumn(headed("Money", story.currency), 64, True),
            ),
            rules=False,
        )
        self._begun = False

    def draw(self, finding: Finding) -> None:
        if not self._begun:
            self._table.head()
        self._begun = True
        if self._story.audit.event is not None:
            where = place_in_event(finding)
        else:
            where = f"{finding.session} " if self._story.several and finding.session else ""
            where += _where(finding)
        says = question(finding)
        if finding.hands and len(finding.hands) > 1:
            says += f" Hands {hand_numbers(finding.hands, 12)}."
        amount = self._story.in_column(finding.money, finding.room, finding.session)
        self._table.row(where[:1].upper() + where[1:], says, amount)


def _where(finding: Finding) -> str:
    hand = finding.hands[0] if finding.hands and len(finding.hands) == 1 else finding.hand
    if hand is not None:
        where = f"hand {hand}"
    elif finding.hands is not None:
        where = count(len(finding.hands), "hand")
    else:
        where = "the log" if finding.session else "the day"
    return where + (f", seat {finding.seat}" if finding.seat is not None else "")


class _Readings:
    def __init__(self, pages: Pages, currency: str | None) -> None:
        self._pages = pages
        self._table = ReportTable(
            pages,
            (
                ReportColumn("Reading", 120, style=SMALL_BOLD),
                ReportColumn("What it means", 216),
                ReportColumn("Hands", 44, True),
                ReportColumn("Units moved", 56, True),
                ReportColumn(headed("Money moved", currency), 68, True),
            ),
        )
        self._begun = False

    def draw(self, readings: list[ReadingEffect], currency: str | None) -> None:
        if not self._begun:
            self._table.head()
        self._begun = True
        for reading in readings:
            name = f"{reading.reading} (taken)" if reading.taken else reading.reading
            moved = [units(reading.units, plus=False), in_column(reading.money, currency)]
            hands = f"{reading.hands:,}" if reading.worked_out else NOTHING
            self._table.row(name, f"{reading.means} [{reading.ambiguity}]", hands, *moved)
        self._pages.y -= 4

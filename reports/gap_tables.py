"""Sections of a gap report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from reports.drawn_pages import LEFT, RIGHT, Pages
from reports.drawn_tables import ReportColumn, ReportTable, RowLink
from reports.formatting import NOTHING, count, headed, in_column
from reports.gap_story import GapStory
from reports.registered import draw_filed
from reports.tagged.tagged_rows import TableTags
from reports.typography import (
    ACCENT,
    CODE,
    COLUMN,
    CONDENSED,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    SOFT,
    TextStyle,
    wrapped,
)
from simulation.gaps.gap_question_list import values_text
from simulation.gaps.gap_results import OtherReading, Point, Unpriced

_CLOSE = TextStyle(CONDENSED, 8, 11)
_CLOSE_SOFT = _CLOSE._replace(colour=SOFT)
_TEXT = LEFT + 22  # the text of a point, to the right of its rank
_TEXT_ROOM = 232.0
_BARS = _TEXT + _TEXT_ROOM + 10
_BAR_ROOM, _BAR = 122.0, 7.0
_DEALS = _BARS + _BAR_ROOM + 46
_COLUMNS = 4
_LEAST = 0.8  # the shortest bar


def draw_readings(pages: Pages, story: GapStory, number: int) -> None:
    """Draw open points with readings: moving money, not worked out, moving none."""
    pages.section(number, story.sections["readings"], "readings")
    pages.paragraph(
        "Where the documents can be read in more than one way and the controls do not state a reading, an audit uses the "
        "reading named below. For each other reading, the simulated deals that it affects were settled again; the bar shows "
        "the money that would have gone to different players."
    )
    if story.moving:
        _ranked(pages, story)
    if story.unknown:
        pages.subheading("Not worked out", 90)
        pages.paragraph(
            "These readings may move money. A dash means that the amount is unknown, not that it is zero.",
            SMALL,
        )
        _listed(pages, story, story.unknown)
    if story.still:
        pages.subheading("Readings that move no money in these deals", 90)
        pages.paragraph(
            "Either the point affects none of the deals, or the affected deals pay the same as they were dealt and set.",
            SMALL,
        )
        _listed(pages, story, story.still)


def _ranked(pages: Pages, story: GapStory) -> None:
    """Points that move money; all bars have one scale."""
    pages.subheading("Readings that move money", 120)
    table = TableTags(pages.sheet.tags)
    _head(pages, table, story)
    amounts = [each.money for point in story.moving for each in point.readings if each.money]
    most = max(amounts, default=0) if len(set(amounts)) > 1 else 0  # equal bars show nothing
    for place, point in enumerate(story.moving, 1):
        if pages.need(pages.measure(partial(_measured, pages, story, point, most))):
            _head(pages, table, story)
        _point(pages, table, story, point, place, most)


def _measured(pages: Pages, story: GapStory, point: Point, most: int) -> None:
    _point(pages, TableTags(pages.sheet.tags), story, point, 0, most)


def _head(pages: Pages, table: TableTags, story: GapStory) -> None:
    pages.y -= COLUMN.leading + 2
    sheet, y, currency = pages.sheet, pages.y + 3, story.report.dealt.currency
    with table.head():
        for draw, x, title in (
            (sheet.text, _TEXT, "Open question, reading used, and other readings"),
            (sheet.text, _BARS, headed("Money moved", currency)),
            (sheet.right, _DEALS, "Deals moved"),
            (sheet.right, RIGHT, headed("Money", currency)),
        ):
            with table.column():
                draw(x, y, title, COLUMN)
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)
    pages.y -= 5


def _point(pages: Pages, table: TableTags, story: GapStory, point: Point, place: int, most: int) -> None:
    table.row()
    with table.heading(spans=_COLUMNS):
        _question(pages, story, point, place)
    pages.y -= 2
    for other in point.readings:
        table.row()
        _reading(pages, table, story, other, most)
    pages.y -= 4
    pages.sheet.line(LEFT, pages.y, RIGHT, pages.y)
    pages.y -= 6


def _question(pages: Pages, story: GapStory, point: Point, place: int) -> None:
    """Open question, linked to the annex, and the reading used."""
    sheet = pages.sheet
    room = RIGHT - _TEXT
    first = pages.y - SMALL.leading * 0.76
    sheet.text(LEFT, first, str(place), SMALL_BOLD._replace(colour=ACCENT))
    number = story.asked[point.id]
    with sheet.tags.tag("Link"):
        _lines(pages, wrapped(point.question, SMALL_BOLD, room), SMALL_BOLD)
        sheet.link(_TEXT, pages.y, RIGHT, first + 9, f"question-{number}", f"Question {number}")
    about = f"{point.id}   ·   {story.touched(point)}   ·   question {number}"
    _lines(pages, (about,), NOTE)
    leans = "The controls lean to" if point.standing == "leaning" else "Reading used"
    _lines(pages, wrapped(f"{leans}: {point.means}", SMALL_SOFT, room), SMALL_SOFT)


def _lines(pages: Pages, lines: Sequence[str], style: TextStyle) -> None:
    for line in lines:
        pages.sheet.text(_TEXT, pages.y - style.leading * 0.76, line, style)
        pages.y -= style.leading


def _reading(pages: Pages, table: TableTags, story: GapStory, other: OtherReading, most: int) -> None:
    sheet, y = pages.sheet, pages.y - SMALL.leading * 0.76
    words = other.means
    if other.unpriced and other.worked_out:
        words += f" ({count(other.unpriced, 'deal has', 'deals have')} no price under it)"
    with table.heading():
        _lines(pages, wrapped(words, SMALL, _TEXT_ROOM), SMALL)
    with table.cell():
        if not other.worked_out:
            sheet.text(_BARS + 5, y, "not worked out", NOTE)
    with table.cell():
        if other.worked_out:
            sheet.right(_DEALS, y, f"{other.deals:,}", SMALL)
    with table.cell():
        if other.worked_out:
            amount = in_column(other.money, story.report.dealt.currency)
            sheet.figure(RIGHT, y, amount, SMALL_BOLD if other.money else SMALL, RIGHT - _DEALS - 8)
    if other.worked_out:
        length = (other.money or 0) / most * _BAR_ROOM if most else 0.0
        sheet.box(_BARS, y - 0.8, max(length, _LEAST) if other.money and most else 0, _BAR, ACCENT)
    sheet.line(_BARS, y - 2.4, _BARS, y + 7.8, grey=0.25, weight=0.5)
    pages.y -= 2


def _listed(pages: Pages, story: GapStory, points: Sequence[Point]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("Point", 108, style=_CLOSE),
            ReportColumn("Open question", 146, style=_CLOSE),
            ReportColumn("Reading used", 86, style=_CLOSE),
            ReportColumn("Other readings", 92, style=_CLOSE),
            ReportColumn("Deals affected", 40, True),
            ReportColumn("Question", 32, True),
        ),
    )
    table.head()
    for point in points:
        others = "; ".join(each.means for each in point.readings)
        number = story.asked[point.id]
        deals = NOTHING if point.deals is None else f"{point.deals:,}"
        link = RowLink(f"question-{number}", f"Question {number}")
        table.row(point.id, point.question, point.means, others, deals, str(number), link=link)
    pages.y -= 4


def draw_unpriced(pages: Pages, story: GapStory, number: int) -> None:
    """Draw unpriced items, and irregularities without procedure."""
    pages.section(number, story.sections["unpriced"], "unpriced")
    pages.paragraph(
        "Where the controls state no price, or take it from custom, payment rests on somebody’s word. The table shows how "
        "often each item occurred in the simulated deals, if the simulation covers it."
    )
    if story.prices:
        pages.subheading("Without a documented price", 70)
        table = ReportTable(
            pages,
            (
                ReportColumn("Item", 216),
                ReportColumn("Parameter", 168, style=_CLOSE),
                ReportColumn("In the deals", 70, True),
                ReportColumn("Question", 50, True),
            ),
        )
        table.head()
        for each in story.prices:
            table.row(_capital(each.says), _where(each), _often(each), story.question_of(each))
        pages.y -= 4
    if story.procedures:
        pages.subheading("Irregularities without a procedure", 70)
        columns = (
            ReportColumn("Case", 362),
            ReportColumn("Kind in the log", 92, style=_CLOSE),
            ReportColumn("Question", 50, True),
        )
        table = ReportTable(pages, columns)
        table.head()
        for each in story.procedures:
            kind = each.path.partition("[")[2].rstrip("]")
            table.row(_capital(each.says), kind, story.question_of(each))
        pages.y -= 4


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _where(unpriced: Unpriced) -> str:
    if not unpriced.parameters:
        return unpriced.path
    return f"by custom: {values_text(unpriced, 6)}"


def _often(unpriced: Unpriced) -> str:
    if unpriced.count is None or not unpriced.counted:
        return NOTHING
    return f"{unpriced.count:,} {unpriced.counted if unpriced.count != 1 else unpriced.counted[:-1]}"


def draw_settled(pages: Pages, story: GapStory, number: int) -> None:
    """Draw points that the controls settle."""
    pages.section(number, story.sections["settled"], "settled")
    pages.paragraph(
        "The documents could be read in more than one way on these points; the controls state the reading."
    )
    table = ReportTable(
        pages,
        (
            ReportColumn("Point", 122, style=_CLOSE),
            ReportColumn("Question", 186, style=_CLOSE),
            ReportColumn("Settled as", 196, style=_CLOSE),
        ),
    )
    table.head()
    for each in story.report.settled:
        values = ", ".join(f"{path} is {value}" for path, value in each.sets.items())
        said = each.means or "none of the known readings"
        if each.by == "parameters":
            said += (
                f" – by {values}; the controls name no reading, so an audit still reports the point as open"
            )
        table.row(each.id, each.question, said)
    pages.y -= 4


def draw_method(pages: Pages, story: GapStory, number: int) -> None:
    """Draw method and limits."""
    report = story.report
    pages.section(number, story.sections["method"], "method")
    for text in report.notes:
        pages.paragraph(text)
    pages.paragraph(
        "The money moved is what some players would have gained and others lost, added up deal by deal. Readings are worked "
        "out one at a time; two readings together may move more or less than the sum of both. Items without a price are "
        "found from the parameters of the controls."
    )
    pages.subheading("Made with", 60)
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)))
    code = CODE
    table.row("Engine", f"cardroom-auditor {report.engine}")
    table.row(story.name, report.ruleset.digest, styles=(SMALL_SOFT, code))
    table.row("Gap report", story.digest, styles=(SMALL_SOFT, code))
    pages.y -= 4
    if story.registered is not None:
        draw_filed(pages, *story.registered)

"""The first page of a gap report: whose controls, what was simulated, what was found, and what weighs most."""

from __future__ import annotations

from reports.cover import draw_contents, draw_figure, draw_lead
from reports.gap_story import GapStory
from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.tables import Column, Table
from reports.typography import (
    CODE,
    LABEL,
    NOTE,
    OVERLINE,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
    SUBTITLE,
    TITLE,
    width,
    wrapped,
)
from reports.words import NOTHING, count, headed, in_column
from rules.gaps.results import Dealt

_SHOWN = 6  # of the readings that move most
_COUNT = 68.0
_LONG_TITLE = TITLE._replace(size=19, leading=23)
_CODE = CODE._replace(size=7)
_UNITS = {"asked": "as asked for", "cap": "the cap of the controls", "usual": "the controls set no cap"}


def draw_cover(pages: Pages, story: GapStory) -> None:
    """The page."""
    pages.new_page()
    pages.outline("Summary", "summary")
    _masthead(pages, story)
    draw_lead(pages, story.conclusion())
    _figures(pages, story)
    _subject(pages, story)
    _simulated(pages, story)
    _weightiest(pages, story)
    draw_contents(pages, story.sections)


def _masthead(pages: Pages, story: GapStory) -> None:
    sheet, ruleset = pages.sheet, story.report.ruleset
    pages.y -= 8
    sheet.text(LEFT, pages.y, "GAPS OF A CARD ROOM’S CONTROLS", OVERLINE)
    pages.y -= 30
    if width(story.subject(), TITLE) <= WIDTH:
        sheet.text(LEFT, pages.y, story.subject(), TITLE)
    else:
        for place, text in enumerate(wrapped(story.subject(), _LONG_TITLE, WIDTH, 3)):
            pages.y -= _LONG_TITLE.leading if place else 0
            sheet.text(LEFT, pages.y, text, _LONG_TITLE)
    pages.y -= 4
    line = f"{story.name}   ·   {ruleset.authority}   ·   {story.standing()}"
    for text in wrapped(line, SUBTITLE, WIDTH, 3):
        pages.y -= SUBTITLE.leading
        sheet.text(LEFT, pages.y, text, SUBTITLE)
    pages.y -= 14


def _figures(pages: Pages, story: GapStory) -> None:
    """The counts, large."""
    sheet, report = pages.sheet, story.report
    figures = [
        (f"{report.dealt.deals:,}", "simulated deals"),
        (f"{len(report.points):,}", "points left open"),
        (f"{len(story.moving):,}", "that move money"),
        (f"{len(story.prices):,}", "no price"),
        (f"{len(story.procedures):,}", "no procedure"),
        (f"{len(report.questions):,}", "questions"),
        (story.money(story.most()), "most that one reading moves"),
    ]
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)
    for place, (figure, label) in enumerate(figures):
        x = LEFT + place * _COUNT
        room = RIGHT - x if place == len(figures) - 1 else _COUNT - 8
        draw_figure(sheet, x, pages.y - 23, figure, room)
        sheet.text(x, pages.y - 34, label, LABEL)
    pages.y -= 42
    sheet.line(LEFT, pages.y, RIGHT, pages.y)
    pages.y -= 6


def _subject(pages: Pages, story: GapStory) -> None:
    ruleset = story.report.ruleset
    pages.subheading("The controls", 80)
    table = Table(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)), most=6)
    table.row("Revision", story.name, styles=(SMALL_SOFT, SMALL_BOLD))
    if ruleset.summary:
        table.row("How it pays", ruleset.summary)
    table.row("In force", _in_force(ruleset.starts, ruleset.until))
    table.row("Standing", story.standing())
    table.row("Digest (SHA-256)", ruleset.digest, styles=(SMALL_SOFT, _CODE))
    pages.y -= 2


def _in_force(starts: str | None, until: str | None) -> str:
    if starts and until:
        return f"{starts} to {until}, both included"
    if starts:
        return f"from {starts}"
    return f"until {until}, included" if until else "no days stated"


def _simulated(pages: Pages, story: GapStory) -> None:
    dealt = story.report.dealt
    pages.subheading("What was simulated", 60)
    table = Table(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)), most=6)
    if dealt.because is not None:
        table.row("Nothing", f"{dealt.because}; no reading was worked out.")
        pages.y -= 2
        return
    table.row(
        "Deals, seed", f"{dealt.deals:,} ({count(dealt.misdeals, 'misdeal')} among them), seed {dealt.seed}"
    )
    table.row(
        "Players", f"{dealt.fewest}" if dealt.fewest == dealt.most else f"{dealt.fewest} to {dealt.most}"
    )
    table.row("One unit", _unit(story, dealt))
    pages.y -= 2


def _unit(story: GapStory, dealt: Dealt) -> str:
    if dealt.unit is None:
        return "what the level of the event has it"
    return f"{story.money(dealt.unit)} ({_UNITS[dealt.unit_from]})"


def _weightiest(pages: Pages, story: GapStory) -> None:
    """The points that move most, each a link to its question."""
    if not story.moving:
        return
    currency = story.report.dealt.currency
    pages.subheading("The most money first", 80)
    table = Table(
        pages,
        (
            Column("Point", 122, style=SMALL_BOLD),
            Column("What is open", 222, style=SMALL),
            Column("Deals touched", 44, True),
            Column(headed("Money moved", currency), 76, True),
            Column("Question", 40, True),
        ),
        most=2,
    )
    table.head()
    for point in story.moving[:_SHOWN]:
        number = story.asked[point.id]
        deals = NOTHING if point.deals is None else f"{point.deals:,}"
        y = table.row(point.id, point.question, deals, in_column(point.money, currency), str(number))
        pages.sheet.link(LEFT, pages.y, RIGHT, y + 9, f"question-{number}", f"Question {number}")
    rest = len(story.moving) - _SHOWN
    if rest > 0:
        pages.y -= 4
        pages.paragraph(f"Section {story.numbers['readings']} has {rest:,} more.", NOTE, after=0)

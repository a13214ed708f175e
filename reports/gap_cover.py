"""First page of a gap report."""

from __future__ import annotations

from reports.cover_parts import Front, front_page
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable, RowLink
from reports.formatting import NOTHING, count, headed, in_column
from reports.gap_story import GapStory
from reports.typography import (
    CODE,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SMALL_SOFT,
)
from simulation.gaps.gap_results import Dealt

_SHOWN = 6  # of the readings that move most
_COUNT = 68.0
_UNITS = {"asked": "as requested", "cap": "the cap of the controls", "usual": "the controls set no cap"}


def draw_cover(pages: Pages, story: GapStory) -> None:
    """Draw the cover of a gap report."""
    with front_page(pages, _front(story)):
        _subject(pages, story)
        _simulated(pages, story)
        _weightiest(pages, story)


def _front(story: GapStory) -> Front:
    report = story.report
    counts = (
        (report.dealt.deals, "simulated deals"),
        (len(report.points), "points left open"),
        (len(story.moving), "that move money"),
        (len(story.prices), "without a price"),
        (len(story.procedures), "without procedure"),
        (len(report.questions), "questions"),
    )
    return Front(
        kind="GAPS OF A CARD ROOM’S CONTROLS",
        title=story.subject(),
        line=f"{story.name}   ·   {report.ruleset.authority}   ·   {story.standing()}",
        conclusion=story.conclusion(),
        counts=[(f"{number:,}", label) for number, label in counts],
        amounts=[(story.money(story.most()), "most moved by one reading")],
        sections=story.sections,
        wide=_COUNT,
    )


def _subject(pages: Pages, story: GapStory) -> None:
    ruleset = story.report.ruleset
    pages.subheading("The controls", 80)
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=6)
    table.row("Revision", story.name, styles=(SMALL_SOFT, SMALL_BOLD))
    if ruleset.summary:
        table.row("How it pays", ruleset.summary)
    table.row("In force", _in_force(ruleset.starts, ruleset.until))
    table.row("Standing", story.standing())
    table.row("Digest (SHA-256)", ruleset.digest, styles=(SMALL_SOFT, CODE))
    pages.y -= 2


def _in_force(starts: str | None, until: str | None) -> str:
    if starts and until:
        return f"{starts} to {until}, inclusive"
    if starts:
        return f"from {starts}"
    return f"until {until}, inclusive" if until else "no days stated"


def _simulated(pages: Pages, story: GapStory) -> None:
    dealt = story.report.dealt
    pages.subheading("Simulation", 60)
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=6)
    if dealt.because is not None:
        table.row(
            "None",
            f"{dealt.because}; no reading was worked out." if story.report.points else f"{dealt.because}.",
        )
        pages.y -= 2
        return
    table.row(
        "Deals, seed", f"{dealt.deals:,}, of which {count(dealt.misdeals, 'misdeal')}; seed {dealt.seed}"
    )
    table.row(
        "Players", f"{dealt.fewest}" if dealt.fewest == dealt.most else f"{dealt.fewest} to {dealt.most}"
    )
    if story.report.ruleset.family == "pot":
        table.row("Small blind", story.money(dealt.unit))
    else:
        table.row("One unit", _unit(story, dealt))
    pages.y -= 2


def _unit(story: GapStory, dealt: Dealt) -> str:
    if dealt.unit is None:
        return "set by the level of the event"
    return f"{story.money(dealt.unit)} ({_UNITS[dealt.unit_from]})"


def _weightiest(pages: Pages, story: GapStory) -> None:
    if not story.moving:
        return
    currency = story.report.dealt.currency
    pages.subheading("Points that move the most money", 80)
    table = ReportTable(
        pages,
        (
            ReportColumn("Point", 122, style=SMALL_BOLD),
            ReportColumn("What is open", 222, style=SMALL),
            ReportColumn("Deals affected", 44, True),
            ReportColumn(headed("Money moved", currency), 76, True),
            ReportColumn("Question", 40, True),
        ),
        most=2,
    )
    table.head()
    for point in story.moving[:_SHOWN]:
        number = story.asked[point.id]
        deals = NOTHING if point.deals is None else f"{point.deals:,}"
        link = RowLink(f"question-{number}", f"Question {number}")
        table.row(point.id, point.question, deals, in_column(point.money, currency), str(number), link=link)
    rest = len(story.moving) - _SHOWN
    if rest > 0:
        pages.y -= 4
        pages.paragraph(f"Section {story.numbers['readings']} lists {rest:,} more.", NOTE, after=0)

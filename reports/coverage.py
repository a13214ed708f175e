"""What the audit tested: the checks that differ, leave a point open or could not be tested; the others by their number."""

from __future__ import annotations

from collections.abc import Sequence

from reports import charts
from reports.cover_facts import main_reason, never_tested
from reports.formatting import NOTHING, count, listed, titled
from reports.pages import Pages
from reports.story import Story
from reports.tables import Column, ReportTable
from reports.typography import BODY, CONDENSED, SMALL_BOLD, Style
from rules.results import Coverage

_CLOSE = Style(CONDENSED, 8, 11)


def draw_coverage(pages: Pages, story: Story, number: int) -> None:
    """How many hands each rule was tested on, and why the others were not."""
    pages.section(number, story.sections["coverage"], "coverage", keep=60 if story.bare else 110)
    audit = story.audit
    pages.paragraph(
        f"Each of the {count(audit.hands, 'recorded hand')} is accounted for under each rule: tested, and "
        "then agreeing or differing; untestable for want of evidence; or without such a rule. “Open” are those of the "
        "agreeing hands that have a point which the controls leave open."
    )
    for failure in audit.failures:
        pages.paragraph(f"{failure.code} broke down, and its result is not known: {failure.message}", BODY)
    if not audit.coverage:
        pages.paragraph("No rule was tested.")
        return
    if audit.hands or not story.across_codes:
        _covered(pages, [row for row in audit.coverage if row.code not in story.across_codes], "hand")
    if story.across_codes and not story.logs:
        pages.paragraph("There was no session to compare with another; what was tested is the day itself.")
    elif story.across_codes:
        pages.subheading("Across sessions", 90)
        pages.paragraph(
            "Under the rules that compare the sessions of the gaming day with each other, sessions are counted in place "
            f"of hands: {count(len(story.logs), 'session')}."
        )
        _covered(pages, [row for row in audit.coverage if row.code in story.across_codes], "session")


def _covered(pages: Pages, rows: Sequence[Coverage], what: str) -> None:
    """The checks that tell something, one a row; those that tested nothing by what they lack; the rest in a line."""
    shown = [row for row in rows if row.differing or row.open or (row.untestable and row.tested)]
    if shown:
        charts.coverage(pages, shown)
        _table(pages, shown)
    never = [row for row in rows if never_tested(row)]
    if never:
        _never(pages, never, what)
    pages.paragraph(_others(rows, what), BODY)


def _table(pages: Pages, rows: Sequence[Coverage]) -> None:
    table = ReportTable(
        pages,
        (
            Column("Code", 46, style=SMALL_BOLD),
            Column("Rule", 112),
            Column("Tested", 40, True),
            Column("Agreeing", 44, True),
            Column("Open", 36, True),
            Column("Differing", 44, True),
            Column("Untestable", 52, True),
            Column("", 8),
            Column("Why not tested", 122, style=_CLOSE),
        ),
    )
    table.head()
    for row in rows:
        why = [f"{reason.reason} ({reason.hands:,})" for reason in row.because]
        figures = (row.tested, row.agreeing, row.open, row.differing, row.untestable)
        counts = [f"{figure:,}" for figure in figures]
        table.row(row.code, titled(row.name), *counts, "", listed(why) if why else NOTHING)
    pages.y -= 6


def _never(pages: Pages, rows: Sequence[Coverage], what: str) -> None:
    """The checks under which nothing could be tested, together where the record lacks the same."""
    by_reason: dict[str, list[Coverage]] = {}
    for row in rows:
        by_reason.setdefault(main_reason(row), []).append(row)
    pages.subheading(f"Untestable in every {what}", 60)
    table = ReportTable(
        pages,
        (
            Column("What the record lacks", 150),
            Column("Checks", 44, True),
            Column("Rules", 310, style=_CLOSE),
        ),
    )
    table.head()
    for reason, same in by_reason.items():
        table.row(reason, f"{len(same):,}", listed([f"{row.code} {titled(row.name)}" for row in same]))
    pages.y -= 6


def _others(rows: Sequence[Coverage], what: str) -> str:
    """How many checks found nothing to tell, and how many the hands have no rule for."""
    quiet = [row for row in rows if not (row.differing or row.open or row.untestable)]
    agree = sum(1 for row in quiet if row.tested)
    absent = len(quiet) - agree
    agreeing = f"{count(agree, 'check')} {'agrees' if agree == 1 else 'agree'} in every {what} tested"
    not_applying = f"{absent:,} {'does' if absent == 1 else 'do'} not apply"
    return f"{agreeing}; {not_applying}."

"""Section on coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports import charts
from reports.cover_facts import main_reason, never_tested
from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, listed, titled
from reports.story import Story
from reports.typography import BODY, CONDENSED, SMALL_BOLD, TextStyle
from reports.unaudited_words import unaudited_sentence
from rules.results import Coverage

_CLOSE = TextStyle(CONDENSED, 8, 11)
_COUNTED = (
    "Each check counts what it looks at: lines of its events, players for places, prizes and points, days of an account for "
    "closings, else the file once. What it tested agrees or differs. What the record does not have is untestable; what the "
    "controls have no rule for is not applicable."
)


def draw_coverage(
    pages: Pages, story: Story, number: int, unaudited: Mapping[str, Sequence[str]] | None = None
) -> None:
    """Draw hands by check, reasons, and unaudited parameters.

    unaudited: paths by revision.
    """
    _of_checks(pages, story, number)
    for ruleset, paths in (unaudited or {}).items():
        pages.paragraph(unaudited_sentence(ruleset, paths), BODY)


def _of_checks(pages: Pages, story: Story, number: int) -> None:
    pages.section(number, story.sections["coverage"], "coverage", keep=60 if story.bare else 110)
    audit = story.audit
    pages.paragraph(
        _COUNTED
        if audit.event is not None
        else f"Each check accounts for each of the {count(audit.hands, 'recorded hand')}. A tested hand agrees or differs. A "
        "hand is untestable if its record lacks what the check needs. A check is not applicable to a hand if the controls have "
        "no rule for it. “Open” counts the agreeing hands with a point that the controls leave open."
    )
    for failure in audit.failures:
        pages.paragraph(
            f"{failure.code} failed to run, and its findings are not known: {failure.message}", BODY
        )
    if not audit.coverage:
        pages.paragraph("No check was run.")
        return
    if audit.hands or not story.across_codes:
        _covered(pages, [row for row in audit.coverage if row.code not in story.across_codes], story.thing)
    if story.across_codes and not story.logs:
        pages.paragraph("The day has no sessions to compare; only the day itself was tested.")
    elif story.across_codes:
        pages.subheading("Across sessions", 90)
        pages.paragraph(
            "Checks that compare the sessions of the gaming day with each other count sessions in place of hands: "
            f"{count(len(story.logs), 'session')}."
        )
        _covered(pages, [row for row in audit.coverage if row.code in story.across_codes], "session")


def _covered(pages: Pages, rows: Sequence[Coverage], what: str) -> None:
    """Checks with something to show; the rest by reason or count."""
    shown = [row for row in rows if row.differing or row.open or (row.untestable and row.tested)]
    if shown:
        charts.coverage(pages, shown, what)
        _table(pages, shown)
    never = [row for row in rows if never_tested(row)]
    if never:
        _never(pages, never, what)
    pages.paragraph(_others(rows, what), BODY)


def _table(pages: Pages, rows: Sequence[Coverage]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("Code", 46, style=SMALL_BOLD),
            ReportColumn("Check", 112),
            ReportColumn("Tested", 40, True),
            ReportColumn("Agreeing", 44, True),
            ReportColumn("Open", 36, True),
            ReportColumn("Differing", 44, True),
            ReportColumn("Untestable", 52, True),
            ReportColumn("", 8),
            ReportColumn("Why not tested", 122, style=_CLOSE),
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
    """Checks that tested nothing, by what the record lacks."""
    by_reason: dict[str, list[Coverage]] = {}
    for row in rows:
        by_reason.setdefault(main_reason(row), []).append(row)
    pages.subheading(f"Untestable in {_every(what)}", 60)
    table = ReportTable(
        pages,
        (
            ReportColumn("What the record lacks", 150),
            ReportColumn("Number", 44, True),
            ReportColumn("Checks", 310, style=_CLOSE),
        ),
    )
    table.head()
    for reason, same in by_reason.items():
        table.row(reason, f"{len(same):,}", listed([f"{row.code} {titled(row.name)}" for row in same]))
    pages.y -= 6


def _every(what: str) -> str:
    return "everything" if what == "thing" else f"every {what}"


def _others(rows: Sequence[Coverage], what: str) -> str:
    """Numbers of checks that agree throughout or do not apply."""
    quiet = [row for row in rows if not (row.differing or row.open or row.untestable)]
    agree = sum(1 for row in quiet if row.tested)
    absent = len(quiet) - agree
    agreeing = f"{count(agree, 'check agrees', 'checks agree')} in {_every(what)} tested"
    not_applying = f"{count(absent, 'check is', 'checks are')} not applicable"
    return f"{agreeing}; {not_applying}."

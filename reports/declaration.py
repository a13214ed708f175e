"""Declaration of a custodian of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO

from reports.cover_parts import masthead
from reports.custody import made
from reports.dates import UNDATED, Dates
from reports.drawn_pages import LEFT, RIGHT, WIDTH, Furniture, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import listed
from reports.registered import Registered
from reports.story import CitedClause, Story
from reports.typography import BODY, CLOSE, CODE, HEADING, LABEL, NOTE, SMALL_SOFT
from rules.controls.authority import Declaration
from rules.results import Audit

_BLANKS = (("Name", "Title or position"), ("Place of signing", "Date of signing"), ("Signature", ""))
_BLANK = 33.0  # the height of a row of blanks
_LINE = 20.0  # from one ruled line to the next
_ADDED = 3  # ruled lines for what the custodian adds or corrects
_AT_THE_END = 150.0  # of the oath and the blanks, which stay together


def write_declaration_pdf(
    audit: Audit,
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    registered: Registered | None,
    declaration: Declaration,
    dates: Dates = UNDATED,
) -> None:
    """Write the declaration as a document of its own."""
    story = Story(audit, registered=registered, declaration=declaration)
    pages = Pages(stream, Furniture(story.full_title(), story.ruleset(), story.digest, story.banner()))
    title = f"{declaration.title}: {story.full_title()}"
    pages.describe(title, declaration.title, audit.engine.release, f"audit {story.digest}", dates.stamp())
    pages.new_page()
    masthead(pages, "Records of a card room", declaration.title, story.full_title())
    _draw(pages, story, declaration, clauses)
    pages.close()


def draw_declaration(pages: Pages, story: Story, clauses: Mapping[str, CitedClause], number: int) -> None:
    """Draw the declaration on its own page, to be signed."""
    declaration = story.declaration
    assert declaration is not None
    pages.running = None
    pages.new_page()
    pages.section(number, story.sections["declaration"], "declaration")
    _draw(pages, story, declaration, clauses)


def _draw(pages: Pages, story: Story, declaration: Declaration, clauses: Mapping[str, CitedClause]) -> None:
    pages.paragraph(
        "For the custodian of records to complete and sign. What the logs state of themselves is filled in; where they state "
        "nothing, it says so. Strike out what is not so."
    )
    _what_it_is_of(pages, story)
    _statements(pages, declaration)
    _cited(pages, declaration, clauses)
    _logs(pages, story)
    _added(pages)
    _signed(pages, declaration)


def _what_it_is_of(pages: Pages, story: Story) -> None:
    rooms = sorted({log.room for log in story.logs})
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=6)
    table.row("Card room", listed(rooms))
    table.row("Audit digest", story.digest, styles=(SMALL_SOFT, CODE))
    if story.registered is not None:
        table.row("Register, entry", f"{story.registered.name}, {story.registered.entry:,}")
    pages.y -= 8


def _statements(pages: Pages, declaration: Declaration) -> None:
    tags = pages.sheet.tags
    with tags.tag("L"):
        for number, statement in enumerate(declaration.statements, 1):
            with tags.tag("LI"), tags.tag("LBody"):
                pages.paragraph(f"{number}.  {statement}", BODY, measure=WIDTH, after=2)
    pages.y -= 2


def _logs(pages: Pages, story: Story) -> None:
    pages.subheading("Records", 60)
    columns = (
        ReportColumn("Session", 96),
        ReportColumn("Recorded by, how, when", 150, style=CLOSE),
        ReportColumn("Events", 44, True),
        ReportColumn("Digest of the file (SHA-256)", 214, style=CODE),
    )
    table = ReportTable(pages, columns, most=4)
    table.head()
    for log in story.logs:
        table.row(log.session, made(log), f"{log.events:,}", log.sha256)
    pages.y -= 4


def _added(pages: Pages) -> None:
    pages.subheading("How the records are made and kept, and what is added or corrected", _ADDED * _LINE)
    for _ in range(_ADDED):
        pages.y -= _LINE
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.6)
    pages.y -= 10


def _signed(pages: Pages, declaration: Declaration) -> None:
    pages.need(_AT_THE_END)
    pages.paragraph(declaration.oath, HEADING, measure=WIDTH, after=4)
    half = (WIDTH - 12) / 2
    for labels in _BLANKS:
        pages.y -= _BLANK
        for place, label in enumerate(labels):
            if label:
                x = LEFT + place * (half + 12)
                wide = half if labels[1] else WIDTH
                pages.sheet.line(x, pages.y + 10, x + wide, pages.y + 10, grey=0.6)
                pages.sheet.text(x, pages.y, label, LABEL)
    pages.y -= 10


def _cited(pages: Pages, declaration: Declaration, clauses: Mapping[str, CitedClause]) -> None:
    sources = [known.source if (known := clauses.get(each)) else each for each in declaration.clauses]
    pages.paragraph(f"Form after: {'; '.join(sources)}.", NOTE, measure=WIDTH, after=2)

"""Last section: room for the licensee's response."""

from __future__ import annotations

from reports.dates import Dates
from reports.drawn_answers import response_text
from reports.drawn_pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count
from reports.story import Story
from reports.typography import CONDENSED, LABEL, SMALL, SMALL_BOLD, TextStyle

ANSWERED = 24  # incidents with a row of their own in the response
_MOST_LINES = 30  # of an answer from the record in its row; the incident itself has it in full
_ROOM_TO_ANSWER = 0.6  # of a page: with less left, the response begins on a new page


def draw_response(pages: Pages, story: Story, number: int, dates: Dates) -> None:
    """Draw rows for responses, and boxes to sign; without incidents only boxes."""
    entries = story.entries[:ANSWERED]
    bare = not story.to_answer
    if not bare:
        pages.running = None
        if pages.room() < FULL * _ROOM_TO_ANSWER:
            pages.new_page()
    pages.section(number, story.sections["response"], "response", keep=90 if bare else 110)
    due = dates.respond_by()
    if due is not None and not bare:
        pages.paragraph(f"The response is due by {due}.", after=2)
    if story.answers and not bare:
        pages.paragraph(
            "What the licensee has answered, and what was decided, is filled in from the record.", after=2
        )
    if bare:
        pages.paragraph("No finding requires a response.")
        _signatures(pages)
        return
    if entries:
        _answers(pages, story)
    lines = max(int((pages.room() - 180) / 40), 0)  # on what the signatures leave of the page
    if lines < 2:
        pages.new_page()
        lines = 4
    _ruled(pages, "Cause", min(lines, 8))
    _ruled(pages, "Response, and what will be done by when", min(lines, 8))
    _signatures(pages)


def _answers(pages: Pages, story: Story) -> None:
    columns = (
        ReportColumn("No.", 24, True, SMALL_BOLD),
        ReportColumn("", 6),
        ReportColumn("Incident", 200, style=TextStyle(CONDENSED, 8, 11)),
        ReportColumn("Accepted or disputed, and why", 274),
    )
    table = ReportTable(pages, columns, most=_MOST_LINES if story.answers else 2)
    table.head()
    for entry in story.entries[:ANSWERED]:
        pages.y -= 3
        found = story.answers.get(entry.incident.id)
        table.row(f"{entry.number}", "", entry.incident.title, response_text(found) if found else "", keep=3)
    rest = len(story.entries) - ANSWERED
    if rest > 0:
        pages.paragraph(
            f"Please respond to the other {count(rest, 'incident')} by id, in a copy of the list of incidents as CSV.",
            SMALL,
        )


def _ruled(pages: Pages, label: str, lines: int) -> None:
    pages.subheading(label, lines * 20.0)
    for _ in range(lines):
        pages.y -= 20
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.6)
    pages.y -= 8


def _signatures(pages: Pages) -> None:
    pages.subheading("Signatures", 84)
    wide = (WIDTH - 24) / 3
    pages.y -= 70
    for place, who in enumerate(("For the licensee", "Agent of the regulator", "Supervisor")):
        x = LEFT + place * (wide + 12)
        pages.sheet.frame(x, pages.y, wide, 66, grey=0.45)
        pages.sheet.text(x + 6, pages.y + 56, who, LABEL)
        pages.sheet.line(x + 6, pages.y + 26, x + wide - 6, pages.y + 26, grey=0.6)
        pages.sheet.text(x + 6, pages.y + 18, "Name and signature", LABEL)
        pages.sheet.text(x + 6, pages.y + 6, "Date", LABEL)
    pages.y -= 10

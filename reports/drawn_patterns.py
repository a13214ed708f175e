"""A pattern as a table."""

from __future__ import annotations

from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, hand_numbers, in_column, quantity
from reports.incident_entries import IncidentEntry
from reports.story import Story
from reports.typography import NOTE, SMALL_BOLD
from rules.results import CHIPS, Finding

_ROWS = 8
_RUNS = 30  # of hand numbers


def draw_pattern(pages: Pages, story: Story, entry: IncidentEntry) -> None:
    """Draw frequency and first hands of a pattern."""
    pages.y -= 2
    pages.paragraph(how_often(story, entry), NOTE, measure=WIDTH, after=2)
    code = entry.root.code if entry.root is not None else ""
    found = [each for each in entry.findings if each.code == code and each.hand is not None]
    if found:
        _first(pages, story, found)


def how_often(story: Story, entry: IncidentEntry) -> str:
    """Hands found and tested, with numbers."""
    hands = entry.incident.hands
    code = entry.root.code if entry.root is not None else ""
    tested = next((row.tested for row in story.audit.coverage if row.code == code), 0)
    of = f" of {tested:,} tested" if tested >= len(hands) else ""
    if not hands:
        return f"Found {count(len(entry.findings), 'time')}."
    sessions = {each.session for each in hands}
    if len(sessions) > 1:
        return f"In {count(len(hands), 'hand')}{of}, in {count(len(sessions), 'session')}."
    return f"In {count(len(hands), 'hand')}{of}: {hand_numbers((each.hand for each in hands), _RUNS)}."


def _first(pages: Pages, story: Story, found: list[Finding]) -> None:
    money = "Money, chips" if story.currency == CHIPS else "Money"
    table = ReportTable(
        pages,
        (
            ReportColumn("Hand", 60, style=SMALL_BOLD),
            ReportColumn("Seat", 40),
            ReportColumn("Player", 132),
            ReportColumn("Stated", 70, True),
            ReportColumn("Expected", 70, True),
            ReportColumn("Difference", 66, True),
            ReportColumn(money, 66, True),
        ),
        most=1,
    )
    table.head()
    for each in found[:_ROWS]:
        currency = story.currency_of(each.room, each.session)
        figures = [_figure(value, each, currency) for value in (each.stated, each.expected)]
        table.row(
            f"{each.hand}",
            NOTHING if each.seat is None else str(each.seat),
            each.player or NOTHING,
            *figures,
            _figure(each.difference, each, currency, plus=True),
            in_column(each.money, currency),
        )
    if len(found) > _ROWS:
        pages.paragraph(
            f"This pattern has {count(len(found) - _ROWS, 'more finding')} of {found[0].code}.", NOTE
        )


def _figure(value: int | str | None, finding: Finding, currency: str | None, plus: bool = False) -> str:
    if finding.unit == "money" and not isinstance(value, str):
        return in_column(value, currency, plus)
    text = quantity(value, None, currency, plus)
    return text if len(text) <= 14 else NOTHING

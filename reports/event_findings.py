"""Facts of an incident of a tournament or ledger."""

from __future__ import annotations

from collections.abc import Sequence

from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, quantity, titled
from reports.incident_entries import IncidentEntry
from reports.story import Story
from reports.typography import CLOSE, NOTE, SMALL_BOLD
from rules.results import Finding

MOST_ROWS = 24
_Cell = tuple[str, float, bool]  # heading, width, alignment to the right


def draw_facts_of(pages: Pages, story: Story, entry: IncidentEntry) -> None:
    """Draw a row a finding, without empty columns."""
    found = entry.findings[:MOST_ROWS]
    if not len(found):
        return
    rows = [_cells(story, each) for each in found]
    kept = [at for at in range(len(_COLUMNS)) if at < 2 or any(row[at] != NOTHING for row in rows)]
    spare = WIDTH - sum(_COLUMNS[at][1] for at in kept)
    columns = [_column(_COLUMNS[at], spare / len(kept)) for at in kept]
    pages.gap(4)
    table = ReportTable(pages, columns, most=3)
    table.head()
    for row in rows:
        table.row(*(row[at] for at in kept))
    if len(entry.findings) > MOST_ROWS:
        more = count(len(entry.findings) - MOST_ROWS, "more finding")
        pages.paragraph(f"The findings as {story.form} list {more}.", NOTE, after=0)
    pages.y -= 3


_COLUMNS: Sequence[_Cell] = (
    ("Code", 42, False),
    ("Line", 34, True),
    ("File", 58, False),
    ("Hand", 32, True),
    ("Entry", 34, True),
    ("Player", 72, False),
    ("Table", 38, False),
    ("Account", 56, False),
    ("Total", 58, False),
    ("Stated", 66, True),
    ("Expected", 66, True),
    ("Difference", 58, True),
)


def _column(cell: _Cell, spare: float) -> ReportColumn:
    title, wide, right = cell
    return ReportColumn(title, wide + spare, right, SMALL_BOLD if title == "Code" else CLOSE)


def _cells(story: Story, each: Finding) -> Sequence[str]:
    currency = story.currency
    money = each.unit == "money"
    return (
        each.code,
        _number(each.line),
        each.session or NOTHING,
        _number(each.hand),
        _number(each.entry),
        each.player or NOTHING,
        each.table or NOTHING,
        each.account or NOTHING,
        titled(each.total) if each.total else NOTHING,
        quantity(each.stated, each.unit, currency),
        quantity(each.expected, each.unit, currency),
        quantity(each.difference, each.unit if money else None, currency, plus=True),
    )


def _number(value: int | None) -> str:
    return NOTHING if value is None else f"{value:,}"

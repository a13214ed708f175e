"""The fee triangle: due, recorded, counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import in_column, titled
from reports.story import Story
from reports.typography import NOTE, SMALL, SMALL_BOLD
from rules.results import SessionOfDay, TriangleRow

_TITLE = "Fees: due, recorded, counted"
_BEFORE = (
    "The engine of this audit, version {}, did not set the fees of a log against what was due and what was counted. "
    "Audit the log again to have it."
)


def draw_fees(pages: Pages, story: Story) -> None:
    """Draw the triangle of logs with counted boxes; days have their section."""
    rows = story.audit.triangle
    if story.audit.day is not None:
        return
    if rows is None:
        pages.subheading(_TITLE, 40)
        pages.paragraph(_BEFORE.format(story.audit.engine.release))
        return
    if not any(row.drop is not None or row.drop_least for row in rows):
        return
    pages.subheading(_TITLE, 80)
    draw_triangle(pages, rows, story.several)


def table_of(each: SessionOfDay | TriangleRow) -> str:
    """Name of a table, with its tournament."""
    name = each.table or "The room"
    return f"{name} ({each.tournament})" if each.tournament else name


def draw_triangle(pages: Pages, rows: Sequence[TriangleRow], by_session: bool = False) -> None:
    """Draw amounts and differences by kind; a dash: unknown."""
    if not rows:
        pages.paragraph("The controls price no fee, and no fee was recorded or counted.")
        return
    table = ReportTable(
        pages,
        (
            ReportColumn("Table", 84, style=SMALL_BOLD),
            ReportColumn("Fee", 58),
            ReportColumn("Hands", 38, True),
            ReportColumn("Due", 56, True),
            ReportColumn("Recorded", 56, True),
            ReportColumn("Counted", 56, True),
            ReportColumn("Recorded less due", 52, True),
            ReportColumn("Counted less recorded", 54, True),
            ReportColumn("Counted less due", 50, True),
        ),
        most=2,
    )
    table.head()
    for _, group in groupby(
        rows, key=lambda row: (row.money, row.tournament or "", row.table or "", row.session or "")
    ):
        for at, row in enumerate(group):
            whose = f"{table_of(row)}, {row.session}" if by_session else table_of(row)
            name = whose if not at else ""
            figures = [
                in_column(row.due, row.money),
                _at_least(row.recorded, row.recorded_least, row.money),
                _at_least(row.drop, row.drop_least, row.money),
            ]
            apart = (row.recorded_less_due, row.drop_less_recorded, row.drop_less_due)
            table.row(
                name, titled(row.kind), f"{row.hands:,}", *figures, *(in_column(each, row.money, plus=True) for each in apart),
                styles=[*_PLAIN, *(SMALL_BOLD if each else SMALL for each in apart)],
            )  # fmt: skip
    pages.y -= 3
    pages.paragraph(
        "A dash means that nothing was recorded; ≥ means that not every hand has a record, so that a difference is a minimum. "
        "Deals that were declared void may have no fee, and the jackpot part of a rake may be in a separate box.",
        NOTE,
    )


def _at_least(amount: int | None, least: int, currency: str) -> str:
    """Amount, or the part on record with ≥."""
    return f"≥ {in_column(least, currency)}" if amount is None and least else in_column(amount, currency)


_PLAIN = (SMALL_BOLD, *[SMALL] * 5)

"""Section on a tournament's places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, bare, count, points
from reports.story import Story
from reports.typography import NOTE, SMALL, SMALL_BOLD
from rules.shown_events import PlaceRow

MOST_ROWS = 120
_PLACE, _PLAYER = 40.0, 120.0
_TEXT = (
    "Places follow from the order in which the players went out. “Due” is what the controls give for the place; “worked out” "
    "is the room’s own line, “paid” what the payouts come to. A figure in bold differs from what is due."
)


class _Figure(NamedTuple):
    """Column of figures. due: None: the figure is itself due."""

    title: str
    text: Callable[[PlaceRow, str], str]
    value: Callable[[PlaceRow], object]
    due: Callable[[PlaceRow], object] | None = None

    def differs(self, row: PlaceRow) -> bool:
        """Whether the figure differs from the one due."""
        if self.due is None:
            return False
        value, due = self.value(row), self.due(row)
        return value is not None and due is not None and str(value) != str(due)


def _place(place: int | None) -> str:
    return NOTHING if place is None else f"{place:,}"


_FIGURES = (
    _Figure("Place stated", lambda row, _: _place(row.stated_place), lambda row: row.stated_place, lambda row: row.place),
    _Figure("Prize due", lambda row, unit: bare(row.prize, unit), lambda row: row.prize),
    _Figure("Worked out", lambda row, unit: bare(row.stated_prize, unit), lambda row: row.stated_prize, lambda row: row.prize),
    _Figure("Paid", lambda row, unit: bare(row.paid, unit), lambda row: row.paid, lambda row: row.prize),
    _Figure("Bounties due", lambda row, unit: bare(row.bounty, unit), lambda row: row.bounty),
    _Figure(
        "Bounties paid", lambda row, unit: bare(row.paid_bounty, unit), lambda row: row.paid_bounty, lambda row: row.bounty
    ),
    _Figure("Points due", lambda row, _: points(row.points), lambda row: row.points),
    _Figure(
        "Points awarded", lambda row, _: points(row.stated_points), lambda row: row.stated_points, lambda row: row.points
    ),
)  # fmt: skip


def draw_places(pages: Pages, story: Story, number: int) -> None:
    event = story.audit.event
    assert event is not None
    assert event.tournament is not None
    pages.section(number, story.sections["places"], "places")
    rows = event.tournament.places
    if not rows:
        pages.paragraph("Nobody entered: the file has no entry that was not taken back.")
        return
    pages.paragraph(f"{_TEXT} Prizes are in {event.currency}.")
    figures = [each for each in _FIGURES if any(each.value(row) not in (None, 0) for row in rows)]
    shown = _shown(rows, figures)
    _table(pages, shown, figures, event.currency)
    if len(shown) < len(rows):
        left = count(len(rows) - len(shown), "more player")
        pages.paragraph(
            f"The audit as JSON lists {left} without a prize or points; nothing differs there.", NOTE
        )
    if any(row.tied for row in shown):
        pages.paragraph("= shared place.", NOTE)


def _shown(rows: Sequence[PlaceRow], figures: Sequence[_Figure]) -> Sequence[PlaceRow]:
    """Rows listed; of very many, those with something due or differing."""
    if len(rows) <= MOST_ROWS:
        return rows
    return [
        row
        for row in rows
        if row.prize
        or row.points
        or row.stated_prize
        or row.paid
        or any(each.differs(row) for each in figures)
    ]


def _table(pages: Pages, rows: Sequence[PlaceRow], figures: Sequence[_Figure], currency: str) -> None:
    each_wide = min((WIDTH - _PLACE - _PLAYER) / max(len(figures), 1), 86.0)
    table = ReportTable(
        pages,
        (
            ReportColumn("Place", _PLACE, True, SMALL_BOLD),
            ReportColumn("", 8),
            ReportColumn("Player", WIDTH - _PLACE - 8 - each_wide * len(figures)),
            *(ReportColumn(each.title, each_wide, True) for each in figures),
        ),
        most=4,
    )
    table.head()
    for row in rows:
        table.row(
            f"{_place(row.place)}{' =' if row.tied and row.place else ''}", "", row.player,
            *(each.text(row, currency) for each in figures),
            styles=(SMALL_BOLD, SMALL, SMALL, *(SMALL_BOLD if each.differs(row) else SMALL for each in figures)),
        )  # fmt: skip
    pages.y -= 4

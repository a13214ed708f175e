"""Rooms without an alarm of screening, a line each, in the annex of a report about many rooms."""

from __future__ import annotations

from collections.abc import Sequence

from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.screened_room import ScreenedRoom
from reports.typography import SMALL, SMALL_BOLD

_SAID = (
    "In these rooms no indicator reached its limit as of the entry of this audit. An indicator that could not be tested says "
    "nothing of a room; why it could not is on the room’s page of screening. Sessions that are left out count once they are "
    "audited again."
)


def draw_quiet_rooms(pages: Pages, rooms: Sequence[ScreenedRoom]) -> None:
    """Draw a table of rooms and years, with what was tested."""
    pages.subheading("Rooms without an alarm", 80)
    pages.paragraph(_SAID, SMALL, measure=WIDTH)
    table = ReportTable(
        pages,
        (
            ReportColumn("Room", 140, style=SMALL_BOLD),
            ReportColumn("Year", 44, True),
            ReportColumn("Sessions of the year", 90, True),
            ReportColumn("Left out", 50, True),
            ReportColumn("Of this report", 80, True),
            ReportColumn("Indicators tested", 90, True),
        ),
    )
    table.head()
    for each in rooms:
        tested = f"{len(each.tested):,} of {len(each.indicators):,}"
        left_out = f"{each.other_version + each.not_screened:,}"
        table.row(each.room, f"{each.year}", f"{each.sessions:,}", left_out, f"{each.own:,}", tested)
    pages.y -= 6

"""Section on a tournament's chips."""

from __future__ import annotations

from collections.abc import Sequence

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Shape, Sign, key
from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import CHIPS, NOTHING, bare, less, moment
from reports.shapes_on_pages import draw_chart
from reports.story import Story
from reports.typography import INK, NOTE, SMALL, SMALL_BOLD
from rules.shown_events import ChipCount

_NAMES, _FIGURES, _ROW, _BAR = 110.0, 150.0, 15.0, 9.0
_WHAT = {"count": "count", "colour_up": "before a colour-up"}
_TEXT = (
    "Chips in play are those sold to the entries in play, with what colour-ups changed, less what was taken out. A difference "
    "is reported once: later counts go on from what was counted."
)
MOST_BARS = 24


def draw_chips(pages: Pages, story: Story, number: int) -> None:
    event = story.audit.event
    assert event is not None
    assert event.tournament is not None
    pages.section(number, story.sections["chips"], "chips")
    rows = event.tournament.counts
    pages.paragraph(_TEXT)
    if len({(each.counted, each.due) for each in rows}) > 1:
        draw_chart(pages, chips_chart(rows[:MOST_BARS]))
        pages.y -= 8
    _table(pages, rows)


def chips_chart(rows: Sequence[ChipCount]) -> Chart:
    """Bars of counted chips, with lines at those due."""
    most = max(max(each.counted, each.due or 0) for each in rows) or 1
    scale = (WIDTH - _NAMES - _FIGURES) / most
    shapes: list[Shape] = []
    foot = 0.0
    for each in rows:
        foot += _ROW
        shapes.append(
            ChartText(
                0,
                foot - 2.5,
                f"Line {each.line}, {_WHAT[each.what]}",
                NOTE._replace(colour=INK),
                room=_NAMES - 6,
            )
        )
        fill: Fill = "dark" if _apart(each) else "light"
        shapes.append(Box(_NAMES, foot - _BAR, each.counted * scale, _BAR, fill))
        if each.due is not None:
            x = _NAMES + each.due * scale
            shapes.append(Line(x, foot - _BAR - 2, x, foot + 2, 0.25, 1.2))
        end = _NAMES + max(each.counted, each.due or 0) * scale
        shapes.append(ChartText(end + 5, foot - 2.5, _said(each), NOTE._replace(colour=INK)))
    shapes.append(Line(_NAMES, 0, _NAMES, foot + 2, 0.25, 0.6))
    meanings: list[tuple[Sign, str]] = [
        ("light", "counted"),
        ("dark", "counted, another number due"),
        ("line", "due"),
    ]
    says = "; ".join(f"line {each.line}: {_said(each)}" for each in rows)
    return Chart(f"Bars by count. {says}.", WIDTH, (key(meanings, WIDTH), ChartBand(foot + 4, shapes, foot)))


def _apart(each: ChipCount) -> int | None:
    return less(each.counted, each.due)


def _said(each: ChipCount) -> str:
    if each.due is None:
        return f"{each.counted:,}, what was due is not known"
    return f"{each.counted:,}" if not _apart(each) else f"{each.counted:,}, {each.due:,} due"


def _table(pages: Pages, rows: Sequence[ChipCount]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("Line", 40, True, SMALL_BOLD),
            ReportColumn("", 8),
            ReportColumn("What", 100),
            ReportColumn("When", 116),
            ReportColumn("Tables", 44, True),
            ReportColumn("Due", 66, True),
            ReportColumn("Counted", 66, True),
            ReportColumn("Difference", 64, True),
        ),
    )
    table.head()
    for each in rows:
        apart = _apart(each)
        table.row(
            f"{each.line}", "", _WHAT[each.what].capitalize(), moment(each.at, offset=False) if each.at else NOTHING,
            f"{each.tables:,}", bare(each.due, CHIPS), bare(each.counted, CHIPS), bare(apart, CHIPS, plus=True),
            styles=(SMALL_BOLD, *[SMALL] * 6, SMALL_BOLD if apart else SMALL),
        )  # fmt: skip
    pages.y -= 6

"""Section on a tournament's levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import MINUS, NOTHING, count, duration, moment, time_of_day
from reports.hand_levels_chart import hand_levels_chart
from reports.level_chart import astray, level_chart
from reports.shapes_on_pages import draw_chart
from reports.story import Story
from reports.typography import NOTE, SMALL, SMALL_BOLD, TextStyle
from rules.shown_events import LevelRow, TournamentFacts

_BY_CLOCK = (
    "“Planned” is when a level was to begin if every level had its minutes from the start of the clock. “Due” counts the minutes "
    "of the level before from when it was announced, so that one slip shows once."
)
_BY_HANDS = "Levels follow from the number of the hand at its table. Each level counts the hands on record for which it was due."
_Cell = tuple[ReportColumn, Callable[[LevelRow], str]]


def draw_levels(pages: Pages, story: Story, number: int) -> None:
    event = story.audit.event
    assert event is not None
    played = event.tournament
    assert played is not None
    pages.section(number, story.sections["levels"], "levels", keep=120)
    pages.paragraph(_BY_HANDS if played.by_hands else _BY_CLOCK)
    chart = hand_levels_chart(played) if played.by_hands else level_chart(played)
    if chart is not None:
        draw_chart(pages, chart)
        pages.y -= 8
    _table(pages, played)
    _not_played(pages, played)


def _table(pages: Pages, played: TournamentFacts) -> None:
    cells = [each for each in _cells(played) if _has(each, played.levels)]
    spare = WIDTH - sum(column.width for column, _ in cells)
    columns = [column for column, _ in cells]
    columns = [each._replace(width=each.width + spare / len(columns)) for each in columns]
    table = ReportTable(pages, columns, most=2)
    table.head()
    for row in played.levels:
        styles = [_style(column, row) for column in columns]
        table.row(*(text(row) for _, text in cells), styles=styles)
    pages.y -= 6


def _style(column: ReportColumn, row: LevelRow) -> TextStyle:
    bold = (column.title == "Early or late" and astray(row)) or (
        column.title == "Stating another" and row.differing
    )
    return SMALL_BOLD if bold else column.style


def _has(cell: _Cell, rows: Sequence[LevelRow]) -> bool:
    return cell[0].title in ("Level", "Hands on record") or any(
        cell[1](row) not in (NOTHING, "0") for row in rows
    )


def _cells(played: TournamentFacts) -> Sequence[_Cell]:
    times = [at for row in played.levels for at in (row.planned, row.due, row.begun) if at]
    one_day = len({at[:10] for at in times}) == 1
    wide = 58.0 if one_day else 92.0

    def at(text: str | None) -> str:
        return NOTHING if not text else time_of_day(text) if one_day else moment(text, offset=False)

    return (
        (ReportColumn("Level", 34, True, SMALL_BOLD), lambda row: f"{row.level:,}"),
        (ReportColumn("Line", 36, True), lambda row: _number(row.line)),
        (ReportColumn("Minutes", 42, True), lambda row: _number(row.minutes)),
        (ReportColumn("Hands of a table", 74, True), _numbers),
        (ReportColumn("Planned", wide, True), lambda row: at(row.planned)),
        (ReportColumn("Due", wide, True), lambda row: at(row.due)),
        (ReportColumn("Begun", wide, True), lambda row: at(row.begun)),
        (ReportColumn("Early or late", 58, True), _late),
        (ReportColumn("Hands on record", 48, True), lambda row: f"{row.hands:,}"),
        (ReportColumn("Stating another", 46, True), lambda row: f"{row.differing:,}"),
        (ReportColumn("Stakes", 76, True, SMALL), _stakes),
    )


def _number(value: int | None) -> str:
    return NOTHING if value is None else f"{value:,}"


def _numbers(row: LevelRow) -> str:
    if row.first_hand is None:
        return NOTHING
    return f"{row.first_hand}–{row.last_hand}" if row.last_hand is not None else f"{row.first_hand} and later"


def _late(row: LevelRow) -> str:
    """Delay of a level; early with a minus."""
    if row.late is None:
        return NOTHING
    return ("+" if row.late > 0 else MINUS if row.late < 0 else "") + duration(abs(row.late), short=True)


def _stakes(row: LevelRow) -> str:
    if row.stated_stakes and row.stakes and row.stated_stakes != row.stakes:
        return f"{row.stated_stakes} ({row.stakes})"
    return row.stated_stakes or row.stakes or NOTHING


def _not_played(pages: Pages, played: TournamentFacts) -> None:
    """Published levels not reached, and the meaning of stakes."""
    left = played.levels_published - len({row.level for row in played.levels})
    if left > 0:
        pages.paragraph(
            f"{count(left, 'published level was', 'published levels were')} not reached.", NOTE, after=2
        )
    if any(row.stated_stakes and row.stakes and row.stated_stakes != row.stakes for row in played.levels):
        pages.paragraph(
            "Stakes are those announced, with those published in brackets where they differ.", NOTE
        )

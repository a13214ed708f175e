"""Chart of levels by hands: planned above, tables below."""

from __future__ import annotations

from collections.abc import Iterator

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Line, Shape, key
from reports.drawn_pages import WIDTH
from reports.formatting import count
from reports.typography import CONDENSED, INK, LABEL, NOTE, SMALL_BOLD, TextStyle, width
from rules.shown_events import LevelRow, TableHands, TournamentFacts

MOST_TABLES = 30
_NAMES, _HIGH, _LANE = 64.0, 14.0, 15.0
_ON_BAR = TextStyle(CONDENSED, 8, 10, INK)


def hand_levels_chart(played: TournamentFacts) -> Chart | None:
    """Chart; None: no hand on record."""
    levels = [row for row in played.levels if row.first_hand is not None]
    if not levels or not played.tables:
        return None
    tables = played.tables[:MOST_TABLES]
    last = max(max(each.last for each in tables), max(row.last_hand or row.first_hand or 1 for row in levels))
    scale = (WIDTH - _NAMES) / last
    shapes = [*_planned(levels, scale, last)]
    foot = 6 + _HIGH + 4
    for each in tables:
        shapes += _table(each, foot, scale)
        foot += _LANE
    shapes += _axis(levels, scale, foot)
    high = foot + 16
    says = "; ".join(f"table {each.table}: {_said(each)}" for each in tables)
    chart = ChartBand(high, shapes, high)
    return Chart(
        f"Bars of levels and tables by the number of the hand. {says}.",
        WIDTH,
        (
            key(
                (
                    ("light", "levels, by their numbers"),
                    ("middle", "from the first hand on record to the last"),
                ),
                WIDTH,
            ),
            chart,
        ),
    )


def _said(each: TableHands) -> str:
    return f"{count(each.hands, 'hand')} from {each.first:,} to {each.last:,}"


def _planned(levels: list[LevelRow], scale: float, last: int) -> Iterator[Shape]:
    yield ChartText(0, 6 + _HIGH - 4, "Planned", SMALL_BOLD)
    for row in levels:
        x = _NAMES + ((row.first_hand or 1) - 1) * scale
        wide = _NAMES + (row.last_hand or last) * scale - x
        yield Box(x, 6, wide, _HIGH, "light" if row.level % 2 else "pale")
        yield Line(x, 6, x, 6 + _HIGH, 0.35, 0.6)
        if width(f"{row.level:,}", _ON_BAR) + 4 < wide:
            yield ChartText(x + wide / 2, 6 + _HIGH - 4, f"{row.level:,}", _ON_BAR, "middle")


def _table(each: TableHands, top: float, scale: float) -> Iterator[Shape]:
    """Hands of a table, numbered where there is room."""
    yield ChartText(0, top + 9, each.table, NOTE._replace(colour=INK), room=_NAMES - 8)
    x = _NAMES + (each.first - 1) * scale
    wide = max((each.last - each.first + 1) * scale, 1.5)
    yield Box(x, top + 2, wide, 8, "middle")
    said = count(each.hands, "hand")
    if x + wide + 4 + width(said, LABEL) < WIDTH:
        yield ChartText(x + wide + 4, top + 9, said, LABEL)
    elif x - 4 - width(said, LABEL) > _NAMES:
        yield ChartText(x - 4, top + 9, said, LABEL, "end")


def _axis(levels: list[LevelRow], scale: float, foot: float) -> Iterator[Shape]:
    yield Line(_NAMES, foot + 3, WIDTH, foot + 3, 0.25, 0.6)
    free = 0.0
    for row in levels:
        said = f"{row.first_hand}"
        x = _NAMES + ((row.first_hand or 1) - 1) * scale
        if x >= free and x + width(said, LABEL) <= WIDTH:
            yield ChartText(x, foot + 13, said, LABEL)
            free = x + width(said, LABEL) + 8

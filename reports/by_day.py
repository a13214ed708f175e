"""Charts of gaming days: incidents by severity, and small bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Polygon, Shape, key
from reports.drawn_pages import WIDTH
from reports.typography import LABEL, width
from rules.results import SEVERITIES, Severity

_PLOT = 72.0
_HEAD = 12.0  # of the plot, above the highest bar
_FIGURES = 26.0
_BROADEST = 26.0
_LOWEST = 1.5  # of a bar of something
_SMALL, _STEP = 14.0, 4.0  # height and step of small bars


class DayBar(NamedTuple):
    """Incidents of a gaming day by severity. marked: a mark stands below."""

    day: str
    severities: Mapping[Severity, int]
    marked: bool = False


def by_day(
    says: str, days: Sequence[DayBar], severities: Mapping[Severity, str], mark: str, wide: float = WIDTH
) -> Chart:
    """Bar for each day, by severity, gravest at the foot. mark: name of the marks."""
    fills: dict[Severity, Fill] = {each: each for each in SEVERITIES}
    left = max(_FIGURES, width(mark, LABEL) + 5)
    step = (wide - left) / max(len(days), 1)
    top = max((sum(each.severities.values()) for each in days), default=0) or 1
    scale = (_PLOT - _HEAD) / top
    shapes: list[Shape] = []
    for share in (0.5, 1.0):
        if top * share == int(top * share):
            y = _PLOT - share * (_PLOT - _HEAD)
            shapes.append(Line(left, y, wide, y, 0.9))
            shapes.append(ChartText(left - 5, y + 2.6, f"{int(top * share):,}", LABEL, "end"))
    broad = min(step * 0.7, _BROADEST)
    for place, each in enumerate(days):
        x, foot = left + place * step + (step - broad) / 2, _PLOT
        for name in SEVERITIES:
            high = _high(each.severities.get(name, 0), scale)
            shapes.append(Box(x, foot - high, broad, high, fills[name]))
            foot -= high
    shapes.append(Line(left, _PLOT, wide, _PLOT, 0.25, 0.6))
    there = [
        (fills[name], severities[name])
        for name in SEVERITIES
        if any(each.severities.get(name) for each in days)
    ]
    bands = [key(there, wide), ChartBand(_PLOT, shapes), _names(days, left, step, wide)]
    if any(each.marked for each in days):
        bands.append(_marks(days, left, step, mark))
    return Chart(says, wide, bands)


def _high(value: int, scale: float) -> float:
    """Height of a bar, never too small to see."""
    return max(value * scale, _LOWEST) if value else 0.0


def _names(days: Sequence[DayBar], left: float, step: float, wide: float) -> ChartBand:
    needed = width("00-00", LABEL)
    every = max(1, round((needed + 8) / step + 0.5))
    shapes: list[Shape] = []
    for place in range(0, len(days), every):
        middle = left + (place + 0.5) * step
        if middle + needed / 2 <= wide:
            shapes += [
                Line(middle, 0, middle, 3, 0.25),
                ChartText(middle, 11, days[place].day[5:], LABEL, "middle"),
            ]
    return ChartBand(12, shapes)


def _marks(days: Sequence[DayBar], left: float, step: float, mark: str) -> ChartBand:
    shapes: list[Shape] = [ChartText(0, 12, mark, LABEL)]
    for place, each in enumerate(days):
        if each.marked:
            middle = left + (place + 0.5) * step
            shapes.append(Polygon(((middle - 3, 12), (middle + 3, 12), (middle, 6.5)), "ink"))
    return ChartBand(13, shapes)


def small_bars(says: str, before: Sequence[int], now: Sequence[int]) -> Chart:
    """Two rows of small bars: days before, pale, and days now."""
    top = max((*before, *now), default=0) or 1
    wide = (len(before) + len(now)) * _STEP + _STEP
    shapes: list[Shape] = []
    for place, value in enumerate((*before, *now)):
        later = place >= len(before)
        high = _high(value, _SMALL / top)
        fill: Fill = "dark" if later else "middle"
        shapes.append(Box(place * _STEP + later * _STEP, _SMALL - high, _STEP - 1, high, fill))
    shapes.append(Line(0, _SMALL, wide, _SMALL, 0.6, 0.6))
    middle = len(before) * _STEP + _STEP / 2 - 0.5
    line = Line(middle, 0, middle, _SMALL, 0.6, 0.6)
    return Chart(says, wide, [ChartBand(_SMALL, [*shapes, line])], foot=0.5)

"""The area of a plot: scales, grid lines, lines through points and dots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import floor, log10
from typing import NamedTuple

from reports.chart_shapes import Box, ChartText, Fill, Line, Shape, below
from reports.formatting import MINUS
from reports.typography import LABEL, width

Point = tuple[float, float]
_STEPS = (1, 2, 5)
_BESIDE = 6.0  # from the label of a grid line to the area
_BELOW = 11.0  # from the foot to the baseline of a label
_DASH, _SPACE = 5.0, 3.0
_MONTHS = 45  # days from which an axis names months


class PlotArea(NamedTuple):
    """A rectangle in points with two scales. across, up: values at the left and right, at the foot and top."""

    left: float
    right: float
    top: float
    foot: float
    across: Point
    up: Point

    def x(self, value: float) -> float:
        """Points from the left."""
        return self.left + (self.right - self.left) * _share(value, self.across)

    def y(self, value: float) -> float:
        """Points from the top."""
        return self.foot - (self.foot - self.top) * _share(value, self.up)


def _share(value: float, span: Point) -> float:
    low, high = span
    share = (value - low) / (high - low) if high > low else 0.5
    return min(max(share, 0.0), 1.0)


def round_values(low: float, high: float, most: int = 5) -> list[float]:
    """At most ``most`` + 1 round values, 1, 2 or 5 times a power of ten apart, within two bounds."""
    if high <= low:
        return [low]
    size = 10.0 ** floor(log10((high - low) / most))
    step = next(each * size for each in (*_STEPS, 10) if (high - low) / (each * size) <= most)
    first = -floor(-low / step + 1e-9)
    return [step * place for place in range(first, floor(high / step + 1e-9) + 1)]


def signed(value: float) -> str:
    """A value with its sign: +5, 0, −5."""
    return f"{value:+g}".replace("-", MINUS) if value else "0"


def levels(area: PlotArea, values: Sequence[float], said: Callable[[float], str]) -> Iterator[Shape]:
    """Grid lines at some values of the upright scale, labelled at their left."""
    for value in values:
        y = area.y(value)
        yield Line(area.left, y, area.right, y, 0.85)
        yield ChartText(area.left - _BESIDE, y + 2.8, said(value), LABEL, "end")


def floor_line(area: PlotArea) -> Line:
    """The line at the foot."""
    return Line(area.left, area.foot, area.right, area.foot, 0.25, 0.6)


def broken_line(area: PlotArea, value: float, grey: float = 0.1) -> Iterator[Line]:
    """A broken line across the area at a value of the upright scale."""
    y, x = area.y(value), area.left
    while x < area.right:
        yield Line(x, y, min(x + _DASH, area.right), y, grey, 0.9)
        x += _DASH + _SPACE


def values_below(area: PlotArea, values: Sequence[float], said: Callable[[float], str]) -> Iterator[Shape]:
    """Labels of values below the foot."""
    for value in values:
        yield below(area.x(value), area.foot + _BELOW, said(value), (area.left, area.right))


def days_below(area: PlotArea, first: date, last: date) -> Iterator[Shape]:
    """Labels of days, or of months where there are many, below the foot. The scale across is of ordinals of days."""
    many = (last - first).days > _MONTHS
    days = [first + timedelta(days=each) for each in range((last - first).days + 1)]
    named = [day for day in days if day.day == 1 or day == first] if many else days
    free = 0.0
    for day in named:
        said = day.isoformat()[:7] if many else day.isoformat()[5:]
        words = below(area.x(day.toordinal()), area.foot + _BELOW, said, (area.left, area.right))
        if _begins(words) >= free:
            yield words
            free = _begins(words) + width(said, LABEL) + 6


def _begins(words: ChartText) -> float:
    wide = width(words.text, LABEL)
    return words.x - {"start": 0.0, "middle": wide / 2, "end": wide}[words.at]


def line_through(
    area: PlotArea, points: Sequence[Point], grey: float = 0.1, weight: float = 1.2
) -> Iterator[Line]:
    """Straight lines from point to point."""
    for (x1, y1), (x2, y2) in pairwise(points):
        yield Line(area.x(x1), area.y(y1), area.x(x2), area.y(y2), grey, weight)


def dots(area: PlotArea, points: Sequence[Point], fill: Fill = "dark", size: float = 3.0) -> Iterator[Box]:
    """Small squares at some points."""
    for x, y in points:
        yield Box(area.x(x) - size / 2, area.y(y) - size / 2, size, size, fill)


def thinned(points: Sequence[Point], most: int = 240) -> list[Point]:
    """At most about ``most`` of some points, the first and the last among them."""
    every = -(-len(points) // most) if points else 1
    kept = list(points[::every])
    return kept if not points or kept[-1] == points[-1] else [*kept, points[-1]]

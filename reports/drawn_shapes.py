"""Shapes of a chart, in bands below each other, which a report draws on its pages and `reports.svg` as a picture.

Lengths are points; ``x`` counts from the left edge of the chart and ``y`` downwards from the top of its band.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from reports.typography import LABEL, TextStyle, width

Fill = Literal[
    "pale", "light", "middle", "dark", "hatch", "paper", "ink", "critical", "major", "minor", "note"
]
Sign = (
    Fill | Literal["line", "mark"]
)  # what the key to a chart explains: a fill, an upright line, or a triangle that points down
End = Literal["start", "middle", "end"]


class ChartText(NamedTuple):
    """Text on a baseline; `at`: which end of it ``x`` is. room: the width to which it is cut; None: it is not."""

    x: float
    y: float
    text: str
    style: TextStyle
    at: End = "start"
    room: float | None = None


class Line(NamedTuple):
    """A straight line. grey: from 0, black, to 1, white."""

    x1: float
    y1: float
    x2: float
    y2: float
    grey: float
    weight: float = 0.4


class Box(NamedTuple):
    """A filled box without an outline; ``y`` is its top. Without a size it is not drawn."""

    x: float
    y: float
    wide: float
    high: float
    fill: Fill


class Frame(NamedTuple):
    """The outline of a box."""

    x: float
    y: float
    wide: float
    high: float
    grey: float
    weight: float = 0.4


class Polygon(NamedTuple):
    """A filled shape, by its corners."""

    corners: tuple[tuple[float, float], ...]
    fill: Fill


Shape = ChartText | Line | Box | Frame | Polygon


class ChartBand(NamedTuple):
    """A part of a chart that stays in one piece. need: the height for which a new page is begun; 0: for none."""

    high: float
    shapes: Sequence[Shape]
    need: float = 0


class Chart(NamedTuple):
    """A chart from top to bottom. says: what is read in its place. again: the bands that a further page begins with.

    foot: what a picture has below the last band, for the line that ends it.
    """

    says: str
    wide: float
    bands: Sequence[ChartBand]
    again: Sequence[ChartBand] = ()
    foot: float = 4.0

    @property
    def high(self) -> float:
        """Its height in one piece."""
        return sum(band.high for band in self.bands)


def key(meanings: Iterable[tuple[Sign, str]], wide: float) -> ChartBand:
    """The key to the fills and signs of a chart, in as many rows as it takes."""
    shapes: list[Shape] = []
    x, y = 0.0, 12.0
    for sign, meaning in meanings:
        needed = 13 + width(meaning, LABEL)
        if x and x + needed > wide:
            x, y = 0.0, y + 12
        shapes.append(_sign(sign, x, y))
        shapes.append(ChartText(x + 13, y, meaning, LABEL))
        x += needed + 16
    return ChartBand(y + 6, shapes)


def below(x: float, y: float, text: str, edges: tuple[float, float]) -> ChartText:
    """The words below a place on an axis: in its middle, or from an edge where they would pass it in any font."""
    left, right = edges
    half = width(text, LABEL) / 2
    if x + half > right:
        return ChartText(right, y, text, LABEL, "end")
    return ChartText(left, y, text, LABEL) if x - half < left else ChartText(x, y, text, LABEL, "middle")


def _sign(sign: Sign, x: float, y: float) -> Shape:
    """What stands before a meaning."""
    if sign == "line":
        return Line(x + 4.5, y - 8, x + 4.5, y + 1, 0.25, 1.2)
    if sign == "mark":
        return Polygon(((x + 4.5, y), (x + 1, y - 6), (x + 8, y - 6)), "ink")
    if sign == "paper":
        return Frame(x + 0.2, y - 5.8, 8.6, 5.6, 0.45)
    return Box(x, y - 6, 9, 6, sign)

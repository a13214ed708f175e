"""Shapes of a chart in bands, for pages and `reports.svg`.

Points; ``x`` from the chart's left, ``y`` down from the band's top.
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
    """Text on a baseline. at: end that ``x`` is. room: width cut to; None: uncut."""

    x: float
    y: float
    text: str
    style: TextStyle
    at: End = "start"
    room: float | None = None


class Line(NamedTuple):
    """A straight line. grey: 0 black to 1 white."""

    x1: float
    y1: float
    x2: float
    y2: float
    grey: float
    weight: float = 0.4


class Box(NamedTuple):
    """A filled box; ``y``: top. Not drawn without size."""

    x: float
    y: float
    wide: float
    high: float
    fill: Fill


class Frame(NamedTuple):
    x: float
    y: float
    wide: float
    high: float
    grey: float
    weight: float = 0.4


class Polygon(NamedTuple):
    corners: tuple[tuple[float, float], ...]
    fill: Fill


Shape = ChartText | Line | Box | Frame | Polygon


class ChartBand(NamedTuple):
    """Part of a chart in one piece. need: height that starts a page."""

    high: float
    shapes: Sequence[Shape]
    need: float = 0


class Chart(NamedTuple):
    """A chart. says: its reading. again: bands repeated on a further page. foot: space below a picture."""

    says: str
    wide: float
    bands: Sequence[ChartBand]
    again: Sequence[ChartBand] = ()
    foot: float = 4.0

    @property
    def high(self) -> float:
        """Height in one piece."""
        return sum(band.high for band in self.bands)


def key(meanings: Iterable[tuple[Sign, str]], wide: float) -> ChartBand:
    """Key to fills and signs, in rows as needed."""
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
    """Words below an axis, within the edges."""
    left, right = edges
    half = width(text, LABEL) / 2
    if x + half > right:
        return ChartText(right, y, text, LABEL, "end")
    return ChartText(left, y, text, LABEL) if x - half < left else ChartText(x, y, text, LABEL, "middle")


def _sign(sign: Sign, x: float, y: float) -> Shape:
    if sign == "line":
        return Line(x + 4.5, y - 8, x + 4.5, y + 1, 0.25, 1.2)
    if sign == "mark":
        return Polygon(((x + 4.5, y), (x + 1, y - 6), (x + 8, y - 6)), "ink")
    if sign == "paper":
        return Frame(x + 0.2, y - 5.8, 8.6, 5.6, 0.45)
    return Box(x, y - 6, 9, 6, sign)

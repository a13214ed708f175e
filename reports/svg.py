"""Charts as SVG, coloured by classes of the page.

Without style or script, they follow dark pages and a strict content security policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from reports.chart_shapes import Box, Chart, ChartText, Frame, Line, Polygon, Shape
from reports.scripts import printable
from reports.typography import SEMIBOLD, SOFT, fitted

_GREY, _FAINT = 0.4, 0.5  # lines of a paler grey are grey, and faint
_HATCHING = 5.2  # from one of its lines to the next


def svg(chart: Chart, title: str, name: str, kind: str = "chart") -> str:
    """Chart as an element. title: its name; ``chart.says``: description. name: unique in a page, for ids. kind: class."""
    parts = [
        f'<svg class="{kind}" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {chart.wide:g} {_length(chart.high + chart.foot)}" '
        f'aria-labelledby="{name}-title" aria-describedby="{name}-says">',
        f'<title id="{name}-title">{_text(title)}</title>',
        f'<desc id="{name}-says">{_text(chart.says)}</desc>',
        *_hatching(chart, name),
    ]
    top = 0.0
    for band in chart.bands:
        parts += (_shape(shape, top, name) for shape in band.shapes)
        top += band.high
    return "\n".join([*(each for each in parts if each), "</svg>"])


def _hatching(chart: Chart, name: str) -> Iterator[str]:
    shapes = [shape for band in chart.bands for shape in band.shapes]
    if any(isinstance(each, Box | Polygon) and each.fill == "hatch" for each in shapes):
        yield (
            f'<defs><pattern id="{name}-hatch" width="{_HATCHING}" height="{_HATCHING}" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)"><rect class="paper" width="{_HATCHING}" height="{_HATCHING}"/>'
            f'<line class="firm" y2="{_HATCHING}" stroke-width="1.4"/></pattern></defs>'
        )


def _shape(shape: Shape, top: float, name: str) -> str:
    if isinstance(shape, ChartText):
        return _words(shape, top)
    if isinstance(shape, Line):
        ends = (shape.x1, top + shape.y1, shape.x2, top + shape.y2)
        x1, y1, x2, y2 = map(_length, ends)
        return f'<line {_stroke(shape)} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
    if isinstance(shape, Polygon):
        corners = " ".join(f"{_length(x)},{_length(top + y)}" for x, y in shape.corners)
        return f'<polygon {_fill(shape.fill, name)} points="{corners}"/>'
    if shape.wide <= 0 or shape.high <= 0:
        return ""
    paint = _fill(shape.fill, name) if isinstance(shape, Box) else f'{_stroke(shape)} fill="none"'
    place = f'x="{_length(shape.x)}" y="{_length(top + shape.y)}"'
    return f'<rect {paint} {place} width="{_length(shape.wide)}" height="{_length(shape.high)}"/>'


def _words(words: ChartText, top: float) -> str:
    said = words.text if words.room is None else fitted(words.text, words.style, words.room)
    if not said:
        return ""
    classes = ("soft" if words.style.colour == SOFT else "ink") + (
        " bold" if words.style.face == SEMIBOLD else ""
    )
    at = "" if words.at == "start" else f' text-anchor="{words.at}"'
    place = f'x="{_length(words.x)}" y="{_length(top + words.y)}" font-size="{words.style.size:g}"'
    return f'<text class="{classes}" {place}{at}>{_text(said)}</text>'


def _stroke(shape: Line | Frame) -> str:
    kind = "faint" if shape.grey > _FAINT else "grey" if shape.grey > _GREY else "firm"
    return f'class="{kind}" stroke-width="{shape.weight:g}"'


def _fill(fill: str, name: str) -> str:
    return f'fill="url(#{name}-hatch)"' if fill == "hatch" else f'class="{fill}"'


def _text(text: str) -> str:
    return escape(printable(text))


def _length(value: float) -> str:
    whole = int(value)
    return str(whole) if whole == value else f"{value:.2f}".rstrip("0").rstrip(".")

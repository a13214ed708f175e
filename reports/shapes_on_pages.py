"""Charts on pages."""

from __future__ import annotations

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Frame, Line, Shape
from reports.drawn_pages import LEFT, Pages
from reports.sheet import HATCH, Sheet
from reports.typography import INK, WHITE

FILLS: dict[Fill, str] = {
    "pale": "0.86 g", "light": "0.82 g", "middle": "0.55 g", "dark": "0.12 g", "hatch": HATCH, "paper": WHITE, "ink": INK,
    "critical": "0.12 g", "major": "0.38 g", "minor": "0.65 g", "note": "0.86 g",
}  # fmt: skip


def draw_chart(pages: Pages, chart: Chart) -> None:
    """Draw a chart, over pages if need be."""
    with pages.chart(chart.says):
        for band in chart.bands:
            if band.need and pages.need(band.need):
                for each in chart.again:
                    _draw_band(pages, each)
            _draw_band(pages, band)


def _draw_band(pages: Pages, band: ChartBand) -> None:
    for shape in band.shapes:
        _draw(pages.sheet, pages.y, shape)
    pages.y -= band.high


def _draw(sheet: Sheet, top: float, shape: Shape) -> None:
    if isinstance(shape, ChartText):
        _write(sheet, LEFT + shape.x, top - shape.y, shape)
    elif isinstance(shape, Line):
        ends = LEFT + shape.x1, top - shape.y1, LEFT + shape.x2, top - shape.y2
        sheet.line(*ends, grey=shape.grey, weight=shape.weight)
    elif isinstance(shape, Box):
        sheet.box(LEFT + shape.x, top - shape.y - shape.high, shape.wide, shape.high, FILLS[shape.fill])
    elif isinstance(shape, Frame):
        place = LEFT + shape.x, top - shape.y - shape.high, shape.wide, shape.high
        sheet.frame(*place, grey=shape.grey, weight=shape.weight)
    else:
        sheet.polygon([(LEFT + x, top - y) for x, y in shape.corners], FILLS[shape.fill])


def _write(sheet: Sheet, x: float, y: float, words: ChartText) -> None:
    if words.room is not None:
        sheet.fit(x, y, words.text, words.style, words.room)
    elif words.at == "end":
        sheet.right(x, y, words.text, words.style)
    elif words.at == "middle":
        sheet.centred(x, y, words.text, words.style)
    else:
        sheet.text(x, y, words.text, words.style)

"""A picture of a unit of screening, for a page and for a report."""

from __future__ import annotations

from typing import NamedTuple

from reports.chart_shapes import Chart
from reports.drawn_pages import Pages
from reports.shapes_on_pages import draw_chart
from reports.svg import svg
from reports.typography import NOTE, SMALL_BOLD


class ScreeningPicture(NamedTuple):
    """A chart with its title, and a sentence on how to read it. ``chart.says`` has its numbers."""

    title: str
    chart: Chart
    caption: str


def svg_of_picture(picture: ScreeningPicture, name: str) -> str:
    """The picture as an element of a page. name: unique in the page."""
    return svg(picture.chart, picture.title, name)


def draw_picture(pages: Pages, picture: ScreeningPicture) -> None:
    """Draw the picture on a report's pages, with its title above it and its caption below."""
    pages.need(picture.chart.high + 44)
    pages.paragraph(picture.title, SMALL_BOLD)
    draw_chart(pages, picture.chart)
    pages.y -= picture.chart.foot
    pages.paragraph(picture.caption, NOTE)

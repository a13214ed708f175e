"""Bars of shares, each with the share that chance gives: hands of one sort against the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Polygon, Shape, Sign, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.plot_area import PlotArea, round_values, values_below
from reports.typography import INK, LABEL, NOTE, width

_BAR, _ROW = 11.0, 33.0
_MARK = 3.5
_ROOM = 1.12  # of the scale beyond the largest share


class ShareBar(NamedTuple):
    """A part of some cases. expected: how many of them chance gives; None: not said."""

    label: str
    part: int
    whole: int
    expected: float | None
    fill: Fill = "middle"

    @property
    def share(self) -> float:
        """The part of the whole, 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def chance(self) -> float | None:
        """The share that chance gives."""
        return None if self.expected is None or not self.whole else self.expected / self.whole


def share_bars(marked: str, bars: Sequence[ShareBar]) -> Chart:
    """Bars of the shares of cases that are marked. marked: in a word or two."""
    most = max([0.0, *(each.share for each in bars), *(each.chance or 0.0 for each in bars)])
    area = PlotArea(0, WIDTH, 0, 0, (0.0, min(most * _ROOM, 1.0) or 1.0), (0, 1))
    bands = [ChartBand(_ROW, list(_bar(area, bar)), _ROW) for bar in bars]
    axis = [
        *values_below(area, round_values(*area.across), lambda value: f"{100 * value:.3g}%"),
        Line(0, 0, WIDTH, 0, 0.25, 0.6),
    ]
    signs: list[tuple[Sign, str]] = [("mark", "the share that chance gives")]
    marks = [key(signs, WIDTH)] if any(each.chance is not None for each in bars) else []
    says = f"Bars of the share {marked}. {'; '.join(map(share_words, bars))}."
    return Chart(says, WIDTH, (*marks, *bands, ChartBand(14, axis)))


def share_words(bar: ShareBar) -> str:
    """A bar in words: 30 of 200 (15%), where chance gives 15.5."""
    chance = "" if bar.expected is None else f", where chance gives {number_of(bar.expected)}"
    share = f" ({100 * bar.share:.3g}%)" if bar.whole else ""
    return f"{bar.label}: {bar.part:,} of {bar.whole:,}{share}{chance}"


def number_of(value: float) -> str:
    """A number to one place, or to two figures where it is below one."""
    return f"{value:,.1f}".removesuffix(".0") if value >= 1 or not value else f"{value:.2g}"


def _bar(area: PlotArea, bar: ShareBar) -> Iterator[Shape]:
    """The label on a line, and the bar with its figures below it."""
    figures = share_words(bar).removeprefix(f"{bar.label}: ")
    yield ChartText(0, 10, bar.label, NOTE._replace(colour=INK), room=WIDTH - width(figures, LABEL) - 12)
    yield ChartText(WIDTH, 10, figures, LABEL, "end")
    top = 19.0
    yield Box(0, top, WIDTH, _BAR, "pale")
    yield Box(0, top, area.x(bar.share), _BAR, bar.fill)
    yield Line(0, top, 0, top + _BAR, 0.25, 0.8)
    if bar.chance is not None:
        x = area.x(bar.chance)
        yield Polygon(((x, top), (x - _MARK, top - 6), (x + _MARK, top - 6)), "ink")
        yield Line(x, top, x, top + _BAR, 0.9 if bar.fill == "dark" and bar.chance < bar.share else 0.1, 0.8)

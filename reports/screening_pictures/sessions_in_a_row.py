"""Pictures of sums of sessions: pairs of cards that met, and how evenly the cards are spread, around what chance gives."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Line, Shape, below, key
from reports.drawn_pages import WIDTH
from reports.formatting import count
from reports.screening_pictures.plot_area import PlotArea, broken_line, levels, round_values
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import SumsRow

_AXIS, _HIGH, _TOP, _BELOW = 48.0, 96.0, 10.0, 16.0
_BROADEST, _NAME = 22.0, 56.0
_SPREAD = 3.987  # standard deviation of the pairs of a deal of four seats
_EVEN = 153  # degrees of freedom of 52 cards by four seats
_LEAST_EVEN, _MOST_EVEN = 111.7, 201.8  # outside of which χ² is once in 200 sessions each
_NAMED = 14  # sessions that have their numbers below the axis


def cards_that_met(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Bars of the pairs a deal by session, from what chance gives up or down."""
    rows = [row for row in unit.rows if isinstance(row, SumsRow) and row.count]
    if not rows:
        return None
    deals, found = sum(row.count for row in rows), sum(row.found for row in rows)
    expected = sum((Fraction(*row.expected) for row in rows), Fraction())
    mean = float(expected / deals)
    bars = [row.found / row.count for row in rows]
    says = (
        f"Bars of the pairs of cards that lay together and were dealt together, a deal, by session: {found:,} pairs in "
        f"{count(deals, 'deal')} of {count(len(rows), 'session')} ({found / deals:.2f} a deal), where chance gives "
        f"{float(expected):,.1f} ({mean:.2f} a deal)."
    )
    caption = (
        f"A bar is a session, in order of the gaming days. One deal of four seats varies by {_SPREAD:.2f} around the line, the "
        "mean of 200 deals by 0.28."
    )
    chart = _around(bars, mean, f"chance {mean:.2f}", says, (mean - 3, mean + 3))
    return ScreeningPicture("Pairs of cards that met, a deal", chart, caption)


def evenness_of_cards(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Bars of χ² by session, from its mean up or down."""
    rows = [row for row in unit.rows if isinstance(row, SumsRow) and row.count]
    if not rows:
        return None
    squares = [float(Fraction(*row.expected)) for row in rows]
    even, uneven = sum(each < _LEAST_EVEN for each in squares), sum(each > _MOST_EVEN for each in squares)
    says = (
        f"Bars of χ² of cards by seat over {count(len(rows), 'session')}: {min(squares):.1f} to {max(squares):.1f}, where chance "
        f"gives {_EVEN} in the mean; {even} below {_LEAST_EVEN} and {uneven} above {_MOST_EVEN}."
    )
    caption = (
        f"Near 0 the cards are spread too evenly over the seats, far above {_EVEN} too unevenly. Below {_LEAST_EVEN} and above "
        f"{_MOST_EVEN} is one session in 200 each."
    )
    chart = _around(squares, _EVEN, f"chance {_EVEN}", says, (_LEAST_EVEN, _MOST_EVEN))
    return ScreeningPicture("Spread of the cards over the seats", chart, caption)


def _around(bars: Sequence[float], middle: float, name: str, says: str, least: tuple[float, float]) -> Chart:
    """Bars from a line to both sides. least: what the scale covers at least."""
    low, high = min(least[0], *bars), max(least[1], *bars)
    area = PlotArea(_AXIS, WIDTH - _NAME, _TOP, _TOP + _HIGH, (0, len(bars)), (low, high))
    base, step = area.y(middle), (area.right - area.left) / len(bars)
    wide = min(step * 0.7, _BROADEST)
    shapes: list[Shape] = list(levels(area, round_values(low, high), lambda value: f"{value:g}"))
    for place, value in enumerate(bars):
        x, y = area.x(place + 0.5) - wide / 2, area.y(value)
        shapes.append(
            Box(x, min(y, base), wide, max(abs(base - y), 1.0), "dark" if value > middle else "middle")
        )
        if len(bars) <= _NAMED:
            shapes.append(below(x + wide / 2, area.foot + 11, f"{place + 1}", (area.left, area.right)))
    shapes += broken_line(area, middle)
    shapes.append(Line(area.left, area.foot, area.right, area.foot, 0.25, 0.6))
    shapes.append(ChartText(area.right + 4, base + 2.8, name, LABEL._replace(colour=INK)))
    meanings = key((("dark", "more than chance gives"), ("middle", "less")), WIDTH)
    return Chart(says, WIDTH, (meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW)))

"""Picture of E of a unit, as it stood on each gaming day, with the limit of an alarm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from math import inf, isfinite, log10

import numpy as np

from reports.chart_shapes import Chart, ChartBand, ChartText, Shape, key
from reports.drawn_pages import WIDTH
from reports.formatting import count
from reports.screening_pictures.plot_area import (
    PlotArea,
    Point,
    broken_line,
    days_below,
    dots,
    floor_line,
    levels,
    line_through,
    round_values,
)
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL
from rules.screening.room_year import ScreenedUnit
from rules.screening.unit_evidence import log10_of
from rules.screening.windows import ByDay, combined, log10_of_last_days, standing

_SCALE = "Equal steps upwards are equal factors of E. E begins at 1."
_ALARM = "From the limit on it is an alarm."
_WITHHELD = "E reached the limit; what else an alarm of this indicator needs is missing, and it is withheld."
_ROLLING = " The grey line decides nothing."
ROLLING = 90  # days
_EPOCH = date(1970, 1, 1)
_AXIS, _HIGH, _ABOVE, _BELOW = 48.0, 104.0, 12.0, 16.0
_LEAST = -0.2  # E is never below this by much: windows to come count 1
_PLAIN = 4  # decimal logarithms up to which E is written out
_EDGE = 4.0  # right of the last day
_NEAR, _NAMED = 16.0, 72.0  # points from the limit, and for its name
_DOTTED = 40  # days up to which each has a dot


def evidence_by_day(unit: ScreenedUnit) -> ScreeningPicture:
    """Line of E by gaming day, and the limit where the unit has one."""
    days = sorted(unit.days)
    stood = _stood(unit.days)
    limit = log10(unit.limit) if unit.limit else None
    rolling = _rolling(unit.days)
    highest = max([1.0, *stood, *rolling.values(), *([limit] if limit is not None else [])])
    begins = days[0].toordinal() - 1
    area = PlotArea(
        _AXIS, WIDTH - _EDGE, _ABOVE, _ABOVE + _HIGH, (begins, days[-1].toordinal()), (_LEAST, 1.08 * highest)
    )
    points: list[Point] = [
        (begins, 0.0),
        *((day.toordinal(), level) for day, level in zip(days, stood, strict=True)),
    ]
    marks = [each for each in round_values(0, highest) if each == round(each)]
    shapes: list[Shape] = [*levels(area, marks, size_of_e), *_limit(area, limit, points), floor_line(area)]
    last = [(day.toordinal(), max(level, _LEAST)) for day, level in rolling.items()]
    shapes += line_through(area, last, 0.5, 1.4)
    shapes += line_through(area, points)
    shapes += dots(area, points[1:] if len(points) <= _DOTTED else points[-1:])
    shapes += days_below(area, days[0], days[-1])
    high = area.foot + _BELOW
    return ScreeningPicture(
        "E by gaming day",
        Chart(_said(unit, days, stood, rolling), WIDTH, (*_meanings(rolling), ChartBand(high, shapes, high))),
        f"{_SCALE} {_WITHHELD if unit.withheld else _ALARM}{_ROLLING if rolling else ''}",
    )  # fmt: skip


def _rolling(days: ByDay) -> dict[date, float]:
    """Decimal logarithm of e of the last 90 days on each gaming day; empty: all days are within so many."""
    order = sorted(days)
    return log10_of_last_days(days, ROLLING) if (order[-1] - order[0]).days >= ROLLING else {}


def _meanings(rolling: Mapping[date, float]) -> tuple[ChartBand, ...]:
    if not rolling:
        return ()
    return (key((("dark", "E of all windows"), ("middle", f"e of the last {ROLLING} days alone")), WIDTH),)


def size_of_e(logarithm: float) -> str:
    """E by its decimal logarithm: 0.8, 1, 31, 1,000, 10^5.9."""
    if logarithm > _PLAIN:
        return f"10^{logarithm:.1f}".removesuffix(".0")
    value = 10**logarithm
    return f"{value:.1f}".removesuffix(".0") if value < 10 else f"{value:,.0f}"


def _stood(days: ByDay) -> list[float]:
    """Decimal logarithm of E after each gaming day."""
    order = sorted(days)
    sums = np.array([days[day] for day in order], np.int64)
    ordinals = np.array([(day - _EPOCH).days for day in order], np.int64)
    stood = standing(np.zeros(len(order), np.int64), ordinals, sums).tolist()
    return [
        log10(each)
        if isfinite(each)
        else float(log10_of(combined({day: days[day] for day in order[: place + 1]})))
        for place, each in enumerate(stood)
    ]


def _limit(area: PlotArea, limit: float | None, points: Sequence[Point]) -> list[Shape]:
    """The limit as a broken line; its name at the left, where E begins far below it, else on the side where E does not end."""
    if limit is None:
        return []
    y, ends = area.y(limit), area.y(points[-1][1])
    beside = y - 3 if not 0 <= y - ends < _NEAR else y + 9
    at_left = area.x(_reaches(points, limit)) > area.left + _NAMED
    name, style = f"limit {10**limit:,.0f}", LABEL._replace(colour=INK)
    text = (
        ChartText(area.left + 3, y - 3, name, style)
        if at_left
        else ChartText(area.right, beside, name, style, "end")
    )
    return [*broken_line(area, limit), text]


def _reaches(points: Sequence[Point], limit: float) -> float:
    """Where the line of E rises through the limit first; infinity: nowhere."""
    for (begins, before), (ends, level) in pairwise(points):
        if before < limit <= level:
            return begins + (ends - begins) * (limit - before) / (level - before)
    return inf


def _said(unit: ScreenedUnit, days: list[date], stood: list[float], rolling: Mapping[date, float]) -> str:
    limit = f"the limit is {unit.limit:,}" if unit.limit else "no limit applies yet"
    since = f", and was reached on {unit.since}" if unit.since else ""
    if len(days) == 1:
        return f"E of the gaming day {days[0]}: {size_of_e(stood[0])}; {limit}{since}."
    highest, day = max(zip(stood, days, strict=True))
    most = "" if highest == stood[-1] else f", at most {size_of_e(highest)} on {day}"
    over = f"{count(len(days), 'gaming day')} from {days[0]} to {days[-1]}"
    alone = (
        f" e of the last {ROLLING} days alone: {size_of_e(rolling[days[-1]])} at the end." if rolling else ""
    )
    return f"Line of E over {over}: {size_of_e(stood[-1])} at the end{most}; {limit}{since}.{alone}"

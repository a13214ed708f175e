"""Histogram of the minutes on which the hands of a session start."""

from __future__ import annotations

import numpy as np

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Shape, below, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.plot_area import PlotArea, broken_line, floor_line, levels, round_values
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL
from rules.hands import NOT_RECORDED
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession

_AXIS, _NAME, _HIGH, _TOP, _BELOW = 36.0, 56.0, 96.0, 8.0, 16.0
_MINUTES, _EVERY = 60, 5
_MINUTE = 60_000_000  # microseconds


def minutes_of_hands(_: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of the hands by minute of the hour; None: no hand has a time."""
    at = session.hands.at[session.hands.at != NOT_RECORDED]
    if not len(at):
        return None
    counts = np.bincount(at // _MINUTE % _MINUTES, minlength=_MINUTES).tolist()
    rounded = sum(counts[::_EVERY])
    says = (
        f"Bars of the hands of session {session.header.session} by the minute on which they start: {rounded:,} of {len(at):,} on "
        f"a minute divisible by five, where chance gives {len(at) / _EVERY:g}."
    )
    mean = len(at) / _MINUTES
    area = PlotArea(_AXIS, WIDTH - _NAME, _TOP, _TOP + _HIGH, (0, _MINUTES), (0, 1.06 * max(*counts, 1)))
    step = (area.right - area.left) / _MINUTES
    shapes: list[Shape] = list(levels(area, round_values(0, max(*counts, 1)), lambda value: f"{value:g}"))
    for minute, hands in enumerate(counts):
        y = area.y(hands)
        fill: Fill = "middle" if minute % _EVERY else "dark"
        shapes.append(Box(area.left + (minute + 0.15) * step, y, 0.7 * step, area.foot - y, fill))
    shapes += [*broken_line(area, mean), floor_line(area)]
    shapes.append(
        ChartText(area.right + 4, area.y(mean) + 2.8, f"chance {mean:.1f}", LABEL._replace(colour=INK))
    )
    shapes += (
        below(area.left + (minute + 0.5) * step, area.foot + 11, f"{minute}", (area.left, area.right))
        for minute in range(0, _MINUTES, _EVERY)
    )
    meanings = key((("dark", "minutes divisible by five"), ("middle", "the other minutes")), WIDTH)
    return ScreeningPicture(
        f"Minutes of the hour, session {session.header.session}",
        Chart(says, WIDTH, (meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW))),
        "Hands that are dealt one after the other start on all minutes alike.",
    )

"""Histogram of the minutes, or of the seconds, on which the hands of a session start: of what is counted of the unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Shape, below, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.plot_area import PlotArea, broken_line, floor_line, levels, round_values
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL
from rules.hands import NOT_RECORDED
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession
from rules.screening.unit_evidence import counted_coding

_AXIS, _NAME, _HIGH, _TOP, _BELOW = 36.0, 56.0, 96.0, 8.0, 16.0
_SIXTY, _LABELLED = 60, 5  # bars; one in so many has its number below


class _RoundTimes(NamedTuple):
    """Words of a histogram. unit: of a bar, in microseconds; every: one bar of so many is round."""

    unit: int
    every: int
    title: str
    bar: str
    on: str
    round_ones: str
    others: str
    caption: str


_MINUTES = _RoundTimes(
    60_000_000, 5, "Minutes of the hour", "minute", "a minute divisible by five", "minutes divisible by five",
    "the other minutes", "Hands that are dealt one after the other start on all minutes alike.",
)  # fmt: skip
_SECONDS = _RoundTimes(
    1_000_000, 60, "Seconds of the minute", "second", "second 0", "second 0", "the other seconds",
    "Hands that are dealt one after the other start on all seconds alike.",
)  # fmt: skip
_BY_CODING = (_MINUTES, _SECONDS)


def minutes_of_hands(unit: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of the hands by minute of the hour, or by second where these say more; None: no hand has a time."""
    at = session.hands.at[session.hands.at != NOT_RECORDED]
    if not len(at):
        return None
    times = _BY_CODING[counted_coding(unit.rows)]
    counts = np.bincount(at // times.unit % _SIXTY, minlength=_SIXTY).tolist()
    rounded = sum(counts[:: times.every])
    says = (
        f"Bars of the hands of session {session.header.session} by the {times.bar} on which they start: {rounded:,} of "
        f"{len(at):,} on {times.on}, where chance gives {round(len(at) / times.every, 1):g}."
    )
    area = PlotArea(_AXIS, WIDTH - _NAME, _TOP, _TOP + _HIGH, (0, _SIXTY), (0, 1.06 * max(*counts, 1)))
    shapes = [*_bars(area, counts, times), *_chance(area, len(at) / _SIXTY), *_numbers(area)]
    meanings = key((("dark", times.round_ones), ("middle", times.others)), WIDTH)
    return ScreeningPicture(
        f"{times.title}, session {session.header.session}",
        Chart(says, WIDTH, (meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW))),
        times.caption,
    )


def _step(area: PlotArea) -> float:
    return (area.right - area.left) / _SIXTY


def _bars(area: PlotArea, counts: Sequence[int], times: _RoundTimes) -> Iterator[Shape]:
    yield from levels(area, round_values(0, max(*counts, 1)), lambda value: f"{value:g}")
    for place, hands in enumerate(counts):
        y, step = area.y(hands), _step(area)
        fill: Fill = "middle" if place % times.every else "dark"
        yield Box(area.left + (place + 0.15) * step, y, 0.7 * step, area.foot - y, fill)


def _chance(area: PlotArea, mean: float) -> Iterator[Shape]:
    yield from (*broken_line(area, mean), floor_line(area))
    yield ChartText(area.right + 4, area.y(mean) + 2.8, f"chance {mean:.1f}", LABEL._replace(colour=INK))


def _numbers(area: PlotArea) -> Iterator[Shape]:
    for place in range(0, _SIXTY, _LABELLED):
        across = area.left + (place + 0.5) * _step(area)
        yield below(across, area.foot + 11, f"{place}", (area.left, area.right))

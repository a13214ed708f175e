"""Chart of hands over time, with rows of marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Polygon, Shape, key
from reports.drawn_pages import WIDTH
from reports.formatting import duration, moment, time_of_day
from reports.typography import LABEL, width
from rules.times import parse_one

_PLOT = 84.0
_HEAD = 10.0  # of the plot, above the highest bar
_WIDEST = 40.0  # of a slice of time, where there are few
_FOLDED = 34.0  # of slices without hands, as one mark
_HOURS = 60.0  # from one time below the chart to the next, at least
_FIGURES = 26.0  # room for the figures beside the bars, and for the names of the marks at least


class TimeSlice(NamedTuple):
    """Slice of time, or several. ``folded``: without hands, one mark."""

    start: str
    end: str
    hands: int
    violations: int
    discrepancies: int
    folded: bool = False

    @property
    def found(self) -> int:
        """Hands with findings."""
        return self.violations + self.discrepancies


class TimeWords(NamedTuple):
    """Words of the chart; `kinds`: dealt, with a discrepancy, with a violation."""

    kinds: tuple[str, str, str] = ("hands dealt", "hands with a discrepancy", "hands with a violation")
    without: str = "no hands"
    lasting: Callable[[int], str] = lambda seconds: duration(seconds, short=True)


_ENGLISH = TimeWords()


def hands_in_time(
    says: str,
    slices: Sequence[TimeSlice],
    marks: Sequence[tuple[str, Sequence[int]]] = (),
    words: TimeWords = _ENGLISH,
    wide: float = WIDTH,
) -> Chart:
    """Hands by slice, those with findings dark. marks: rows by name, with instants.

    The key omits kinds with empty words.
    """
    fills: tuple[Fill, Fill, Fill] = ("pale", "middle", "dark")
    axis = _Axis(slices, marks, wide)
    meanings = [(fill, kind) for fill, kind in zip(fills, words.kinds, strict=True) if kind]
    bars = _bars(slices, axis, words)
    bands = [key(meanings, wide)._replace(need=_PLOT + 60), bars, _hours(axis)]
    return Chart(says, wide, [*bands, *(_marked(axis, name, instants) for name, instants in marks)])


class _Axis:
    def __init__(
        self, slices: Sequence[TimeSlice], marks: Sequence[tuple[str, Sequence[int]]], wide: float
    ) -> None:
        self.left = max(_FIGURES, *(width(name, LABEL) + 5 for name, _ in marks)) if marks else _FIGURES
        self.right = wide
        folded = sum(each.folded for each in slices)
        bars = max(len(slices) - folded, 1)
        self.step = min((wide - self.left - folded * _FOLDED) / bars, _WIDEST)
        self._slices = slices

    def places(self) -> Iterator[tuple[float, float, TimeSlice]]:
        """Slices with left edge and width."""
        x = self.left
        for each in self._slices:
            wide = _FOLDED if each.folded else self.step
            yield x, wide, each
            x += wide


def _bars(slices: Sequence[TimeSlice], axis: _Axis, words: TimeWords) -> ChartBand:
    top = max((max(each.hands, each.found) for each in slices if not each.folded), default=1) or 1
    scale = (_PLOT - _HEAD) / top
    shapes: list[Shape] = []
    for share in (0.5, 1.0):
        y = _PLOT - share * (_PLOT - _HEAD)
        shapes.append(Line(axis.left, y, axis.right, y, 0.9))
    for share, value in {1.0: top, 0.5: top / 2, 0.0: 0}.items():
        if value == int(value):
            y = _PLOT - share * (_PLOT - _HEAD) + 2.6
            shapes.append(ChartText(axis.left - 5, y, f"{int(value):,}", LABEL, "end"))
    for x, wide, each in axis.places():
        shapes += _fold(x, each, words) if each.folded else _bar(x, wide, each, scale)
    return ChartBand(_PLOT, [*shapes, Line(axis.left, _PLOT, axis.right, _PLOT, 0.25, 0.6)])


def _bar(x: float, wide: float, each: TimeSlice, scale: float) -> list[Shape]:
    slim = max(wide - 1.2, wide * 0.7)
    left, foot = x + (wide - slim) / 2, _PLOT
    shapes: list[Shape] = [Box(left, foot - each.hands * scale, slim, each.hands * scale, "pale")]
    found: tuple[tuple[int, Fill], ...] = ((each.discrepancies, "middle"), (each.violations, "dark"))
    for hands, fill in found:
        shapes.append(Box(left, foot - hands * scale, slim, hands * scale, fill))
        foot -= hands * scale
    return shapes


def _fold(x: float, each: TimeSlice, words: TimeWords) -> list[Shape]:
    """Break of the axis, with its duration."""
    middle = x + _FOLDED / 2
    shapes: list[Shape] = [
        Line(middle + aside - 2, _PLOT + 4, middle + aside + 2, _PLOT - 4, 0.25, 0.8) for aside in (-2.5, 2.5)
    ]
    said = words.lasting(_seconds(each.start, each.end))
    for place, line in enumerate((said, words.without)):
        shapes.append(ChartText(middle, _PLOT - 18 + place * 9, line, LABEL, "middle"))
    return shapes


def _seconds(start: str, end: str) -> int:
    first, last = parse_one(start), parse_one(end)
    return (last[0] - first[0]) // 1_000_000 if first and last else 0


def _hours(axis: _Axis) -> ChartBand:
    """Times below bars as room permits; days where they change."""
    shapes: list[Shape] = []
    free, day = 0.0, ""
    for x, _, each in axis.places():
        if each.folded or x < free:
            continue
        full = moment(each.start, offset=False)
        said = time_of_day(each.start)[:5] if full[:10] == day else full[5:16]
        if full[4:5] != "-":
            said = full[:11]
        if x + width(said, LABEL) <= axis.right:
            shapes += [Line(x, 0, x, 3, 0.25), ChartText(x, 11, said, LABEL)]
            free, day = x + max(width(said, LABEL) + 10, _HOURS), full[:10]
    return ChartBand(11, shapes)


def _marked(axis: _Axis, name: str, instants: Sequence[int]) -> ChartBand:
    shapes: list[Shape] = []
    for x, wide, each in axis.places():
        first, last = parse_one(each.start), parse_one(each.end)
        if first and last and any(first[0] <= at < last[0] for at in instants):
            middle = x + wide / 2
            shapes.append(Polygon(((middle - 3, 12), (middle + 3, 12), (middle, 6.5)), "ink"))
    return ChartBand(12, [*shapes, ChartText(0, 12, name, LABEL)])

"""The hands of a session over time, in slices; slices without findings are merged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from reports.charts import DARK, MIDDLE, PALE
from reports.formatting import NOTHING, count, duration, moment, time_of_day
from reports.pages import LEFT, RIGHT, Pages
from reports.tables import Column, ReportTable
from reports.typography import INK, LABEL, width
from rules.results import Gap, Moment
from rules.times import parse_one

_PLOT = 84.0
_WIDEST = 40.0  # of a slice of time, where there are few
_FOLDED = 34.0  # of slices without hands, as one mark
_FEWEST = 3  # slices without hands that are folded in the chart
_HOURS = 60.0  # from one time below the chart to the next, at least
_NO_HANDS = "No hands"


class TimeSlice(NamedTuple):
    """A slice of time, or several in a row added up. ``folded``: slices without hands, drawn as one mark."""

    start: str
    end: str
    hands: int
    violations: int
    discrepancies: int
    folded: bool = False

    @property
    def found(self) -> int:
        """Hands with findings of either kind."""
        return self.violations + self.discrepancies


def session_in_time(pages: Pages, moments: Sequence[Moment], gaps: Sequence[Gap]) -> None:
    """A chart and a table; a sentence where all slices are equal."""
    if said := alike(moments):
        pages.paragraph(said)
        return
    _chart(pages, moments, gaps)
    table = ReportTable(
        pages,
        (
            Column("From", 140),
            Column("To", 140),
            Column("Hands", 64, True),
            Column("With a violation", 78, True),
            Column("With a discrepancy", 82, True),
        ),
    )
    table.head()
    for each in rows(moments):
        figures = [f"{number:,}" if number else NOTHING for number in (each.violations, each.discrepancies)]
        table.row(
            moment(each.start), moment(each.end), f"{each.hands:,}" if each.hands else _NO_HANDS, *figures
        )
    pages.y -= 6


def alike(moments: Sequence[Moment]) -> str | None:
    """The sentence in place of a chart with equal bars; None where the bars differ."""
    first, last = moments[0], moments[-1]
    same = {(each.hands, each.violations, each.discrepancies) for each in moments}
    if len(same) > 1:
        return None
    found = [
        count(number, "hand has", "hands have") + f" a {kind}"
        for kind, number in (("violation", first.violations), ("discrepancy", first.discrepancies))
        if number
    ]
    reported = " and ".join(found) if found else "none has a finding"
    span = f"From {moment(first.start)} to {moment(last.end)}"
    if len(moments) == 1:
        return f"{span}, {count(first.hands, 'hand was', 'hands were')} dealt; {reported}."
    each = duration(_seconds(first.start, first.end))
    return (
        f"{span}, {count(first.hands, 'hand was', 'hands were')} dealt in every {each}; in each, {reported}."
    )


def rows(moments: Sequence[Moment]) -> list[TimeSlice]:
    """The rows of the table: consecutive slices without findings are merged, and so are those without hands."""
    found: list[TimeSlice] = []
    for (_, quiet), group in groupby(moments, key=_sort):
        slices = list(group)
        found += [_together(slices)] if quiet else [_together([each]) for each in slices]
    return found


def columns(moments: Sequence[Moment]) -> list[TimeSlice]:
    """The bars of the chart: several slices without hands become one mark."""
    found: list[TimeSlice] = []
    for (empty, _), group in groupby(moments, key=_sort):
        slices = list(group)
        if empty and len(slices) >= _FEWEST:
            found.append(_together(slices)._replace(folded=True))
        else:
            found += [_together([each]) for each in slices]
    return found


def _sort(each: Moment) -> tuple[bool, bool]:
    """Whether a slice is without hands, and whether it is without findings."""
    quiet = not each.violations and not each.discrepancies
    return quiet and not each.hands, quiet


def _together(slices: Sequence[Moment]) -> TimeSlice:
    return TimeSlice(
        slices[0].start,
        slices[-1].end,
        sum(each.hands for each in slices),
        sum(each.violations for each in slices),
        sum(each.discrepancies for each in slices),
    )


def _seconds(start: str, end: str) -> int:
    first, last = parse_one(start), parse_one(end)
    return (last[0] - first[0]) // 1_000_000 if first and last else 0


class _Axis:
    """The places of the bars."""

    def __init__(self, shown: Sequence[TimeSlice]) -> None:
        self.left = LEFT + 26
        folded = sum(each.folded for each in shown)
        bars = max(len(shown) - folded, 1)
        self.step = min((RIGHT - self.left - folded * _FOLDED) / bars, _WIDEST)
        self._shown = shown

    def places(self) -> Iterator[tuple[float, float, TimeSlice]]:
        """Each with its left edge and its width."""
        x = self.left
        for each in self._shown:
            wide = _FOLDED if each.folded else self.step
            yield x, wide, each
            x += wide


def _chart(pages: Pages, moments: Sequence[Moment], gaps: Sequence[Gap]) -> None:
    """Hands dealt in each slice of the session; those with findings dark; marks for missing numbers."""
    shown = columns(moments)
    pages.need(_PLOT + 60)
    with pages.chart(_said(moments)):
        _bars(pages, shown, gaps)
    pages.y -= 6


def _said(moments: Sequence[Moment]) -> str:
    """The chart in words; the table that follows has the slices."""
    most = max(moments, key=lambda each: each.hands)
    found = [sum(each.violations for each in moments), sum(each.discrepancies for each in moments)]
    return (
        f"Bars of the hands dealt from {moment(moments[0].start)} to {moment(moments[-1].end)}. The most in a slice of time "
        f"are {count(most.hands, 'hand')}, from {moment(most.start)}. {count(found[0], 'hand has', 'hands have')} a violation, "
        f"{count(found[1], 'hand has', 'hands have')} a discrepancy; the table that follows shows when."
    )


def _bars(pages: Pages, shown: Sequence[TimeSlice], gaps: Sequence[Gap]) -> None:
    pages.key([(PALE, "hands dealt"), (MIDDLE, "hands with a discrepancy"), (DARK, "hands with a violation")])
    top = max((max(each.hands, each.found) for each in shown if not each.folded), default=1) or 1
    sheet, base, axis = pages.sheet, pages.y - _PLOT, _Axis(shown)
    for share in (0.5, 1.0):
        sheet.line(axis.left, base + share * (_PLOT - 10), RIGHT, base + share * (_PLOT - 10), grey=0.9)
    for share, value in {1.0: top, 0.5: top / 2, 0.0: 0}.items():
        if value == int(value):
            sheet.right(axis.left - 5, base + share * (_PLOT - 10) - 2.6, f"{int(value):,}", LABEL)
    scale = (_PLOT - 10) / top
    for x, wide, each in axis.places():
        if each.folded:
            _fold(pages, x, base, each)
        else:
            _bar(pages, x, base, wide, each, scale)
    sheet.line(axis.left, base, RIGHT, base, grey=0.25, weight=0.6)
    pages.y = base - 11
    _hours(pages, axis)
    _gap_marks(pages, gaps, axis)


def _bar(pages: Pages, x: float, base: float, wide: float, each: TimeSlice, scale: float) -> None:
    slim = max(wide - 1.2, wide * 0.7)
    left, high = x + (wide - slim) / 2, base
    pages.sheet.box(left, base, slim, each.hands * scale, PALE)
    for hands, fill in ((each.discrepancies, MIDDLE), (each.violations, DARK)):
        pages.sheet.box(left, high, slim, hands * scale, fill)
        high += hands * scale


def _fold(pages: Pages, x: float, base: float, each: TimeSlice) -> None:
    """A break of the axis: two strokes, and how long no hand was dealt."""
    sheet, middle = pages.sheet, x + _FOLDED / 2
    for aside in (-2.5, 2.5):
        sheet.line(middle + aside - 2, base - 4, middle + aside + 2, base + 4, grey=0.25, weight=0.8)
    said = duration(_seconds(each.start, each.end), short=True)
    for place, line in enumerate((said, "no hands")):
        sheet.centred(middle, base + 18 - place * 9, line, LABEL)


def _hours(pages: Pages, axis: _Axis) -> None:
    """Times below the bars, as far apart as they need; the day with the first and where it changes."""
    free, day = 0.0, ""
    for x, _, each in axis.places():
        if each.folded or x < free:
            continue
        full = moment(each.start, offset=False)
        said = time_of_day(each.start)[:5] if full[:10] == day else full[5:16]
        if full[4:5] != "-":
            said = full[:11]
        if x + width(said, LABEL) <= RIGHT:
            pages.sheet.line(x, pages.y + 11, x, pages.y + 8, grey=0.25)
            pages.sheet.text(x, pages.y, said, LABEL)
            free, day = x + max(width(said, LABEL) + 10, _HOURS), full[:10]


def _gap_marks(pages: Pages, gaps: Sequence[Gap], axis: _Axis) -> None:
    """A mark under the slice in which hand numbers are missing."""
    dated = [found[0] for gap in gaps if gap.at and (found := parse_one(gap.at))]
    if not dated:
        return
    pages.y -= 12
    for x, wide, each in axis.places():
        first, last = parse_one(each.start), parse_one(each.end)
        if first and last and any(first[0] <= at < last[0] for at in dated):
            middle = x + wide / 2
            pages.sheet.polygon([(middle - 3, pages.y), (middle + 3, pages.y), (middle, pages.y + 5.5)], INK)
    pages.sheet.text(LEFT, pages.y, "Gaps", LABEL)

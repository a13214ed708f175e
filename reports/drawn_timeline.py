"""Hands of a session over time, in slices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import NOTHING, count, duration, moment
from reports.hands_in_time import TimeSlice, hands_in_time
from reports.shapes_on_pages import draw_chart
from rules.results import Gap, Moment
from rules.times import parse_one

_FEWEST = 3  # slices without hands that are folded in the chart
_NO_HANDS = "No hands"


def session_in_time(pages: Pages, moments: Sequence[Moment], gaps: Sequence[Gap]) -> None:
    """Draw a chart and table, or a sentence where slices are equal."""
    if said := alike(moments):
        pages.paragraph(said)
        return
    draw_chart(pages, hands_in_time(_said(moments), columns(moments), _gap_marks(moments, gaps)))
    pages.y -= 6
    table = ReportTable(
        pages,
        (
            ReportColumn("From", 140),
            ReportColumn("To", 140),
            ReportColumn("Hands", 64, True),
            ReportColumn("With a violation", 78, True),
            ReportColumn("With a discrepancy", 82, True),
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
    """Sentence for equal bars; None: they differ."""
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
    """Rows of the table, quiet slices merged."""
    found: list[TimeSlice] = []
    for (_, quiet), group in groupby(moments, key=_sort):
        slices = list(group)
        found += [_together(slices)] if quiet else [_together([each]) for each in slices]
    return found


def columns(moments: Sequence[Moment]) -> list[TimeSlice]:
    """Bars, with slices without hands as one mark."""
    found: list[TimeSlice] = []
    for (empty, _), group in groupby(moments, key=_sort):
        slices = list(group)
        if empty and len(slices) >= _FEWEST:
            found.append(_together(slices)._replace(folded=True))
        else:
            found += [_together([each]) for each in slices]
    return found


def _sort(each: Moment) -> tuple[bool, bool]:
    """Whether a slice has no hands, and no findings."""
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


def _said(moments: Sequence[Moment]) -> str:
    most = max(moments, key=lambda each: each.hands)
    found = [sum(each.violations for each in moments), sum(each.discrepancies for each in moments)]
    return (
        f"Bars of the hands dealt from {moment(moments[0].start)} to {moment(moments[-1].end)}. The most in a slice of time "
        f"are {count(most.hands, 'hand')}, from {moment(most.start)}. {count(found[0], 'hand has', 'hands have')} a violation, "
        f"{count(found[1], 'hand has', 'hands have')} a discrepancy; the table that follows shows when."
    )


def _gap_marks(moments: Sequence[Moment], gaps: Sequence[Gap]) -> list[tuple[str, list[int]]]:
    dated = [found[0] for gap in gaps if gap.at and (found := parse_one(gap.at))]
    return [("Gaps", dated)] if dated else []

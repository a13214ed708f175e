"""Picture of a box against its fees: the levels of the CUSUM to both sides, by gaming day; and corrections by their side."""

from __future__ import annotations

from collections.abc import Sequence

from reports.chart_shapes import Box, Chart, ChartBand, Shape, key
from reports.drawn_pages import WIDTH
from reports.formatting import bare, count
from reports.screening_pictures.plot_area import PlotArea, days_below, levels, line_through, round_values
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.share_bars import ShareBar, share_bars
from rules.screening.drop_drift import DriftDay, drift_by_day
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import DifferenceRow
from rules.screening.unit_totals import in_parts

_AXIS, _HIGH, _TOP, _BELOW = 62.0, 120.0, 8.0, 16.0
_BROADEST = 8.0
_LEAST = 100  # minor units that the scale covers to both sides


def drift_of_drops(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Bars of the differences, and lines of their CUSUM: over above, short below. None: no day has a drop."""
    days = drift_by_day(unit.rows)
    if not days:
        return None
    short, over = (sum(side * day.difference > 0 for day in days) for side in (-1, 1))
    says = (
        f"Bars of the drop less the recorded fees over {count(len(days), 'gaming day')} from {days[0].day} to {days[-1].day}: "
        f"short on {short}, over on {over}; in all {_money(sum(day.difference for day in days))}. Lines of what adds up to one "
        f"side: over {_money(days[-1].over)}, short {_money(days[-1].short)} at the end."
    )
    caption = (
        "Above the line the box has more than the fees on record, below it less. A line begins anew at 0 whenever the other "
        "side has made it up. Amounts are in the room's currency."
    )
    return ScreeningPicture("Drops against fees", Chart(says, WIDTH, _bands(days)), caption)


def _bands(days: Sequence[DriftDay]) -> tuple[ChartBand, ...]:
    high = max([_LEAST, *(day.over for day in days), *(day.difference for day in days)])
    low = -max([_LEAST, *(day.short for day in days), *(-day.difference for day in days)])
    ordinals = [day.day.toordinal() for day in days]
    area = PlotArea(
        _AXIS, WIDTH, _TOP, _TOP + _HIGH, (ordinals[0] - 1, ordinals[-1] + 1), (low * 1.05, high * 1.05)
    )
    wide = max(min(0.6 * (WIDTH - _AXIS) / (ordinals[-1] - ordinals[0] + 2), _BROADEST), 1.0)
    base = area.y(0)
    shapes: list[Shape] = list(levels(area, round_values(low, high), _money))
    for place, day in zip(ordinals, days, strict=True):
        y = area.y(day.difference)
        shapes.append(Box(area.x(place) - wide / 2, min(y, base), wide, abs(y - base), "middle"))
    shapes += line_through(area, [(area.across[0], 0), (area.across[1], 0)], 0.1, 0.8)
    shapes += line_through(
        area, [(place, day.over) for place, day in zip(ordinals, days, strict=True)], 0.1, 1.4
    )
    shapes += line_through(
        area, [(place, -day.short) for place, day in zip(ordinals, days, strict=True)], 0.1, 1.4
    )
    shapes += days_below(area, days[0].day, days[-1].day)
    meanings = key(
        (("middle", "difference of the day"), ("dark", "adds up: over above the line, short below")), WIDTH
    )
    return meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW)


def _money(minor: float) -> str:
    return bare(round(minor), None)


def sides_of_corrections(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Bars of the corrections up and down; None: the unit has none."""
    changes = [row.difference for row in in_parts(unit.rows) if isinstance(row, DifferenceRow)]
    if not changes:
        return None
    up, down = (sum(side * each > 0 for each in changes) for side in (1, -1))
    whose = dict(unit.unit).get("player", "the house")
    amounts = (_money(sum(max(side * each, 0) for each in changes)) for side in (1, -1))
    favour, against = (
        f"{words} {whose}, by {amount} in all"
        for words, amount in zip(("In favour of", "Against"), amounts, strict=True)
    )
    half = (up + down) / 2
    bars = [ShareBar(favour, up, up + down, half, "dark"), ShareBar(against, down, up + down, half)]
    return ScreeningPicture(
        f"Corrections of the result of {whose}",
        share_bars("of corrections that changed it", bars),
        "Chance gives half to each side.",
    )

"""Pictures that set dealers side by side: the wins of one player with each of them, and the tokes that each gets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from reports.chart_shapes import Chart, ChartBand, ChartText, Shape, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.plot_area import (
    PlotArea,
    Point,
    broken_line,
    dots,
    floor_line,
    levels,
    line_through,
    round_values,
    values_below,
)
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.share_bars import ShareBar, share_bars
from reports.typography import INK, LABEL, width
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import MarkedRow
from rules.screening.unit_counts import UnitCounts, counts_of

_AXIS, _HIGH, _TOP, _BELOW = 48.0, 120.0, 10.0, 28.0
_WIDTHS = (2, 3)  # standard deviations of the funnel's lines
_STEPS = 60  # of a funnel's line
_MOST = 12  # dealers that are listed


def funnel_of_dealers(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Share of hands that a player won by dealer, over the number of hands, within the lines of chance."""
    found = _compared(unit, units)
    own = next((counts for name, counts in found if name == _dealer(unit)), None)
    if own is None or len(found) < 2 or not own.cases:
        return None
    player, chance = dict(unit.unit)["player"], (own.marked or 0) / own.cases
    points = {name: _point(counts) for name, counts in found if counts.favourable}
    says = (
        f"Dots of the share of hands that {player} won, by dealer: "
        f"{'; '.join(f'{name} {100 * y:.3g}% of {x:,.0f}' for name, (x, y) in points.items())}; {100 * chance:.3g}% of all."
    )
    caption = (
        "A dot is a dealer. With few hands dots lie far apart by chance: one in 20 lies outside the inner lines, and one in 370 "
        "outside the outer ones."
    )
    return ScreeningPicture("Hands won, by dealer", _funnel(says, points, chance, _dealer(unit)), caption)


def tokes_by_dealer(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Bars of the tokes of each dealer, with what chance gives, the unit's dealer dark."""
    found = _compared(unit, units)
    if len(found) < 2:
        return None
    of = f" that {player} won" if (player := dict(unit.unit).get("player")) else ""
    found.sort(key=lambda each: (-_point(each[1])[1], each[0]))
    own = [each for each in found if each[0] == _dealer(unit)]
    shown = [*own, *(each for each in found if each not in own)][:_MOST]
    bars = [_bar(name, counts, name == _dealer(unit)) for name, counts in shown]
    chart = share_bars(f"of hands{of} that a toke followed, by dealer", bars)
    left_out = len(found) - len(shown)
    caption = "A share of 10% is ten tokes in 100 hands." + (
        f" {left_out} more dealers are left out." if left_out else ""
    )
    return ScreeningPicture(f"Tokes after hands{of}, by dealer", chart, caption)


def _bar(name: str, counts: UnitCounts, own: bool) -> ShareBar:
    assert isinstance(counts.both, int) and counts.favourable is not None
    return ShareBar(
        name,
        counts.both,
        counts.favourable,
        float(counts.expected or Fraction()),
        "dark" if own else "middle",
    )


def _dealer(unit: ScreenedUnit) -> str:
    return dict(unit.unit)["dealer"]


def _compared(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> list[tuple[str, UnitCounts]]:
    """Counts of the indicator's units with the same roles that differ in the dealer alone, by dealer."""
    rest = unit.unit[1:]
    alike = [
        each
        for each in units
        if each.entry.code == unit.entry.code and each.unit[0][0] == "dealer" and each.unit[1:] == rest
    ]
    tables = {_dealer(each): [row for row in each.rows if isinstance(row, MarkedRow)] for each in alike}
    return [(name, counts_of(rows)) for name, rows in sorted(tables.items()) if rows]


def _point(counts: UnitCounts) -> Point:
    assert isinstance(counts.both, int) and counts.favourable is not None
    return counts.favourable, counts.both / counts.favourable if counts.favourable else 0.0


def _funnel(says: str, points: dict[str, Point], chance: float, own: str) -> Chart:
    most, fewest = max(x for x, _ in points.values()), min(x for x, _ in points.values())
    spread = _WIDTHS[-1] * sqrt(chance * (1 - chance) / fewest)
    low = max(0.0, min(chance - spread, *(y for _, y in points.values())) - 0.02)
    high = min(1.0, max(chance + spread, *(y for _, y in points.values())) + 0.02)
    area = PlotArea(_AXIS, WIDTH, _TOP, _TOP + _HIGH, (0, 1.06 * most), (low, high))
    shapes: list[Shape] = list(levels(area, round_values(low, high), lambda value: f"{100 * value:.3g}%"))
    shapes += broken_line(area, chance)
    for many in _WIDTHS:
        for side in (1, -1):
            shapes += line_through(area, _edge(chance, side * many, fewest, 1.06 * most), 0.6, 0.8)
    shapes += dots(area, [point for name, point in points.items() if name != own], "middle", 5)
    shapes += dots(area, [points[own]], "dark", 6) if own in points else ()
    shapes += _names(area, points)
    shapes += [
        floor_line(area),
        *values_below(area, round_values(0, 1.06 * most), lambda value: f"{value:,.0f}"),
    ]
    shapes.append(ChartText(area.right, area.foot + 22, "hands dealt", LABEL, "end"))
    meanings = key((("dark", own), ("middle", "the other dealers")), WIDTH)
    return Chart(says, WIDTH, (meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW)))


def _edge(chance: float, many: int, fewest: float, most: float) -> list[Point]:
    hands = [fewest * 0.8 + (most - fewest * 0.8) * place / _STEPS for place in range(_STEPS + 1)]
    return [
        (each, min(max(chance + many * sqrt(chance * (1 - chance) / each), 0), 1))
        for each in hands
        if each > 0
    ]


def _names(area: PlotArea, points: dict[str, Point]) -> list[Shape]:
    """Names beside the dots, where no other name is."""
    free: list[tuple[float, float, float]] = []
    found: list[Shape] = []
    for name, (x, y) in points.items():
        left, top = area.x(x) + 6, area.y(y)
        wide = width(name, LABEL)
        if left + wide > area.right:
            left -= wide + 12
        if all(abs(top - other) > 9 or left > end or left + wide < begin for begin, end, other in free):
            found.append(ChartText(left, top + 3, name, LABEL._replace(colour=INK)))
            free.append((left, left + wide, top))
    return found

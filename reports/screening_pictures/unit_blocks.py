"""Units of a session's hands as bars, in blocks of one unit, with the hands that a player won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from reports.chart_shapes import Box, Chart, ChartBand, Fill, Shape, key
from reports.drawn_pages import WIDTH
from reports.formatting import bare, count
from reports.screening_pictures.plot_area import PlotArea, floor_line, levels, round_values, values_below
from reports.screening_pictures.screening_picture import ScreeningPicture
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession

_AXIS, _HIGH, _TOP, _BELOW = 56.0, 84.0, 8.0, 16.0


def blocks_of_units(unit: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of the unit of each hand of a player with a result; None: he has none, or no unit is on record."""
    hands, player = session.hands, dict(unit.unit)["player"]
    if player not in hands.players:
        return None
    mine = (hands.player == hands.players.index(player)) & hands.netted
    which = np.flatnonzero(mine.any(axis=1) & (hands.unit != NOT_RECORDED))
    if not len(which):
        return None
    units, won = hands.unit[which], (hands.won & mine)[which].any(axis=1)
    chart = Chart(
        _said(player, session, units, won), WIDTH, tuple(_bands(units, won, session.header.currency))
    )
    return ScreeningPicture(
        f"Units of the hands of {player}, session {session.header.session}",
        chart,
        "Blocks of one hand are the sign: a unit that is announced before the deal lasts.",
    )


def lengths_of_blocks(units: Ints) -> list[int]:
    """Hands of each block of one unit, in order."""
    ends = np.flatnonzero(np.diff(units)) + 1
    found: list[int] = np.diff(np.concatenate(([0], ends, [len(units)]))).tolist()
    return found


def _said(player: str, session: ScreenedSession, units: Ints, won: Flags) -> str:
    lengths, higher = lengths_of_blocks(units), units > units.min()
    singles = sum(each == 1 for each in lengths)
    return (
        f"Bars of the unit of each hand of {player} in session {session.header.session}: {np.count_nonzero(higher):,} of "
        f"{count(len(units), 'hand')} at a higher unit, {np.count_nonzero(higher & won):,} of them won. "
        f"{count(len(lengths), 'block')} of one unit, {singles:,} of them of one hand; the longest has {max(lengths):,}."
    )


def _bands(units: Ints, won: Flags, currency: str) -> Iterator[ChartBand]:
    most = int(units.max())
    area = PlotArea(_AXIS, WIDTH, _TOP, _TOP + _HIGH, (0, len(units)), (0, 1.06 * most))
    shapes: list[Shape] = list(
        levels(area, round_values(0, most), lambda value: bare(round(value), currency))
    )
    shapes += _bars(area, units.tolist(), won.tolist())
    shapes += [
        floor_line(area),
        *values_below(area, round_values(0, len(units)), lambda value: f"{value:.0f}"),
    ]
    yield key((("dark", "hands that the player won"), ("middle", "other hands, in the order of play")), WIDTH)
    yield ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW)


def _bars(area: PlotArea, units: Sequence[int], won: Sequence[bool]) -> Iterator[Box]:
    wide = (area.right - area.left) / len(units)
    for place, (unit, is_won) in enumerate(zip(units, won, strict=True)):
        fill: Fill = "dark" if is_won else "middle"
        y = area.y(unit)
        yield Box(area.x(place), y, wide * 0.8, area.foot - y, fill)

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

_LISTED = 60  # blocks
_AXIS, _HIGH, _TOP, _BELOW = 56.0, 84.0, 8.0, 16.0


def has_blocks(unit: ScreenedUnit) -> bool:
    """Whether the indicator of a unit asks how long each block of one unit lasted."""
    return unit.entry.code == "SCN011"


def blocks_of_units(unit: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of the unit of each hand of a player with a result; None: he has none, or no unit is on record."""
    player, found = dict(unit.unit)["player"], _of_player(unit, session)
    if found is None:
        return None
    units, won = found
    chart = Chart(
        _said(player, session, units, won), WIDTH, tuple(_bands(units, won, session.header.currency))
    )
    return ScreeningPicture(
        f"Units of the hands of {player}, session {session.header.session}",
        chart,
        "Blocks of one hand are the sign: a unit that is announced before the deal lasts.",
    )


def words_of_blocks(unit: ScreenedUnit, session: ScreenedSession) -> str | None:
    """Sentences on how long each block of one unit of a player lasted; None: he has no result, or no unit is on record."""
    found = _of_player(unit, session)
    if found is None:
        return None
    lengths = lengths_of_blocks(found[0])
    listed, more = ", ".join(f"{each:,}" for each in lengths[:_LISTED]), len(lengths) - _LISTED
    rest = f" and {count(more, 'more block')}" if more > 0 else ""
    return f"Session {session.header.session} has {_counted(lengths)} Hands of each in the order of play: {listed}{rest}."


def _of_player(unit: ScreenedUnit, session: ScreenedSession) -> tuple[Ints, Flags] | None:
    """(n,) units of a player's hands with a result, and whether he won them."""
    hands, player = session.hands, dict(unit.unit)["player"]
    if player not in hands.players:
        return None
    mine = (hands.player == hands.players.index(player)) & hands.netted
    which = np.flatnonzero(mine.any(axis=1) & (hands.unit != NOT_RECORDED))
    return (hands.unit[which], (hands.won & mine)[which].any(axis=1)) if len(which) else None


def lengths_of_blocks(units: Ints) -> list[int]:
    """Hands of each block of one unit, in order."""
    ends = np.flatnonzero(np.diff(units)) + 1
    found: list[int] = np.diff(np.concatenate(([0], ends, [len(units)]))).tolist()
    return found


def _counted(lengths: Sequence[int]) -> str:
    singles = sum(each == 1 for each in lengths)
    return f"{count(len(lengths), 'block')} of one unit, {singles:,} of them of one hand; the longest has {max(lengths):,}."


def _said(player: str, session: ScreenedSession, units: Ints, won: Flags) -> str:
    higher = units > units.min()
    return (
        f"Bars of the unit of each hand of {player} in session {session.header.session}: {np.count_nonzero(higher):,} of "
        f"{count(len(units), 'hand')} at a higher unit, {np.count_nonzero(higher & won):,} of them won. "
        f"{_counted(lengths_of_blocks(units))}"
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

"""Strips of a session's hands: results that a player would have had, with void hands marked; and losses over time, with gaps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.chart_shapes import Box, Chart, ChartBand, Line, Polygon, Shape, below, key
from reports.drawn_pages import WIDTH
from reports.formatting import bare, count
from reports.screening_pictures.plot_area import (
    PlotArea,
    floor_line,
    levels,
    round_values,
    signed,
    values_below,
)
from reports.screening_pictures.screening_picture import ScreeningPicture
from rules.hands import NOT_RECORDED, Flags
from rules.replay.scoring import SHARES
from rules.screening.indicators.scn009_hands_missing_after_losses import gaps_of
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession, largest_fifth

_AXIS, _HIGH, _TOP, _BELOW = 56.0, 110.0, 12.0, 16.0
_BROADEST, _NARROWEST, _MARK = 7.0, 0.8, 2.6
_MICROSECONDS = 1_000_000
_BESIDE = 240  # seconds before the first hand, and after the last
_HOUR = 3600
_STEPS = (900, 1800, _HOUR, 2 * _HOUR, 4 * _HOUR, 8 * _HOUR)  # seconds between two marks of an axis


def results_of_void_hands(unit: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of a player's would-have-been results by hand, void hands dark; None: none of them is known."""
    hands, player = session.hands, dict(unit.unit)["player"]
    if player not in hands.players:
        return None
    hand, seat = np.nonzero(hands.known & (hands.player == hands.players.index(player)))
    if not len(hand):
        return None
    units = hands.units[hand, seat] / SHARES
    void = hands.void[hand]
    lost = int(np.count_nonzero(void & (units < 0)))
    says = (
        f"Bars of the results that {player} would have had in session {session.header.session}, by hand, in units: "
        f"{count(int(np.count_nonzero(void)), 'hand')} of {len(hand):,} void, {lost:,} of them lost."
    )
    numbers = hands.number[hand]
    low, high = min(-1.0, float(units.min())), max(1.0, float(units.max()))
    area = PlotArea(_AXIS, WIDTH, _TOP, _TOP + _HIGH, _padded(numbers), (low * 1.1, high * 1.1))
    shapes: list[Shape] = list(levels(area, round_values(low, high), signed))
    for number, value, is_void in zip(numbers.tolist(), units.tolist(), void.tolist(), strict=True):
        shapes += _result(area, number, value, is_void, _wide(len(hand)))
    shapes += [Line(area.left, area.y(0), area.right, area.y(0), 0.25, 0.6)]
    shapes += values_below(area, round_values(*area.across), lambda value: f"{value:.0f}")
    meanings = key((("dark", "void"), ("light", "not void"), ("mark", "void hands, by number")), WIDTH)
    return ScreeningPicture(
        f"Results of {player} without rulings, session {session.header.session}",
        Chart(says, WIDTH, (meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW))),
        "A bar is what the cards of the hand would have paid the player, had it not been void. Above the line the player won.",
    )


def _padded(values: np.ndarray) -> tuple[float, float]:
    return float(values.min()) - 1, float(values.max()) + 1


def _wide(bars: int) -> float:
    return min(max(0.72 * (WIDTH - _AXIS) / bars, _NARROWEST), _BROADEST)


def _result(area: PlotArea, number: int, value: float, void: bool, wide: float) -> list[Shape]:
    x, y, base = area.x(number), area.y(value), area.y(0)
    bar = Box(x - wide / 2, min(y, base), wide, max(abs(y - base), 0.6), "dark" if void else "light")
    mark = Polygon(((x, area.top - 1), (x - _MARK, area.top - 6), (x + _MARK, area.top - 6)), "ink")
    return [bar, mark] if void else [bar]


def losses_before_gaps(_: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of the largest loss of each hand over time, gaps hatched; None: fewer than two hands have a time."""
    hands = session.hands
    timed = hands.at != NOT_RECORDED
    if np.count_nonzero(timed) < 2:
        return None
    largest = np.where(hands.netted, -hands.net.astype(np.int64), 0).max(axis=1, initial=0)
    large, gap = largest_fifth(largest), gaps_of(session)
    after = int(np.count_nonzero(gap & large[:-1]))
    says = (
        f"Bars of the largest loss of each hand of session {session.header.session} over time: {len(hands):,} hands, "
        f"{count(int(np.count_nonzero(gap)), 'gap')}, {after:,} of them after a loss of the largest fifth."
    )
    at = hands.at // _MICROSECONDS
    seen = at[timed]
    most = max(int(largest.max(initial=0)), 1)
    area = PlotArea(
        _AXIS,
        WIDTH,
        _TOP,
        _TOP + _HIGH,
        (int(seen.min()) - _BESIDE, int(seen.max()) + _BESIDE),
        (0, 1.06 * most),
    )
    amounts = round_values(0, most)
    shapes: list[Shape] = list(
        levels(area, amounts, lambda value: bare(round(value), session.header.currency))
    )
    shapes += _gaps_hatched(area, at.tolist(), timed, gap)
    wide = _wide(len(hands))
    for place in np.flatnonzero(timed).tolist():
        y = area.y(int(largest[place]))
        shapes.append(
            Box(
                area.x(int(at[place])) - wide / 2,
                y,
                wide,
                area.foot - y,
                "dark" if large[place] else "middle",
            )
        )
    shapes += [floor_line(area), *_hours(area, session.header.opened_at[-6:])]
    meanings = key(
        (("dark", "loss of the largest fifth"), ("middle", "other hands"), ("hatch", "gap in the record")),
        WIDTH,
    )
    return ScreeningPicture(
        f"Losses and gaps of session {session.header.session}",
        Chart(says, WIDTH, (meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW))),
        "A gap is a missing number, or an interval at least half as long again as usual.",
    )


def _gaps_hatched(area: PlotArea, at: Sequence[int], timed: Flags, gap: Flags) -> list[Shape]:
    found: list[Shape] = []
    for place in np.flatnonzero(gap & timed[:-1] & timed[1:]).tolist():
        left, right = area.x(at[place]), area.x(at[place + 1])
        found.append(Box(left, area.top, max(right - left, 1.5), area.foot - area.top, "hatch"))
    return found


def _hours(area: PlotArea, zone: str) -> list[Shape]:
    """Clock times below the foot, in the zone of the session's opening."""
    first, last = area.across
    step = next((each for each in _STEPS if (last - first) / each <= 9), _STEPS[-1])
    ahead = _ahead(zone)
    begin = -int(-(first + ahead) // step) * step
    return [
        below(
            area.x(each - ahead),
            area.foot + 11,
            f"{each // _HOUR % 24:02}:{each % _HOUR // 60:02}",
            (area.left, area.right),
        )
        for each in range(begin, int(last) + ahead + 1, step)
    ]


def _ahead(zone: str) -> int:
    """Seconds that a zone such as +02:00 is ahead; 0 of Z."""
    if zone[:1] not in ("+", "-"):
        return 0
    seconds = int(zone[1:3]) * _HOUR + int(zone[4:6]) * 60
    return seconds if zone[0] == "+" else -seconds

"""Stays of a player in a session as lines of results, with their ends marked."""

from __future__ import annotations

import numpy as np

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Line, Polygon, Shape, key
from reports.drawn_pages import WIDTH
from reports.formatting import count, money
from reports.screening_pictures.plot_area import PlotArea
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, NOTE
from rules.hands import Ints
from rules.screening.indicators.scn016_leaves_with_the_win import stays
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession, largest_fifth

_MOST = 8  # stays
_ROW, _HALF = 40.0, 15.0
_MARK = 3.0


def stays_ended(unit: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Bars of a player's results, a row for each stay; None: no stay ended before the session did."""
    hands, player = session.hands, dict(unit.unit)["player"]
    if player not in hands.players:
        return None
    own = hands.players.index(player)
    found = [(last, nets) for whose, last, nets in stays(hands) if whose == own]
    if not found:
        return None
    large = sum(bool(largest_fifth(nets)[-1]) for _, nets in found)
    says = (
        f"Bars of the results of {player} in session {session.header.session}, by hand: "
        f"{count(len(found), 'stay')} ended before the session did, {large:,} on one of their largest wins."
    )
    most = max(max(int(np.abs(nets).max(initial=0)) for _, nets in found), 1)
    longest = max(len(nets) for _, nets in found)
    bands = [
        ChartBand(_ROW, _stay(nets, int(hands.number[last]), most, longest, session.header.currency), _ROW)
        for last, nets in found[:_MOST]
    ]
    meanings = key(
        (("dark", "wins of the stay’s largest fifth"), ("middle", "other hands"), ("mark", "the last hand")),
        WIDTH,
    )
    return ScreeningPicture(
        f"Stays of {player}, session {session.header.session}",
        Chart(says, WIDTH, (meanings, *bands)),
        "A row is a stay, a bar a hand with a result: won above the line, lost below.",
    )


def _stay(nets: Ints, last: int, most: int, longest: int, currency: str) -> list[Shape]:
    words = f"{len(nets):,} hands to hand {last}, the last one {money(int(nets[-1]), currency, plus=True)}"
    area = PlotArea(0, WIDTH, 12, 12 + 2 * _HALF - 4, (0, longest), (-most, most))
    wide = min((area.right - area.left) / longest * 0.7, 7.0)
    base, large = area.y(0), largest_fifth(nets)
    shapes: list[Shape] = [ChartText(0, 9, words, NOTE._replace(colour=INK))]
    for place, net in enumerate(nets.tolist()):
        x, y = area.x(place + 0.5), area.y(net)
        shapes.append(
            Box(
                x - wide / 2,
                min(y, base),
                wide,
                max(abs(y - base), 0.6),
                "dark" if large[place] else "middle",
            )
        )
    end = area.x(len(nets) - 0.5)
    tip = min(area.y(max(int(nets[-1]), 0)), base) - 1
    shapes.append(Polygon(((end, tip), (end - _MARK, tip - 5), (end + _MARK, tip - 5)), "ink"))
    return [*shapes, Line(0, base, area.x(len(nets)), base, 0.25, 0.6)]

"""Picture of the aces of a player, hand after hand, with the number at which their evidence alone reaches 200."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import exp, log

from reports.chart_shapes import Chart, ChartBand, ChartText, Polygon, Shape, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.plot_area import (
    PlotArea,
    Point,
    broken_line,
    floor_line,
    levels,
    line_through,
    round_values,
    signed,
    thinned,
    values_below,
)
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL
from rules.screening.engines.marked import TILTS, logs_of_marked
from rules.screening.nano_nats import NANO
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import MarkedRow, Row, TrialRow

_AXIS, _HIGH, _TOP, _BELOW = 48.0, 110.0, 10.0, 16.0
_REACHED = log(200)
_TILTED = [log(tilt) for tilt in TILTS]


def has_trials(unit: ScreenedUnit) -> bool:
    """Whether the strong cards of a unit are aces: royalties come without trials."""
    return any(isinstance(row, TrialRow) for row in unit.rows)


def aces_in_a_line(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Line of the aces above what chance gives, over the hands; None: there are none."""
    line = list(_AcesSoFar.over(unit.rows))
    if not line:
        return None
    last = line[-1]
    says = (
        f"Line of the aces above what chance gives, over {last.hands:,} hands: {last.aces:,} aces, where chance gives "
        f"{float(last.expected):,.1f}; the aces alone reach E = 200 at {last.reached:,}."
    )
    caption = (
        "The line is the number of aces less what chance gives. The shaded area begins where the evidence of the aces alone, "
        "over all hands so far, is 200."
    )
    return ScreeningPicture("Aces, hand after hand", Chart(says, WIDTH, _bands(line)), caption)


class _AcesSoFar:
    """Aces of the first hands. logs: by tilt, of what e is divided by."""

    def __init__(self) -> None:
        self.hands = self.aces = 0
        self.expected = Fraction()
        self.logs = [0.0] * len(TILTS)

    @classmethod
    def over(cls, rows: Sequence[Row]) -> Iterator[_AcesSoFar]:
        """The sums after each session: the hands of one come by their aces, then its other statistic."""
        so_far = cls()
        for row in rows:
            if isinstance(row, MarkedRow):
                so_far.add(row)
            elif so_far.hands:
                yield so_far.copy()

    def add(self, row: MarkedRow) -> None:
        stratum = row.stratum
        self.hands += row.times
        self.aces += row.times * stratum.both
        self.expected += row.times * Fraction(stratum.marked * stratum.favourable, stratum.cases)
        for place, nano in enumerate(logs_of_marked(stratum)):
            self.logs[place] += row.times * (stratum.both * _TILTED[place] - nano / NANO)

    def copy(self) -> _AcesSoFar:
        found = _AcesSoFar()
        found.hands, found.aces, found.expected, found.logs = (
            self.hands,
            self.aces,
            self.expected,
            list(self.logs),
        )
        return found

    @property
    def above(self) -> float:
        """Aces less what chance gives."""
        return float(self.aces - self.expected)

    @property
    def reached(self) -> int:
        """Fewest aces with which E of the aces alone is 200."""
        aces = int(self.expected)
        while self._log_e(aces) < _REACHED:
            aces += 1
        return aces

    def _log_e(self, aces: int) -> float:
        each = [aces * tilt - less for tilt, less in zip(_TILTED, self.logs, strict=True)]
        most = max(each)
        return most + log(sum(exp(log_e - most) for log_e in each) / len(each))


def _bands(line: Sequence[_AcesSoFar]) -> tuple[ChartBand, ...]:
    own: list[Point] = [(0, 0), *((each.hands, each.above) for each in line)]
    limit: list[Point] = [(each.hands, each.reached - float(each.expected)) for each in line]
    high = max(y for _, y in (*own, *limit)) * 1.1
    low = min(0.0, *(y for _, y in own)) * 1.1
    area = PlotArea(_AXIS, WIDTH, _TOP, _TOP + _HIGH, (0, line[-1].hands), (low, high))
    upper = [(area.x(x), area.y(y)) for x, y in thinned(limit)]
    top = [(upper[-1][0], area.top), (upper[0][0], area.top)]
    shapes: list[Shape] = [Polygon((*upper, *top), "pale")] if len(upper) > 1 else []
    shapes += levels(area, round_values(low, high), signed)
    shapes += broken_line(area, 0)
    shapes += line_through(area, thinned(limit), 0.6)
    shapes += line_through(area, thinned(own))
    shapes += [
        floor_line(area),
        *values_below(area, round_values(0, line[-1].hands), lambda value: f"{value:,.0f}"),
    ]
    shapes.append(ChartText(area.left + 4, area.y(0) - 3, "chance", LABEL._replace(colour=INK)))
    meanings = key(
        (("dark", "aces above what chance gives, by hands"), ("pale", "E of the aces alone is 200 or more")),
        WIDTH,
    )
    return meanings, ChartBand(area.foot + _BELOW, shapes, area.foot + _BELOW)

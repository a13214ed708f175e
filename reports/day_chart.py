"""Chart of a gaming day: sessions as bars by table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Shape, below, key
from reports.drawn_pages import WIDTH, Pages
from reports.formatting import count
from reports.shapes_on_pages import draw_chart
from reports.typography import CONDENSED, INK, SMALL_BOLD, TextStyle, width
from rules.results import DayFacts, SessionOfDay
from rules.times import parse_one
from rules.zones import clock_text

NO_LOG = "This gaming day has no log, and no session that states that nothing was played."
NO_AUDITED_LOG = "No session of this gaming day was audited."
_NAMES = 78.0  # room for the names of the tables
_LANE = 16.0
_BAR = 11.5
_HOUR = 3_600_000_000  # microseconds
_EVERY = 3  # hours between two marks
_ON_BAR = TextStyle(CONDENSED, 8, 10, INK)
_Lane = list[SessionOfDay]


class DayOnClock(Protocol):
    """Facts of a day for its chart. sittings: grouped by table."""

    @property
    def zone(self) -> str:
        """The room's time zone."""

    @property
    def begins(self) -> str:
        """Beginning of the day."""

    @property
    def ends(self) -> str:
        """End of the day."""

    @property
    def sittings(self) -> Sequence[SessionOfDay]:
        """Its sessions."""


class DayWords(NamedTuple):
    """Words of the chart."""

    played: str = "hands played"
    nothing: str = "open, nothing played"
    unsaid: str = "no hand of the day, and no statement that nothing was played"
    hands: Callable[[int], str] = lambda number: count(number, "hand")
    summary: str = "Bars of the sessions by table."
    session: str = "%(table)s: session %(session)s from %(begun)s %(until)s, %(hands)s"
    until: str = "until %(time)s"
    not_closed: str = "close not recorded"
    nothing_played: str = "nothing played"
    no_hand: str = "no hand"


_ENGLISH = DayWords()


def draw_day_chart(pages: Pages, day: DayFacts) -> None:
    """Draw the sessions of a day as bars by table."""
    if not day.sittings:
        pages.paragraph(NO_AUDITED_LOG if day.skipped else NO_LOG)
        return
    draw_chart(pages, day_chart(day))
    pages.y -= 8


def day_chart(day: DayOnClock, words: DayWords = _ENGLISH, wide: float = WIDTH) -> Chart:
    """Bars of a day with sessions."""
    span = _Span(_instant(day.begins), _instant(day.ends), wide)
    hours = _hours(day, span)
    bands = [
        _table(span, list(mine), words)
        for _, mine in groupby(day.sittings, key=lambda each: (each.tournament or "", each.table))
    ]
    return Chart(
        _said(day, words), wide, (key(_meanings(day, words), wide), hours._replace(need=60), *bands), (hours,)
    )


def _said(day: DayOnClock, words: DayWords) -> str:
    return f"{words.summary} {'; '.join(_said_of(day, each, words) for each in day.sittings)}."


def _said_of(day: DayOnClock, each: SessionOfDay, words: DayWords) -> str:
    begun, ended = (clock_text(day.zone, _instant(at))[11:16] for at in (each.opened_at, _end(each)))
    return words.session % {
        "table": _named(each),
        "session": each.session,
        "begun": begun,
        "until": words.until % {"time": ended} if each.closed else words.not_closed,
        "hands": words.hands(each.hands)
        if each.hands
        else words.nothing_played
        if each.nothing_played
        else words.no_hand,
    }


def _named(each: SessionOfDay) -> str:
    return f"{each.table} ({each.tournament})" if each.tournament else each.table


def _meanings(day: DayOnClock, words: DayWords) -> list[tuple[Fill, str]]:
    meanings: list[tuple[Fill, str]] = [("light", words.played)]
    if any(each.nothing_played for each in day.sittings):
        meanings.append(("hatch", words.nothing))
    if any(_unsaid(each) for each in day.sittings):
        meanings.append(("paper", words.unsaid))
    return meanings


def _unsaid(each: SessionOfDay) -> bool:
    return not each.hands and not each.nothing_played


class _Span:
    def __init__(self, begins: int, ends: int, wide: float) -> None:
        self.begins, self.ends, self.wide = begins, ends, wide
        self._scale = (wide - _NAMES) / (ends - begins)

    def x(self, instant: int) -> float:
        return _NAMES + (min(max(instant, self.begins), self.ends) - self.begins) * self._scale

    def marks(self) -> range:
        return range(self.begins, self.ends + 1, _EVERY * _HOUR)


def _instant(text: str) -> int:
    found = parse_one(text)
    assert found is not None  # a time that the rules wrote
    return found[0]


def _hours(day: DayOnClock, span: _Span) -> ChartBand:
    shapes: list[Shape] = [
        below(span.x(instant), 9, clock_text(day.zone, instant)[11:16], (_NAMES, span.wide))
        for instant in span.marks()
    ]
    return ChartBand(12, [*shapes, Line(0, 12, span.wide, 12, 0.25, 0.6)])


def _table(span: _Span, sittings: Sequence[SessionOfDay], words: DayWords) -> ChartBand:
    """Sessions of a table, overlapping ones below each other."""
    lanes, foot = _lanes(sittings), 0.0
    shapes: list[Shape] = [ChartText(0, _BAR, _named(sittings[0]), SMALL_BOLD, room=_NAMES - 8)]
    for lane in lanes:
        foot += _LANE
        shapes += (Line(span.x(each), foot + 2, span.x(each), foot - _LANE + 2, 0.9) for each in span.marks())
        edges = [_NAMES, *(span.x(_instant(each.opened_at)) for each in lane[1:]), span.wide]
        left = edges[0]
        for each, right in zip(lane, edges[1:], strict=True):
            shapes += _bar(span, foot, each, (left, right), words)
            left = span.x(_instant(_end(each)))
    return ChartBand(foot, [*shapes, Line(0, foot + 2, span.wide, foot + 2, 0.85)], _LANE * len(lanes) + 4)


def _lanes(sittings: Sequence[SessionOfDay]) -> list[_Lane]:
    lanes: list[_Lane] = []
    for each in sorted(sittings, key=lambda each: _instant(each.opened_at)):
        opened = _instant(each.opened_at)
        free = next((lane for lane in lanes if _instant(_end(lane[-1])) <= opened), None)
        if free is None:
            lanes.append([each])
        else:
            free.append(each)
    return lanes


def _end(each: SessionOfDay) -> str:
    return each.ended_at or each.opened_at


def _bar(
    span: _Span, foot: float, each: SessionOfDay, free: tuple[float, float], words: DayWords
) -> list[Shape]:
    """Bar of a session, with its name on or in ``free`` room.

    The right end is open without a recorded close.
    """
    x, end = span.x(_instant(each.opened_at)), span.x(_instant(_end(each)))
    wide, top = max(end - x, 2.0), foot - _BAR
    fill: Fill = "hatch" if each.nothing_played else "paper" if _unsaid(each) else "light"
    shapes: list[Shape] = [Box(x, top, wide, _BAR, fill)]
    shapes += (Line(x, y, x + wide, y, 0.35) for y in (foot, top))
    shapes.append(Line(x, foot, x, top, 0.35, 0.8))
    if each.closed:
        shapes.append(Line(x + wide, foot, x + wide, top, 0.35, 0.8))
    return shapes + _name(foot, each, (x, wide), free, words)


def _name(
    foot: float, each: SessionOfDay, bar: tuple[float, float], free: tuple[float, float], words: DayWords
) -> list[Shape]:
    (x, wide), y = bar, foot - 3
    full = each.session if not each.hands else f"{each.session} · {words.hands(each.hands)}"
    for said in dict.fromkeys((full, each.session)):
        needed = width(said, _ON_BAR)
        if needed + 8 < wide:
            on = ChartText(x + 4.5, y, said, _ON_BAR)
            return (
                [Box(x + 3, foot - _BAR + 1.5, needed + 3, _BAR - 3, "paper"), on]
                if each.nothing_played
                else [on]
            )
        if x + wide + 4 + needed < free[1] - 2:
            return [ChartText(x + wide + 4, y, said, _ON_BAR)]
        if x - 4 - needed > free[0] + 2:
            return [ChartText(x - 4, y, said, _ON_BAR, "end")]
    return [ChartText(x + 4.5, y, each.session, _ON_BAR, room=wide - 6)]

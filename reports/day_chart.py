"""A chart of a gaming day: each session as a bar by its table, on the room's clock."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reports.formatting import count
from reports.pages import LEFT, RIGHT, Pages
from reports.sheet import HATCH
from reports.typography import CONDENSED, INK, LABEL, SMALL_BOLD, WHITE, Style, width
from rules.results import DayFacts, SessionOfDay
from rules.times import parse_one
from rules.zones import clock_text

NO_LOG = "This gaming day has no log, and no session that states that nothing was played."
PALE = "0.82 g"
_NAMES = 78.0  # room for the names of the tables
_LANE = 16.0
_BAR = 11.5
_HOUR = 3_600_000_000  # microseconds
_EVERY = 3  # hours between two marks
_ON_BAR = Style(CONDENSED, 8, 10, INK)
_Lane = list[SessionOfDay]


def draw_day_chart(pages: Pages, day: DayFacts) -> None:
    """Each session as a bar by its table, over the gaming day on the room's clock."""
    if not day.sittings:
        pages.paragraph(NO_LOG)
        return
    with pages.chart(_said(day)):
        _bars(pages, day)
    pages.y -= 8


def _said(day: DayFacts) -> str:
    """The chart in words."""
    return f"Bars of the sessions by table. {'; '.join(_said_of(day, each) for each in day.sittings)}."


def _said_of(day: DayFacts, each: SessionOfDay) -> str:
    begun, ended = (clock_text(day.zone, _instant(at))[11:16] for at in (each.opened_at, _end(each)))
    hands = (
        count(each.hands, "hand") if each.hands else "nothing played" if each.nothing_played else "no hand"
    )
    until = f"until {ended}" if each.closed else "close not recorded"
    return f"{_named(each)}: session {each.session} from {begun} {until}, {hands}"


def _named(each: SessionOfDay) -> str:
    return f"{each.table} ({each.tournament})" if each.tournament else each.table


def _bars(pages: Pages, day: DayFacts) -> None:
    span = _Span.of(day)
    pages.key(_meanings(day))
    pages.need(60)
    _hours(pages, day, span)
    for _, mine in groupby(day.sittings, key=lambda each: (each.tournament or "", each.table)):
        lanes = _lanes(list(mine))
        if pages.need(_LANE * len(lanes) + 4):
            _hours(pages, day, span)
        pages.sheet.fit(LEFT, pages.y - _BAR, _named(lanes[0][0]), SMALL_BOLD, _NAMES - 8)
        for lane in lanes:
            pages.y -= _LANE
            _marks(pages, span)
            edges = [LEFT + _NAMES, *(span.x(_instant(each.opened_at)) for each in lane[1:]), RIGHT]
            left = edges[0]
            for each, right in zip(lane, edges[1:], strict=True):
                _bar(pages, span, each, (left, right))
                left = span.x(_instant(_end(each)))
        pages.sheet.line(LEFT, pages.y - 2, RIGHT, pages.y - 2, grey=0.85)


def _meanings(day: DayFacts) -> list[tuple[str, str]]:
    meanings = [(PALE, "hands played")]
    if any(each.nothing_played for each in day.sittings):
        meanings.append((HATCH, "open, nothing played"))
    if any(_unsaid(each) for each in day.sittings):
        meanings.append((WHITE, "no hand of the day, and no statement that nothing was played"))
    return meanings


def _unsaid(each: SessionOfDay) -> bool:
    return not each.hands and not each.nothing_played


class _Span:
    """Instants of the day as places on the page."""

    def __init__(self, begins: int, ends: int) -> None:
        self.begins, self.ends = begins, ends
        self._scale = (RIGHT - LEFT - _NAMES) / (ends - begins)

    @classmethod
    def of(cls, day: DayFacts) -> _Span:
        return cls(_instant(day.begins), _instant(day.ends))

    def x(self, instant: int) -> float:
        return LEFT + _NAMES + (min(max(instant, self.begins), self.ends) - self.begins) * self._scale

    def marks(self) -> range:
        return range(self.begins, self.ends + 1, _EVERY * _HOUR)


def _instant(text: str) -> int:
    found = parse_one(text)
    assert found is not None  # a time that the rules wrote
    return found[0]


def _hours(pages: Pages, day: DayFacts, span: _Span) -> None:
    """The hours on the room's clock."""
    pages.y -= 9
    for instant in span.marks():
        said = clock_text(day.zone, instant)[11:16]
        wide = width(said, LABEL)
        pages.sheet.text(
            min(max(span.x(instant) - wide / 2, LEFT + _NAMES), RIGHT - wide), pages.y, said, LABEL
        )
    pages.y -= 3
    pages.sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)


def _marks(pages: Pages, span: _Span) -> None:
    for instant in span.marks():
        pages.sheet.line(span.x(instant), pages.y - 2, span.x(instant), pages.y + _LANE - 2, grey=0.9)


def _lanes(sittings: Sequence[SessionOfDay]) -> list[_Lane]:
    """The sessions of one table, each in the first free lane: sessions that overlap are drawn below each other."""
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


def _bar(pages: Pages, span: _Span, each: SessionOfDay, free: tuple[float, float]) -> None:
    """A session, with its name on the bar or next to it where there is ``free`` room.

    The right end is open if the close was not recorded.
    """
    sheet, y = pages.sheet, pages.y
    x, end = span.x(_instant(each.opened_at)), span.x(_instant(_end(each)))
    wide = max(end - x, 2.0)
    sheet.box(x, y, wide, _BAR, HATCH if each.nothing_played else WHITE if _unsaid(each) else PALE)
    for top in (y, y + _BAR):
        sheet.line(x, top, x + wide, top, grey=0.35)
    sheet.line(x, y, x, y + _BAR, grey=0.35, weight=0.8)
    if each.closed:
        sheet.line(x + wide, y, x + wide, y + _BAR, grey=0.35, weight=0.8)
    _name(pages, each, x, wide, free)


def _name(pages: Pages, each: SessionOfDay, x: float, wide: float, free: tuple[float, float]) -> None:
    """The name of a session and its number of hands; only the name where there is little room."""
    sheet, y = pages.sheet, pages.y
    full = each.session if not each.hands else f"{each.session} · {count(each.hands, 'hand')}"
    for said in dict.fromkeys((full, each.session)):
        needed = width(said, _ON_BAR)
        if needed + 8 < wide:
            if each.nothing_played:
                sheet.box(x + 3, y + 1.5, needed + 3, _BAR - 3, WHITE)
            sheet.text(x + 4.5, y + 3, said, _ON_BAR)
            return
        if x + wide + 4 + needed < free[1] - 2:
            sheet.text(x + wide + 4, y + 3, said, _ON_BAR)
            return
        if x - 4 - needed > free[0] + 2:
            sheet.right(x - 4, y + 3, said, _ON_BAR)
            return
    sheet.fit(x + 4.5, y + 3, each.session, _ON_BAR, wide - 6)

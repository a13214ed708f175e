"""Chart of a tournament's levels: planned above, played below."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Line, Shape, below, key
from reports.drawn_pages import WIDTH
from reports.typography import CONDENSED, INK, SMALL_BOLD, TextStyle, width
from rules.shown_events import LevelRow, TournamentFacts
from rules.times import parse_one, text_of, zone_of

LATE = 60  # seconds that a level may be announced after it was due, as drawn
_NAMES = 52.0
_HIGH = 14.0
_MINUTE = 60_000_000  # microseconds
_STEPS = (15, 30, 60, 120, 240, 480, 1440)  # minutes between two marks
_ON_BAR = TextStyle(CONDENSED, 8, 10, INK)
_Bar = tuple[int, int, int]  # level, and from when to when


def level_chart(played: TournamentFacts) -> Chart | None:
    """Chart; None: times of fewer than two levels."""
    rows = [row for row in played.levels if row.begun is not None]
    actual = list(_bars([(row.level, _instant(row.begun)) for row in rows], _instant(played.last_at)))
    if len(actual) < 2:
        return None
    planned = list(_planned(played.levels))
    ends = [end for _, _, end in (*actual, *planned)]
    span = _Span(min(begin for _, begin, _ in (*actual, *planned)), max(ends))
    foot = 2 * (_HIGH + 6)
    rests = [
        (at, to) for each in played.rests if (at := _instant(each.begins)) and (to := _instant(each.ends))
    ]
    shapes = [*_lane(span, "Planned", planned, 6, rests), *_lane(span, "Played", actual, _HIGH + 12, rests)]
    shapes += _rests(span, rests)
    shapes += _marks(span, rows)
    axis = _axis(span, zone_of(str(rows[0].begun)), foot)
    return Chart(
        _said(rows),
        WIDTH,
        (key(_meanings(played, rows), WIDTH), ChartBand(foot + 16, [*axis, *shapes], foot + 16)),
    )


class _Span:
    def __init__(self, begins: int, ends: int) -> None:
        self.begins, self.ends = begins, max(ends, begins + _MINUTE)
        self._scale = (WIDTH - _NAMES) / (self.ends - self.begins)

    def x(self, instant: int) -> float:
        return _NAMES + (min(max(instant, self.begins), self.ends) - self.begins) * self._scale


def _instant(text: str | None) -> int | None:
    found = parse_one(text) if text else None
    return found[0] if found else None


def _bars(begun: Sequence[tuple[int, int | None]], ends: int | None) -> Iterator[_Bar]:
    """Levels from beginning to the next, or the end."""
    known = [(level, at) for level, at in begun if at is not None]
    for (level, at), (_, after) in pairwise(known):
        yield level, at, max(after, at)
    if known:
        level, at = known[-1]
        yield level, at, max(ends or at, at)


def _planned(rows: Sequence[LevelRow]) -> Iterator[_Bar]:
    found = dict.fromkeys(row.level for row in rows if row.planned is not None)
    at = {row.level: _instant(row.planned) for row in rows}
    last = next((row for row in reversed(rows) if row.planned is not None), None)
    begins = [(level, at[level]) for level in found]
    end = at[last.level] if last is not None else None
    if last is not None and end is not None and last.minutes is not None:
        end += last.minutes * _MINUTE
    yield from _bars(begins, end)


def _lane(
    span: _Span, name: str, bars: Sequence[_Bar], top: float, rests: Sequence[tuple[int, int]]
) -> Iterator[Shape]:
    yield ChartText(0, top + _HIGH - 4, name, SMALL_BOLD)
    for level, begin, end in bars:
        x, wide = span.x(begin), max(span.x(end) - span.x(begin), 1.0)
        yield Box(x, top, wide, _HIGH, "light" if level % 2 else "pale")
        yield Line(x, top, x, top + _HIGH, 0.35, 0.6)
        left, right = _free(span, begin, end, rests)
        if width(f"{level:,}", _ON_BAR) + 4 < right - left:
            yield ChartText((left + right) / 2, top + _HIGH - 4, f"{level:,}", _ON_BAR, "middle")


def _free(span: _Span, begin: int, end: int, rests: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Longest part of a bar with a running clock."""
    inside = sorted((max(at, begin), min(to, end)) for at, to in rests if at < end and to > begin)
    edges = [begin, *(edge for both in inside for edge in both), end]
    parts = list(zip(edges[::2], edges[1::2], strict=True))
    left, right = max(parts, key=lambda part: part[1] - part[0])
    return span.x(left), span.x(right)


def _rests(span: _Span, rests: Sequence[tuple[int, int]]) -> Iterator[Shape]:
    for begin, end in rests:
        if begin < span.ends:
            x = span.x(begin)
            for top in (6, _HIGH + 12):
                yield Box(x, top, span.x(end) - x, _HIGH, "paper")
                yield Box(x, top, span.x(end) - x, _HIGH, "hatch")


def _marks(span: _Span, rows: Sequence[LevelRow]) -> Iterator[Shape]:
    for row in rows:
        begun = _instant(row.begun)
        if begun is not None and astray(row):
            x = span.x(begun)
            yield Box(x - 1, _HIGH + 9, 2, _HIGH + 6, "ink")


def astray(row: LevelRow) -> bool:
    """Whether a level was early, or over a minute late."""
    return row.late is not None and (row.late < 0 or row.late > LATE)


def _meanings(played: TournamentFacts, rows: Sequence[LevelRow]) -> list[tuple[Fill, str]]:
    found: list[tuple[Fill, str]] = [("light", "levels, by their numbers")]
    if played.rests:
        found.append(("hatch", "the clock rests"))
    if any(map(astray, rows)):
        found.append(("ink", "announced early or late"))
    return found


def _axis(span: _Span, zone: dt.timezone, foot: float) -> Iterator[Shape]:
    minutes = (span.ends - span.begins) / _MINUTE
    step = next((each for each in _STEPS if minutes / each <= 9), _STEPS[-1]) * _MINUTE
    offset = int(zone.utcoffset(None).total_seconds()) * 1_000_000
    first = -(-(span.begins + offset) // step) * step - offset
    yield Line(_NAMES, foot + 3, WIDTH, foot + 3, 0.25, 0.6)
    for instant in range(first, span.ends + 1, step):
        said = (text_of(instant, zone) or "")[11:16]
        x = span.x(instant)
        yield Line(x, 3, x, foot + 5, 0.8)
        yield below(x, foot + 13, said, (_NAMES, WIDTH))


def _said(rows: Sequence[LevelRow]) -> str:
    parts = (
        f"level {row.level} planned {_clock(row.planned)}, played from {_clock(row.begun)}" for row in rows
    )
    return f"Bars of the levels over time, as planned and as played. {'; '.join(parts)}."


def _clock(at: str | None) -> str:
    return at[11:16] if at else "at no known time"

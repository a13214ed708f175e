"""Chart of an account, with jackpots won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Line, Polygon, Shape, Sign, key
from reports.drawn_pages import WIDTH
from reports.formatting import bare, money
from reports.typography import LABEL, width
from rules.shown_events import BookDay

_AXIS, _TALL = 58.0, 120.0
_BROADEST = 22.0
_STEPS = (1, 2, 5)


def balance_chart(days: Sequence[BookDay], currency: str) -> Chart | None:
    """Bar for each closing; None: fewer than two, or unknown."""
    shown = [day for day in days if day.day is not None and _level(day) is not None]
    most = max((_top(day) for day in shown), default=0)
    if len(shown) < 2 or most <= 0:
        return None
    scale = _TALL / most
    step = (WIDTH - _AXIS) / len(shown)
    shapes: list[Shape] = [*_grid(most, scale, currency)]
    for place, day in enumerate(shown):
        shapes += _bar(day, _AXIS + place * step, min(step * 0.72, _BROADEST), scale)
    shapes.append(Line(_AXIS, _foot(), WIDTH, _foot(), 0.25, 0.6))
    shapes += _days(shown, step)
    high = _foot() + 16
    return Chart(_said(shown, currency), WIDTH, (key(_meanings(shown), WIDTH), ChartBand(high, shapes, high)))


def _foot() -> float:
    return _TALL + 14


def _level(day: BookDay) -> int | None:
    return day.stated if day.stated is not None else day.closing


def _top(day: BookDay) -> int:
    return max((_level(day) or 0) + (day.hits or 0), day.closing or 0)


def _apart(day: BookDay) -> bool:
    return day.closing is not None and day.stated is not None and day.closing != day.stated


def _bar(day: BookDay, x: float, wide: float, scale: float) -> Iterator[Shape]:
    """Balance, jackpots on it, and a mark of a difference."""
    high = max(_level(day) or 0, 0) * scale
    yield Box(x, _foot() - high, wide, high, "light")
    if day.hits:
        taken = max(day.hits * scale, 1.2)
        yield Box(x, _foot() - high - taken, wide, taken, "dark")
        high += taken
    if _apart(day):
        middle, top = x + wide / 2, _foot() - high - 3
        yield Polygon(((middle, top), (middle - 3.5, top - 6), (middle + 3.5, top - 6)), "ink")


def _grid(most: int, scale: float, currency: str) -> Iterator[Shape]:
    every = _round_step(most)
    for amount in range(0, most + 1, every):
        y = _foot() - amount * scale
        if amount:
            yield Line(_AXIS, y, WIDTH, y, 0.85)
        yield ChartText(_AXIS - 6, y + 2.8, bare(amount, currency), LABEL, "end")


def _round_step(most: int) -> int:
    """Least 1, 2 or 5 times a power of ten, at most six to ``most``."""
    size = 1
    while True:
        for each in _STEPS:
            if most // (each * size) <= 6:
                return each * size
        size *= 10


def _days(shown: Sequence[BookDay], step: float) -> Iterator[Shape]:
    wide = width("03-14", LABEL) + 5
    every = max(1, -(-int(wide * 100) // int(step * 100)))
    for place in range(0, len(shown), every):
        said = str(shown[place].day)[5:]
        middle = _AXIS + place * step + min(step * 0.72, _BROADEST) / 2
        x = min(middle - width(said, LABEL) / 2, WIDTH - width(said, LABEL))
        yield ChartText(x, _foot() + 10, said, LABEL)


def _meanings(shown: Sequence[BookDay]) -> list[tuple[Sign, str]]:
    found: list[tuple[Sign, str]] = [("light", "balance at the close")]
    if any(day.hits for day in shown):
        found.append(("dark", "taken out that day for jackpots won"))
    if any(map(_apart, shown)):
        found.append(("mark", "the closing stated is not the balance worked out"))
    return found


def _said(shown: Sequence[BookDay], currency: str) -> str:
    parts = (
        f"{day.day}: {money(_level(day), currency)}"
        + (f", {money(day.hits, currency)} taken out" if day.hits else "")
        for day in shown
    )
    return f"Bars of the balance by day. {'; '.join(parts)}."

"""Charts of money, months and coverage in greys; sentences replace equal bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Frame, Line, Shape, key
from reports.drawn_pages import WIDTH, Pages
from reports.formatting import count, money
from reports.shapes_on_pages import draw_chart
from reports.typography import INK, LABEL, NOTE, width
from rules.results import Coverage, MonthEffect, Restitution

_BAR = 8.0
_ROW = 13.0  # of a player
_NAMES = 110.0  # room for the names of players
_PANEL = 58.0
MONTHS = 2 * _PANEL + 70  # what the charts of months take of a page
_WIDEST_MONTH, _BROADEST = 64.0, 34.0  # of a month, and of its bar
_DIFFERENTLY = "Hands settled differently"
_MOVED = "Money that would have gone to different players"
_MOST_MONTHS = 120  # on an axis that leaves none out
_BARS_BY_PLAYER = "Bars by player."


def money_by_player(
    pages: Pages, rows: Sequence[Restitution], currency: str | None, sides: tuple[str, str], most: int = 20
) -> None:
    """Bars about zero: owed to the right, overpaid to the left.

    sides: meanings of right and left.
    """
    shown = largest(rows, most)
    if not shown:
        return
    amounts = {abs(row.owed) for row in shown}
    if len(amounts) == 1:
        _alike(pages, shown, money(amounts.pop(), currency), sides)
        return
    pages.need(len(shown) * _ROW + 40)
    if pages.room() < len(shown) * _ROW + 40:
        pages.new_page()
    draw_chart(pages, money_chart(shown, currency, sides))
    pages.y -= 8
    left_out = sum(1 for row in rows if row.owed) - len(shown)
    if left_out:
        pages.paragraph(f"{count(left_out, 'player')} with smaller amounts: see the table.", NOTE)


def largest(rows: Sequence[Restitution], most: int) -> list[Restitution]:
    """Players with the largest amounts, most owed first."""
    shown = sorted((row for row in rows if row.owed), key=lambda row: -abs(row.owed))[:most]
    return sorted(shown, key=lambda row: -row.owed)


def money_chart(
    shown: Sequence[Restitution],
    currency: str | None,
    sides: tuple[str, str],
    summary: str = _BARS_BY_PLAYER,
    wide: float = WIDTH,
) -> Chart:
    """Bar for each player; one at least has an amount."""
    says = f"{summary} {_said(shown, currency, sides)}."
    return Chart(
        says,
        wide,
        (key((("dark", sides[0]), ("middle", sides[1])), wide), _money_bars(shown, currency, wide)),
    )


def _said(rows: Sequence[Restitution], currency: str | None, sides: tuple[str, str]) -> str:
    groups = [[row for row in rows if row.owed > 0], [row for row in rows if row.owed < 0]]
    reported = [
        f"{side[:1].upper()}{side[1:]}: {', '.join(f'{row.player} {money(row.owed, currency, plus=True)}' for row in group)}"
        for side, group in zip(sides, groups, strict=True)
        if group
    ]
    return "; ".join(reported)


def _money_bars(shown: Sequence[Restitution], currency: str | None, wide: float) -> ChartBand:
    zero = _NAMES + (wide - _NAMES) / 2
    scale = ((wide - _NAMES) / 2 - 66) / max(abs(row.owed) for row in shown)
    shapes: list[Shape] = []
    foot = 0.0
    for row in shown:
        foot += _ROW
        shapes.append(ChartText(0, foot - 2.2, row.player, NOTE, room=100))
        length = row.owed * scale
        fill: Fill = "dark" if row.owed > 0 else "middle"
        shapes.append(Box(zero + min(length, 0), foot - _BAR, abs(length), _BAR, fill))
        amount = money(row.owed, currency, plus=True)
        aside = 4 if row.owed > 0 else -4
        shapes.append(
            ChartText(zero + length + aside, foot - 1.6, amount, NOTE, "start" if row.owed > 0 else "end")
        )
    return ChartBand(foot, [*shapes, Line(zero, -2, zero, foot + 3, 0.25, 0.6)])


def _alike(pages: Pages, rows: Sequence[Restitution], amount: str, sides: tuple[str, str]) -> None:
    """Sentence in place of equal bars."""
    numbers = (sum(row.owed > 0 for row in rows), sum(row.owed < 0 for row in rows))
    reported = [
        f"{side[:1].upper()}{side[1:]}: {count(number, 'player')}, {amount}{' each' * (number > 1)}."
        for side, number in zip(sides, numbers, strict=True)
        if number
    ]
    pages.paragraph(" ".join(reported))


def months(pages: Pages, rows: Sequence[MonthEffect], currency: str | None) -> None:
    """Hands settled differently, and money, by month."""
    if len({(row.differing, row.money) for row in rows}) == 1 and len(rows) == len(
        _calendar(rows[0].month, rows[-1].month)
    ):
        _alike_months(pages, rows, currency)
        return
    by_name = {row.month: row for row in rows}
    names = _calendar(rows[0].month, rows[-1].month)
    if len(names) > _MOST_MONTHS:
        names = list(by_name)
    hands = [(by_name[name].differing if name in by_name else 0) for name in names]
    moved = [((by_name[name].money or 0) if name in by_name else 0) for name in names]
    pages.need(MONTHS)
    amounts = [money(each, currency) for each in moved] if any(row.money is not None for row in rows) else []
    panels = [_panel(_DIFFERENTLY, hands, [f"{each:,}" for each in hands], "dark")]
    if amounts:
        panels.append(_panel(_MOVED, moved, amounts, "middle"))
    step, every = _month_step(names), max(1, round(34 / _month_step(names)))
    axis = [ChartText(place * step, 0, names[place], LABEL) for place in range(0, len(names), every)]
    draw_chart(pages, Chart(_said_of_months(names, hands, amounts), WIDTH, (*panels, ChartBand(12, axis))))


def _said_of_months(names: Sequence[str], hands: Sequence[int], amounts: Sequence[str]) -> str:
    reported = [
        f"{name}: {', '.join((f'{each:,}', *amounts[at : at + 1]))}"
        for at, (name, each) in enumerate(zip(names, hands, strict=True))
        if each
    ]
    what = f"{_DIFFERENTLY}, and {_MOVED[:1].lower()}{_MOVED[1:]}" if amounts else _DIFFERENTLY
    return f"Bars by month. {what}. {'; '.join(reported)}."


def _alike_months(pages: Pages, rows: Sequence[MonthEffect], currency: str | None) -> None:
    """Sentence in place of equal bars."""
    first = rows[0]
    when = f"In {first.month}" if len(rows) == 1 else f"In each month from {first.month} to {rows[-1].month}"
    moved = (
        f", and {money(first.money, currency)} would have gone to different players"
        if first.money is not None
        else ""
    )
    pages.paragraph(f"{when}, {count(first.differing, 'hand')} would have been settled differently{moved}.")


def _panel(title: str, values: Sequence[int], reported: Sequence[str], fill: Fill) -> ChartBand:
    step, base, top = _month_step(values), 14 + _PANEL, max(values, default=0) or 1
    shapes: list[Shape] = [ChartText(0, 11, title, LABEL)]
    scale = (_PANEL - 14) / top
    roomy = all(width(each, LABEL) + 3 <= step for each in reported)
    for place, (value, text) in enumerate(zip(values, reported, strict=True)):
        x, high = place * step, value * scale
        shapes.append(Box(x, base - high, min(step * 0.7, _BROADEST), high, fill))
        if value and (roomy or value == top):
            shapes.append(ChartText(min(x, WIDTH - width(text, LABEL)), base - high - 2.5, text, LABEL))
    return ChartBand(base + 9, [*shapes, Line(0, base, WIDTH, base, 0.25, 0.6)])


def _month_step(values: Sequence[object]) -> float:
    return min(WIDTH / max(len(values), 1), _WIDEST_MONTH)


def _calendar(first: str, last: str) -> list[str]:
    (a, b), (c, d) = ([int(part) for part in month.split("-")] for month in (first, last))
    return [f"{at // 12:04d}-{at % 12 + 1:02d}" for at in range(a * 12 + b - 1, c * 12 + d)]


def coverage(pages: Pages, rows: Sequence[Coverage], what: str = "hand") -> None:
    """Bar for each check, or a sentence where all are equal. what: a check counts."""
    if len(rows) > 1 and len({_shares(row) for row in rows}) == 1:
        pages.paragraph(_coverage_alike(rows, what))
    elif rows:
        _coverage_bars(pages, rows)


def _shares(row: Coverage) -> tuple[int, int, int, int]:
    return row.tested, row.differing, row.open, row.untestable


def _coverage_alike(rows: Sequence[Coverage], what: str) -> str:
    tested, *parts = _shares(rows[0])
    reported = ", ".join(
        f"{number:,} {word}"
        for number, word in zip(parts, ("differing", "open", "untestable"), strict=True)
        if number
    )
    return f"These {count(len(rows), 'check')} have the same figures: of {count(tested + parts[-1], what)}, {reported}."


class CoverageWords(NamedTuple):
    """Words of the chart. `differing`, `open`: of a number."""

    summary: str = "Bars by check."
    parts: tuple[str, str, str, str] = ("agreeing", "agreeing with an open point", "differing", "untestable")
    key: tuple[str, str, str, str] = ("agreeing", "agreeing, with an open point", "differing", "untestable")
    differs: str = "differs"
    differ: str = "differ"
    open: str = "open"
    untestable: str = "untestable"


_ENGLISH = CoverageWords()


def _coverage_bars(pages: Pages, rows: Sequence[Coverage]) -> None:
    pages.need(80)
    draw_chart(pages, coverage_chart(rows))
    pages.y -= 10


def coverage_chart(rows: Sequence[Coverage], words: CoverageWords = _ENGLISH, wide: float = WIDTH) -> Chart:
    """Bar for each check, in two columns."""
    fills: tuple[Fill, ...] = ("pale", "hatch", "dark", "paper")
    half = (len(rows) + 1) // 2
    bar = wide / 2 - 12 - 48 - 70
    bands = [key(zip(fills, words.key, strict=True), wide)]
    for left_row, right_row in zip(rows[:half], [*rows[half:], None], strict=False):
        shapes = _coverage_bar(0, left_row, bar, words)
        if right_row is not None:
            shapes += _coverage_bar(wide / 2 + 12, right_row, bar, words)
        bands.append(ChartBand(12, shapes, 12))
    says = "; ".join(f"{row.code}: {_counts(row, words)}" for row in rows)
    return Chart(f"{words.summary} {says}.", wide, bands)


def _counts(row: Coverage, words: CoverageWords) -> str:
    numbers = (row.agreeing - row.open, row.open, row.differing, row.untestable)
    return ", ".join(
        f"{number:,} {word}" for number, word in zip(numbers, words.parts, strict=True) if number
    )


def _coverage_bar(x: float, row: Coverage, bar: float, words: CoverageWords) -> list[Shape]:
    everything = row.tested + row.untestable
    shapes: list[Shape] = [ChartText(x, 10.6, row.code, NOTE._replace(colour=INK), room=44)]
    start, top = x + 48, 12 - _BAR
    if everything:
        differing, open_ = (
            max(bar * part / everything, 1.6) if part else 0.0 for part in (row.differing, row.open)
        )
        agreeing = min(bar * row.agreeing / everything, bar - differing)
        shapes += (
            Box(start, top, agreeing - open_, _BAR, "pale"),
            Box(start + agreeing - open_, top, open_, _BAR, "hatch"),
            Box(start + agreeing, top, differing, _BAR, "dark"),
        )
    shapes.append(Frame(start, top, bar, _BAR, 0.6))
    said = (
        [f"{row.differing:,} {words.differs if row.differing == 1 else words.differ}"]
        if row.differing
        else []
    )
    said += [f"{row.open:,} {words.open}"] if row.open else []
    style = NOTE._replace(colour=INK) if row.differing else NOTE
    reported = ", ".join(said) or ("" if row.tested else words.untestable)
    return [*shapes, ChartText(start + bar + 5, 10.6, reported, style, room=65)]

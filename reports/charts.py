"""Charts of money by player, of months and of coverage, in distinct greys; a sentence where all bars are equal."""

from __future__ import annotations

from collections.abc import Sequence

from reports.formatting import count, money
from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.sheet import HATCH
from reports.typography import INK, LABEL, NOTE, WHITE, width
from rules.results import Coverage, MonthEffect, Restitution

PALE, MIDDLE, DARK = "0.86 g", "0.55 g", "0.12 g"
_BAR = 8.0
_PANEL = 58.0
MONTHS = 2 * _PANEL + 70  # what the charts of months take of a page
_WIDEST_MONTH, _BROADEST = 64.0, 34.0  # of a month, and of its bar
_DIFFERENTLY = "Hands settled differently"
_MOVED = "Money that would have gone to different players"
_MOST_MONTHS = 120  # on an axis that leaves none out


def money_by_player(
    pages: Pages, rows: Sequence[Restitution], currency: str | None, sides: tuple[str, str], most: int = 20
) -> None:
    """Bars about a zero line: to the right what a player is owed, to the left what a player was overpaid.

    sides: the meanings of the bars to the right and of those to the left.
    """
    shown = sorted((row for row in rows if row.owed), key=lambda row: -abs(row.owed))[:most]
    if not shown:
        return
    shown.sort(key=lambda row: -row.owed)
    amounts = {abs(row.owed) for row in shown}
    if len(amounts) == 1:
        _alike(pages, shown, money(amounts.pop(), currency), sides)
        return
    pages.need(len(shown) * 13.0 + 40)
    if pages.room() < len(shown) * 13.0 + 40:
        pages.new_page()
    with pages.chart(_said(shown, currency, sides)):
        _money_bars(pages, shown, currency, sides)
    pages.y -= 8
    left_out = sum(1 for row in rows if row.owed) - len(shown)
    if left_out:
        pages.paragraph(f"{count(left_out, 'player')} with smaller amounts: see the table.", NOTE)


def _said(rows: Sequence[Restitution], currency: str | None, sides: tuple[str, str]) -> str:
    """The bars in words."""
    groups = [[row for row in rows if row.owed > 0], [row for row in rows if row.owed < 0]]
    reported = [
        f"{side[:1].upper()}{side[1:]}: {', '.join(f'{row.player} {money(row.owed, currency, plus=True)}' for row in group)}"
        for side, group in zip(sides, groups, strict=True)
        if group
    ]
    return f"Bars by player. {'; '.join(reported)}."


def _money_bars(
    pages: Pages, shown: Sequence[Restitution], currency: str | None, sides: tuple[str, str]
) -> None:
    pages.key([(DARK, sides[0]), (MIDDLE, sides[1])])
    sheet, zero = pages.sheet, LEFT + 110 + (WIDTH - 110) / 2
    scale = ((WIDTH - 110) / 2 - 66) / max(abs(row.owed) for row in shown)
    top = pages.y
    for row in shown:
        pages.y -= 13
        sheet.fit(LEFT, pages.y + 2.2, row.player, NOTE, 100)
        length = row.owed * scale
        sheet.box(zero + min(length, 0), pages.y, abs(length), _BAR, DARK if row.owed > 0 else MIDDLE)
        amount = money(row.owed, currency, plus=True)
        if row.owed > 0:
            sheet.text(zero + length + 4, pages.y + 1.6, amount, NOTE)
        else:
            sheet.right(zero + length - 4, pages.y + 1.6, amount, NOTE)
    sheet.line(zero, top - 2, zero, pages.y - 3, grey=0.25, weight=0.6)


def _alike(pages: Pages, rows: Sequence[Restitution], amount: str, sides: tuple[str, str]) -> None:
    """The sentence in place of bars of equal length."""
    numbers = (sum(row.owed > 0 for row in rows), sum(row.owed < 0 for row in rows))
    reported = [
        f"{side[:1].upper()}{side[1:]}: {count(number, 'player')}, {amount}{' each' * (number > 1)}."
        for side, number in zip(sides, numbers, strict=True)
        if number
    ]
    pages.paragraph(" ".join(reported))


def months(pages: Pages, rows: Sequence[MonthEffect], currency: str | None) -> None:
    """By month, from the first to the last: the hands that would have been settled differently, and the money."""
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
    with pages.chart(_said_of_months(names, hands, amounts)):
        _panel(pages, _DIFFERENTLY, hands, [f"{each:,}" for each in hands], DARK)
        if amounts:
            _panel(pages, _MOVED, moved, amounts, MIDDLE)
        step, every = _month_step(names), max(1, round(34 / _month_step(names)))
        for place in range(0, len(names), every):
            pages.sheet.text(LEFT + place * step, pages.y, names[place], LABEL)
    pages.y -= 12


def _said_of_months(names: Sequence[str], hands: Sequence[int], amounts: Sequence[str]) -> str:
    """The bars in words."""
    reported = [
        f"{name}: {', '.join((f'{each:,}', *amounts[at : at + 1]))}"
        for at, (name, each) in enumerate(zip(names, hands, strict=True))
        if each
    ]
    what = f"{_DIFFERENTLY}, and {_MOVED[:1].lower()}{_MOVED[1:]}" if amounts else _DIFFERENTLY
    return f"Bars by month. {what}. {'; '.join(reported)}."


def _alike_months(pages: Pages, rows: Sequence[MonthEffect], currency: str | None) -> None:
    """The sentence in place of bars of equal height."""
    first = rows[0]
    when = f"In {first.month}" if len(rows) == 1 else f"In each month from {first.month} to {rows[-1].month}"
    moved = (
        f", and {money(first.money, currency)} would have gone to different players"
        if first.money is not None
        else ""
    )
    pages.paragraph(f"{when}, {count(first.differing, 'hand')} would have been settled differently{moved}.")


def _panel(pages: Pages, title: str, values: Sequence[int], reported: Sequence[str], fill: str) -> None:
    """Bars from left to right, each with its value where there is room for it."""
    sheet, step = pages.sheet, _month_step(values)
    pages.y -= 14
    sheet.text(LEFT, pages.y + 3, title, LABEL)
    base, top = pages.y - _PANEL, max(values, default=0) or 1
    scale = (_PANEL - 14) / top
    roomy = all(width(each, LABEL) + 3 <= step for each in reported)
    for place, (value, text) in enumerate(zip(values, reported, strict=True)):
        x = LEFT + place * step
        sheet.box(x, base, min(step * 0.7, _BROADEST), value * scale, fill)
        if value and (roomy or value == top):
            sheet.text(min(x, RIGHT - width(text, LABEL)), base + value * scale + 2.5, text, LABEL)
    sheet.line(LEFT, base, RIGHT, base, grey=0.25, weight=0.6)
    pages.y = base - 9


def _month_step(values: Sequence[object]) -> float:
    return min(WIDTH / max(len(values), 1), _WIDEST_MONTH)


def _calendar(first: str, last: str) -> list[str]:
    """Every month from the first to the last, as ``2026-03``."""
    (a, b), (c, d) = ([int(part) for part in month.split("-")] for month in (first, last))
    return [f"{at // 12:04d}-{at % 12 + 1:02d}" for at in range(a * 12 + b - 1, c * 12 + d)]


def coverage(pages: Pages, rows: Sequence[Coverage]) -> None:
    """A bar for each check, in two columns; a sentence where all are equal."""
    if len(rows) > 1 and len({_shares(row) for row in rows}) == 1:
        pages.paragraph(_coverage_alike(rows))
    elif rows:
        _coverage_bars(pages, rows)


def _shares(row: Coverage) -> tuple[int, int, int, int]:
    return row.tested, row.differing, row.open, row.untestable


def _coverage_alike(rows: Sequence[Coverage]) -> str:
    """The sentence in place of equal bars."""
    tested, *parts = _shares(rows[0])
    reported = ", ".join(
        f"{number:,} {what}"
        for number, what in zip(parts, ("differing", "open", "untestable"), strict=True)
        if number
    )
    return f"These {count(len(rows), 'check')} have the same figures: of {count(tested + parts[-1], 'hand')}, {reported}."


def _coverage_bars(pages: Pages, rows: Sequence[Coverage]) -> None:
    pages.need(80)
    with pages.chart(_said_of_coverage(rows)):
        _bars_of_coverage(pages, rows)
    pages.y -= 10


def _said_of_coverage(rows: Sequence[Coverage]) -> str:
    """The bars in words."""
    return f"Bars by check. {'; '.join(f'{row.code}: {_counts(row)}' for row in rows)}."


def _counts(row: Coverage) -> str:
    numbers = (row.agreeing - row.open, row.open, row.differing, row.untestable)
    words = ("agreeing", "agreeing with an open point", "differing", "untestable")
    return ", ".join(f"{number:,} {word}" for number, word in zip(numbers, words, strict=True) if number)


def _bars_of_coverage(pages: Pages, rows: Sequence[Coverage]) -> None:
    pages.key(
        [
            (PALE, "agreeing"),
            (HATCH, "agreeing, with an open point"),
            (DARK, "differing"),
            (WHITE, "untestable"),
        ]
    )
    half = (len(rows) + 1) // 2
    bar = WIDTH / 2 - 12 - 48 - 70
    for left_row, right_row in zip(rows[:half], [*rows[half:], None], strict=False):
        pages.need(12)
        pages.y -= 12
        _coverage_bar(pages, LEFT, left_row, bar)
        if right_row is not None:
            _coverage_bar(pages, LEFT + WIDTH / 2 + 12, right_row, bar)


def _coverage_bar(pages: Pages, x: float, row: Coverage, bar: float) -> None:
    sheet, y = pages.sheet, pages.y
    everything = row.tested + row.untestable
    sheet.fit(x, y + 1.4, row.code, NOTE._replace(colour=INK), 44)
    start = x + 48
    if everything:
        differing, open_ = (
            max(bar * part / everything, 1.6) if part else 0.0 for part in (row.differing, row.open)
        )
        agreeing = min(bar * row.agreeing / everything, bar - differing)
        sheet.box(start, y, agreeing - open_, _BAR, PALE)
        sheet.box(start + agreeing - open_, y, open_, _BAR, HATCH)
        sheet.box(start + agreeing, y, differing, _BAR, DARK)
    sheet.frame(start, y, bar, _BAR, grey=0.6, weight=0.4)
    said = [f"{row.differing:,} {'differs' if row.differing == 1 else 'differ'}"] if row.differing else []
    said += [f"{row.open:,} open"] if row.open else []
    style = NOTE._replace(colour=INK) if row.differing else NOTE
    reported = ", ".join(said) or ("" if row.tested else "untestable")
    sheet.fit(start + bar + 5, y + 1.4, reported, style, 65)

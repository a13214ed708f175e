"""Plots: the session in time, money by player, and coverage, in greys that print apart."""

from __future__ import annotations

from collections.abc import Sequence

from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.sheet import HATCH
from reports.typography import INK, LABEL, NOTE, WHITE, width
from reports.words import count, moment, money
from rules.results import Coverage, Gap, Moment, MonthEffect, Restitution

PALE, MIDDLE, DARK = "0.86 g", "0.55 g", "0.12 g"
_PLOT = 84.0
_BAR = 8.0
_WIDEST = 40.0  # of a slice of time, where there are few
_PANEL = 58.0
MONTHS = 2 * _PANEL + 70  # what the charts of months take of a page
_WIDEST_MONTH, _BROADEST = 64.0, 34.0  # of a month, and of its bar
_MOST_MONTHS = 120  # on an axis that leaves none out


def timeline(pages: Pages, moments: Sequence[Moment], gaps: Sequence[Gap]) -> None:
    """Hands dealt in each slice of the session; those with findings dark; marks for missing numbers."""
    pages.need(_PLOT + 60)
    pages.key([(PALE, "hands dealt"), (MIDDLE, "hands with a discrepancy"), (DARK, "hands with a violation")])
    top = max((max(m.hands, m.violations + m.discrepancies) for m in moments), default=1) or 1
    sheet, base = pages.sheet, pages.y - _PLOT
    left = LEFT + 26
    step = min((RIGHT - left) / max(len(moments), 1), _WIDEST)
    for share in (0.5, 1.0):
        sheet.line(left, base + share * (_PLOT - 10), RIGHT, base + share * (_PLOT - 10), grey=0.9)
    for share, value in {1.0: top, 0.5: top / 2, 0.0: 0}.items():
        if value == int(value):
            sheet.right(left - 5, base + share * (_PLOT - 10) - 2, f"{int(value):,}", LABEL)
    scale = (_PLOT - 10) / top
    slim = max(step - 1.2, step * 0.7)
    for place, m in enumerate(moments):
        x = left + place * step + (step - slim) / 2
        sheet.box(x, base, slim, m.hands * scale, PALE)
        high = base
        for hands, fill in ((m.discrepancies, MIDDLE), (m.violations, DARK)):
            sheet.box(x, high, slim, hands * scale, fill)
            high += hands * scale
    sheet.line(left, base, RIGHT, base, grey=0.25, weight=0.6)
    pages.y = base - 10
    _hours(pages, moments, left, step)
    _gap_marks(pages, moments, gaps, left, step)
    pages.y -= 6


def _hours(pages: Pages, moments: Sequence[Moment], left: float, step: float) -> None:
    every = max(1, round(74 / step)) if step else 1
    for place in range(0, len(moments), every):
        x = left + place * step
        said = moment(moments[place].start, offset=False)
        if x + width(said[5:16], LABEL) <= RIGHT:
            pages.sheet.line(x, pages.y + 10, x, pages.y + 7, grey=0.25)
            pages.sheet.text(x, pages.y, said[5:16] if said[4:5] == "-" else said[:11], LABEL)


def _gap_marks(
    pages: Pages, moments: Sequence[Moment], gaps: Sequence[Gap], left: float, step: float
) -> None:
    """A mark under the slice in which hand numbers are missing (times compare as text within one session)."""
    dated = [gap for gap in gaps if gap.at]
    if not dated or not moments:
        return
    pages.y -= 12
    for place in {_slice(gap.at or "", moments) for gap in dated}:
        x = left + (place + 0.5) * step
        pages.sheet.polygon([(x - 3, pages.y), (x + 3, pages.y), (x, pages.y + 5.5)], INK)
    pages.sheet.text(LEFT, pages.y, "Gaps", LABEL)


def _slice(at: str, moments: Sequence[Moment]) -> int:
    place = 0
    for number, m in enumerate(moments):
        if m.start <= at:
            place = number
    return place


def money_by_player(
    pages: Pages, rows: Sequence[Restitution], currency: str | None, sides: tuple[str, str], most: int = 20
) -> None:
    """Bars about a zero line: to the right what a player is owed, to the left what one was paid too much.

    sides: what is said of those to the right, and of those to the left.
    """
    shown = sorted((row for row in rows if row.owed), key=lambda row: -abs(row.owed))[:most]
    if not shown:
        return
    shown.sort(key=lambda row: -row.owed)
    pages.need(len(shown) * 13.0 + 40)
    if pages.room() < len(shown) * 13.0 + 40:
        pages.new_page()
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
    pages.y -= 8
    left_out = sum(1 for row in rows if row.owed) - len(shown)
    if left_out:
        pages.paragraph(f"{count(left_out, 'player')} with smaller amounts are in the table only.", NOTE)


def months(pages: Pages, rows: Sequence[MonthEffect], currency: str | None) -> None:
    """By month, from the first to the last: the hands that would have been settled differently, and the money."""
    by_name = {row.month: row for row in rows}
    names = _calendar(rows[0].month, rows[-1].month)
    if len(names) > _MOST_MONTHS:
        names = list(by_name)
    hands = [(by_name[name].differing if name in by_name else 0) for name in names]
    moved = [((by_name[name].money or 0) if name in by_name else 0) for name in names]
    pages.need(MONTHS)
    _panel(pages, "Hands settled differently", hands, [f"{each:,}" for each in hands], DARK)
    if any(row.money is not None for row in rows):
        told = [money(each, currency) for each in moved]
        _panel(pages, "Money that would have changed hands otherwise", moved, told, MIDDLE)
    step, every = _month_step(names), max(1, round(34 / _month_step(names)))
    for place in range(0, len(names), every):
        pages.sheet.text(LEFT + place * step, pages.y, names[place], LABEL)
    pages.y -= 12


def _panel(pages: Pages, title: str, values: Sequence[int], told: Sequence[str], fill: str) -> None:
    """Bars from left to right, each with its value where there is room for it."""
    sheet, step = pages.sheet, _month_step(values)
    pages.y -= 14
    sheet.text(LEFT, pages.y + 3, title, LABEL)
    base, top = pages.y - _PANEL, max(values, default=0) or 1
    scale = (_PANEL - 14) / top
    roomy = all(width(each, LABEL) + 3 <= step for each in told)
    for place, (value, text) in enumerate(zip(values, told, strict=True)):
        x = LEFT + place * step
        sheet.box(x, base, min(step * 0.7, _BROADEST), value * scale, fill)
        if value and (roomy or value == top):
            sheet.text(min(x, RIGHT - width(text, LABEL)), base + value * scale + 2.5, text, LABEL)
    sheet.line(LEFT, base, RIGHT, base, grey=0.25, weight=0.6)
    pages.y = base - 9


def _month_step(values: Sequence) -> float:
    return min(WIDTH / max(len(values), 1), _WIDEST_MONTH)


def _calendar(first: str, last: str) -> list[str]:
    """Every month from the first to the last, as ``2026-03``."""
    (a, b), (c, d) = ([int(part) for part in month.split("-")] for month in (first, last))
    return [f"{at // 12:04d}-{at % 12 + 1:02d}" for at in range(a * 12 + b - 1, c * 12 + d)]


def coverage(pages: Pages, rows: Sequence[Coverage]) -> None:
    """A bar for each rule: agreeing, open, differing and untestable hands as shares of all, in two columns."""
    pages.need(80)
    pages.key(
        [
            (PALE, "agreeing"),
            (HATCH, "agreeing, with a point that the controls leave open"),
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
    pages.y -= 10


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
    told = ", ".join(said) or ("" if row.tested else "untestable")
    sheet.fit(start + bar + 5, y + 1.4, told, style, 65)

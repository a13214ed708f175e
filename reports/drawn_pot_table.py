"""Seats around the table, with cards, boards and pot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from reports.card_words import card as card_text
from reports.card_words import cards
from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Frame, Polygon, Shape
from reports.formatting import money
from reports.pot_hand_words import UNSEEN, cards_of
from reports.typography import LABEL, SMALL_BOLD, TextStyle
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit, PotSeatShown

SEATS = 10
_GAP = 8.0
_PAD = 4.0
_CORNERS = 40  # of the oval
_SPACED = 5  # cards; more stand close


class Look(NamedTuple):
    """Layout of a table. across: seats along either side."""

    wide: float
    across: int
    size: float  # of its text, in points

    @property
    def down(self) -> int:
        return (SEATS - 2 * self.across) // 2

    @property
    def box(self) -> tuple[float, float]:
        return (self.wide - (self.across - 1) * _GAP) / self.across, 3 * self.leading + 2 * _PAD

    @property
    def leading(self) -> float:
        return self.size * 1.3

    @property
    def high(self) -> float:
        rows = self.down + 2
        return rows * self.box[1] + (rows - 1) * _GAP

    def place(self, at: int, seats: int) -> tuple[float, float]:
        """Upper left corner of a seat, clockwise from the upper left."""
        wide, high = self.box
        row, column = self._grid(at * SEATS // max(seats, 1) % SEATS)
        right = self.wide - wide
        return (right if column == self.across - 1 else column * (wide + _GAP)), row * (high + _GAP)

    def _grid(self, at: int) -> tuple[int, int]:
        if at < self.across:
            return 0, at
        at -= self.across
        if at < self.down:
            return at + 1, self.across - 1
        at -= self.down
        if at < self.across:
            return self.down + 1, self.across - 1 - at
        return self.down - (at - self.across), 0


ON_A_PAGE = Look(360.0, 3, 11.0)  # of the service: legible on a telephone


class TableWords(NamedTuple):
    """Words of the table."""

    seat: str = "Seat %(number)s"
    button: str = "button"
    folded: str = "folded"
    mucked: str = "mucked"
    missed: str = "not dealt in"
    unseen: str = "cards not recorded"
    won: str = "wins %(amount)s"
    board: str = "Board"
    run: str = "Run %(number)s"
    pot: str = "Pot %(amount)s"
    pots: Callable[[int], str] = lambda number: f"{number} pots"
    summary: str = "Seats around the table, clockwise."


_ENGLISH = TableWords()


def table_chart(
    exhibit: Exhibit,
    pot: PotExhibit,
    currency: str | None,
    words: TableWords = _ENGLISH,
    look: Look = ON_A_PAGE,
) -> Chart:
    shapes: list[Shape] = [_oval(look), *_middle(pot, currency, words, look)]
    for at, seat in enumerate(pot.seats):
        shapes += _seat(exhibit, seat, look.place(at, len(pot.seats)), currency, words, look)
    return Chart(
        _said(exhibit, pot, currency, words),
        look.wide,
        (ChartBand(look.high, shapes, need=look.high),),
        foot=1.0,
    )


def _oval(look: Look) -> Polygon:
    wide, high = look.box
    across, down = (look.wide - wide) / 2 + wide * 0.3, (look.high - high) / 2 + high * 0.2
    angles = (2 * math.pi * corner / _CORNERS for corner in range(_CORNERS))
    corners = (
        (round(look.wide / 2 + across * math.cos(a), 2), round(look.high / 2 + down * math.sin(a), 2))
        for a in angles
    )
    return Polygon(tuple(corners), "pale")


def _middle(pot: PotExhibit, currency: str | None, words: TableWords, look: Look) -> Iterator[Shape]:
    said = [(line, False) for line in _boards(pot, words)]
    total = _total(pot, currency, words)
    said += [(total, True)] if total else []
    top = look.high / 2 - (len(said) - 1) * look.leading / 2 + look.size * 0.35
    for at, (line, bold) in enumerate(said):
        yield ChartText(look.wide / 2, top + at * look.leading, line, _style(look, bold), "middle")


def _boards(pot: PotExhibit, words: TableWords) -> list[str]:
    shown = [cards(board) for board in pot.boards]
    if len(shown) < 2:
        return shown
    return [f"{words.run % {'number': run}}: {board}" for run, board in enumerate(shown, 1)]


def _total(pot: PotExhibit, currency: str | None, words: TableWords) -> str:
    amounts = [each.amount for each in pot.pots or ()]
    known = [amount for amount in amounts if amount is not None]
    if not known or len(known) < len(amounts):
        return ""
    said = words.pot % {"amount": money(sum(known), currency)}
    return f"{said} ({words.pots(len(known))})" if len(known) > 1 else said


def _seat(
    exhibit: Exhibit,
    seat: PotSeatShown,
    corner: tuple[float, float],
    currency: str | None,
    words: TableWords,
    look: Look,
) -> Iterator[Shape]:
    """Seat with cards and result; a winner's frame is heavy."""
    (x, y), (wide, high) = corner, look.box
    wins = bool(seat.awarded)
    inset = 1.0
    yield Box(x, y, wide, high, "paper")
    yield Frame(
        x + inset, y + inset, wide - 2 * inset, high - 2 * inset, 0.1 if wins else 0.45, 1.8 if wins else 0.5
    )
    room = wide - 2 * _PAD - 2
    line = y + _PAD + look.size
    left = x + _PAD + 1
    button = exhibit.dealer == seat.seat
    named = f"{words.seat % {'number': seat.seat}}  {seat.player}"
    yield ChartText(left, line, named, _style(look, True), room=room - (look.size * 1.5 if button else 0))
    if button:
        side = look.size * 1.25
        yield Frame(x + wide - side - _PAD, line - look.size, side, side, 0.1, 0.8)
        yield ChartText(x + wide - side / 2 - _PAD, line - look.size * 0.1, "D", _style(look, True), "middle")
    held = _cards(seat, words)
    style = (
        _style(look)
        if len(cards_of(seat)) <= _SPACED
        else _style(look._replace(size=max(look.size * 0.85, 8.0)))
    )
    yield ChartText(left, line + look.leading, held, style, room=room)
    yield ChartText(
        left, line + 2 * look.leading, _fate(seat, currency, words), _style(look, wins), room=room
    )


def _cards(seat: PotSeatShown, words: TableWords) -> str:
    if not seat.dealt_in:
        return ""
    held = cards_of(seat)
    apart = " " if len(held) <= _SPACED else ""  # many cards stand close
    return apart.join(card_text(each) if each != UNSEEN else "?" for each in held) or words.unseen


def _fate(seat: PotSeatShown, currency: str | None, words: TableWords) -> str:
    if not seat.dealt_in:
        return words.missed
    said = [words.folded] if seat.folded else [words.mucked] if seat.mucked else []
    said += [words.won % {"amount": money(seat.awarded, currency)}] if seat.awarded else []
    said += [money(seat.due, currency, plus=True)] if seat.due and not seat.awarded else []
    return ", ".join(said)


def _style(look: Look, bold: bool = False) -> TextStyle:
    style = SMALL_BOLD if bold else LABEL._replace(colour=SMALL_BOLD.colour)
    return style._replace(size=look.size, leading=look.leading)


def _said(exhibit: Exhibit, pot: PotExhibit, currency: str | None, words: TableWords) -> str:
    seats = "; ".join(_said_of(exhibit, seat, currency, words) for seat in pot.seats)
    middle = [f"{words.board}: {line}" for line in _boards(pot, words)]
    middle += [total] if (total := _total(pot, currency, words)) else []
    return " ".join((words.summary, f"{seats}.", *(f"{each}." for each in middle)))


def _said_of(exhibit: Exhibit, seat: PotSeatShown, currency: str | None, words: TableWords) -> str:
    named = f"{words.seat % {'number': seat.seat}}, {seat.player}"
    button = [words.button] if exhibit.dealer == seat.seat else []
    parts: Sequence[str] = [named, *button, _cards(seat, words), _fate(seat, currency, words)]
    return ", ".join(part for part in parts if part)

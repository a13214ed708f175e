"""Results of a hand without its rulings, as text beside what was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from auditor.cli.audit_words import printable
from auditor.cli.hand_text import table
from auditor.cli.pot_text import short
from reports.formatting import in_column, money, points
from rules.audit.hand_without_rulings import HandWithoutRulings, SeatWithoutRulings

_NOT_KNOWN = "not known"


def lines_without_rulings(hand: HandWithoutRulings, currency: str) -> Iterator[str]:
    """The hand as if nobody had ruled on it, surrendered or declared it void."""
    yield ""
    worth = f" A unit is {money(hand.unit, currency)}." if hand.unit is not None else ""
    yield f"Without rulings, surrenders and the void deal.{worth}"
    rows: list[tuple[str, ...]] = [("Seat", "Player", "Recorded", "Would have been", "")]
    rows += [_cells(each, currency) for each in hand.seats]
    yield from table(rows, right=(0, 2, 3, 4))
    if any(each.units is None for each in hand.seats):
        yield "Not known: the cards, or the acts, on record do not say who would have won."


def _cells(seat: SeatWithoutRulings, currency: str) -> tuple[str, ...]:
    found = _NOT_KNOWN if seat.units is None else _in_units(seat.units)
    return (
        str(seat.seat),
        short(printable(seat.player)),
        in_column(seat.recorded, currency, plus=True),
        found,
        in_column(seat.money, currency, plus=True),
    )


def _in_units(text: str) -> str:
    value = Fraction(text)
    sign = "−" if value < 0 else "+" if value else ""
    return f"{sign}{points(str(abs(value)))} unit{'s' * (abs(value) != 1)}"

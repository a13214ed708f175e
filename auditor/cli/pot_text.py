"""A pot game's hand as plain text: seats, acts, pots, and breaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.formatting import headed, in_column
from reports.pot_hand_words import acts, cards_of, difference, pots, seat_marks
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit

Line = Sequence[str] | str  # cells, or a line of its own
INDENT = " " * 6
_PLAYER = 12


def seat_lines(exhibit: Exhibit, pot: PotExhibit, currency: str) -> Iterator[Line]:
    """A line for each seat with marks below; the first row has the headings."""
    amounts = ("Stack", "Put in", "Recorded", "Due", "Difference", "Stack after")
    yield "Seat", "Player", "Cards", *amounts
    for seat in pot.seats:
        nets = (seat.net, seat.due, difference(pot, seat))
        yield (
            str(seat.seat), short(seat.player), " ".join(cards_of(seat)), in_column(seat.stack, currency),
            in_column(seat.put_in, currency), *(in_column(each, currency, plus=True) for each in nets),
            in_column(seat.stack_after, currency),
        )  # fmt: skip
        if marks := ", ".join(mark.text for mark in seat_marks(exhibit, seat)):
            yield INDENT + marks


def act_lines(pot: PotExhibit, currency: str) -> Iterator[Line]:
    """A line for each act with breaches below; the first row has the headings."""
    yield "Street", "Act", "Seat", "What happened", headed("In front", currency), headed("Pot", currency)
    for row in acts(pot, currency):
        yield row.street, row.number, row.seat, row.happened, row.front, row.pot
        yield from (f"{INDENT}>> {mark}" for mark in row.marks)


def pot_lines(pot: PotExhibit, currency: str) -> Iterator[Line]:
    """A line for each pot; the first row has the headings."""
    yield "Pot", "Amount", "Recorded", "Seats", "Rake", "Drop", "Due", "Paid"
    for row in pots(pot, currency):
        yield row.name, row.amount, row.recorded, row.eligible, row.rake, row.drop, row.due, row.paid


def short(player: str) -> str:
    """A player's id, shortened in the middle."""
    return player if len(player) <= _PLAYER else f"{player[: _PLAYER // 2]}…{player[1 - _PLAYER // 2 :]}"

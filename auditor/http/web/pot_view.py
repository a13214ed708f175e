"""A hand of a pot game for a page: the seats around the table, each act with the pot after it, boards and pots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup
from msgspec import Struct

from auditor.http.web.pictures import Picture
from auditor.http.web.texts import ngettext
from reports import pot_hand_words
from reports.drawn_cards import split
from reports.drawn_pot_fees import FeeRow, fees
from reports.drawn_pot_table import ON_A_PAGE, TableWords, table_chart
from reports.formatting import in_column
from reports.pot_hand_words import ActRow, PotRow
from reports.seat_marks import Mark
from reports.svg import svg
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit


class PotSeatView(Struct, frozen=True):
    """A seat. differs: recorded and due are known and not the same."""

    number: int
    player: str
    marks: Sequence[Mark]
    cards: Sequence[str]
    stack: str
    put_in: str
    recorded: str
    due: str
    difference: str
    stack_after: str
    differs: bool


class PotHandView(Struct, frozen=True):
    """Contents of the page of a hand of a pot game. acts: by street. against: of how many something was against the rules.
    boards: of each run, its cards."""

    heading: str
    picture: Picture
    seats: Sequence[PotSeatView]
    acts: Sequence[tuple[str, Sequence[ActRow]]]
    against: int
    boards: Sequence[Sequence[str]]
    pots: Sequence[PotRow]
    fees: Sequence[FeeRow]
    notes: Sequence[str]


def pot_hand_view(exhibit: Exhibit, pot: PotExhibit, currency: str) -> PotHandView:
    """Contents of the page of a hand of a pot game."""
    acts = [
        (street, list(rows))
        for street, rows in groupby(
            pot_hand_words.acts(pot, currency, each_street=True), key=lambda row: row.street
        )
    ]
    return PotHandView(
        pot_hand_words.heading(exhibit, pot, currency),
        _table(exhibit, pot, currency),
        list(_seats(exhibit, pot, currency)),
        acts,
        sum(bool(each.marks) for each in pot.acts or ()),
        [split(board) for board in pot.boards],
        pot_hand_words.pots(pot, currency),
        fees(exhibit, pot, currency),
        pot_hand_words.notes_of(exhibit, pot, currency, boards=False, charges=False),
    )


def _table(exhibit: Exhibit, pot: PotExhibit, currency: str) -> Picture:
    words = TableWords(
        seat="Seat %(number)s",
        button="button",
        folded="folded",
        mucked="mucked",
        missed="not dealt in",
        unseen="cards not recorded",
        won="wins %(amount)s",
        board="Board",
        run="Run %(number)s",
        pot="Pot %(amount)s",
        pots=_pots,
        summary="The seats around the table, clockwise. The table that follows says the same.",
    )
    title = "Seats around the table"
    chart = table_chart(exhibit, pot, currency, words, ON_A_PAGE)
    name = f"seats-{exhibit.line}"
    return Picture(title, Markup(svg(chart, title, name, "chart around")))  # every text in it is escaped


def _pots(number: int) -> str:
    return ngettext("%(num)s pot", "%(num)s pots", number)


def _seats(exhibit: Exhibit, pot: PotExhibit, currency: str) -> Iterator[PotSeatView]:
    for seat in pot.seats:
        difference = pot_hand_words.difference(pot, seat)
        yield PotSeatView(
            seat.seat,
            seat.player,
            pot_hand_words.seat_marks(exhibit, seat),
            pot_hand_words.cards_of(seat),
            in_column(seat.stack, currency),
            in_column(seat.put_in, currency),
            in_column(seat.net, currency, plus=True),
            in_column(seat.due, currency, plus=True),
            in_column(difference, currency, plus=True),
            in_column(seat.stack_after, currency),
            bool(difference),
        )

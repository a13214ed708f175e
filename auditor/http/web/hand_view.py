"""A hand for a page: the cards of each seat, recorded beside due, pair by pair, as the report draws it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from auditor.hand_cells import act_cells, call_cells, pair_cells
from auditor.http.web.pot_view import PotHandView, pot_hand_view
from reports.drawn_acts import STRANGE, StreetActs
from reports.drawn_cards import split
from reports.formatting import CHIPS, in_column, units
from reports.hand_notes import heading, notes_of
from reports.seat_marks import Mark, marks_of, missed
from rules.cards import ROWS
from rules.shown_hands import Exhibit, SeatRecord
from rules.shown_pots import PotExhibit


class RowView(Struct, frozen=True):
    """A row of a seat: its cards, and the class that the replay gives it."""

    name: str
    cards: Sequence[str]
    made: str


class SeatView(Struct, frozen=True):
    """A seat. differs: recorded and due are known and not the same. cards: dealt and not set."""

    number: int
    player: str
    rows: Sequence[RowView]
    discards: Sequence[str]
    unset: Sequence[str]
    without_cards: bool
    marks: Sequence[Mark]
    recorded: str
    due: str
    difference: str
    units: str
    differs: bool


class HandView(Struct, frozen=True):
    """A hand with its tables as cells: the first row of each has the headings. pot: of a pot game, in place of these."""

    exhibit: Exhibit
    heading: str
    chips: bool
    void: bool
    seats: Sequence[SeatView]
    pairs: Sequence[Sequence[str]]
    notes: Sequence[str]
    acts: Sequence[Sequence[str]]
    calls: Sequence[Sequence[str]]
    street_notes: Sequence[str]
    pot: PotHandView | None = None


def hand_view(exhibit: Exhibit, currency: str) -> HandView:
    """Contents of the page of a hand."""
    void = bool(exhibit.void or exhibit.replay.get("void"))
    if isinstance(exhibit.pot, PotExhibit):
        shown = pot_hand_view(exhibit, exhibit.pot, currency)
        return HandView(exhibit, shown.heading, currency == CHIPS, void, [], [], [], [], [], [], shown)
    streets = StreetActs(exhibit)
    pairs = exhibit.replay.get("pairs") or []
    return HandView(
        exhibit,
        heading(exhibit, currency),
        currency == CHIPS,
        void,
        list(_seats(exhibit, currency)),
        _cells(pair_cells(exhibit, pairs, currency)) if pairs else [],
        notes_of(exhibit, currency),
        _cells(act_cells(streets)) if streets.acts else [],
        _cells(call_cells(streets)) if streets.calls else [],
        [*streets.notes(), *([f"With a *: {STRANGE}."] if streets.strange else [])],
    )


def _seats(exhibit: Exhibit, currency: str) -> Iterable[SeatView]:
    results: dict[int, dict[str, Any]] = {each["seat"]: each for each in exhibit.replay.get("seats") or []}
    for seat in sorted(exhibit.seats, key=lambda each: each.seat):
        result = results.get(seat.seat) or {}
        due = result.get("net")
        difference = seat.net - due if seat.net is not None and due is not None else None
        rows = [_row(name, seat, result) for name in ROWS]
        set_ = any(row.cards for row in rows)
        yield SeatView(
            seat.seat,
            seat.player,
            rows if set_ else [],
            split(seat.discards or ""),
            [] if set_ else split(seat.dealt or ""),
            not set_ and not seat.dealt and not missed(seat, result),
            marks_of(exhibit, seat, result),
            in_column(seat.net, currency, plus=True),
            in_column(due, currency, plus=True),
            in_column(difference, currency, plus=True),
            units(result["units"]) if result.get("units") is not None else "",
            bool(difference),
        )


def _row(name: str, seat: SeatRecord, result: dict[str, Any]) -> RowView:
    cards = split(getattr(seat, name) or "")
    made = str((result.get("hands") or {}).get(name) or "").replace("_", " ") if cards else ""
    return RowView(name, cards, made)


def _cells(rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    return [row for row in rows if any(row)]

"""Tables of a hand as text cells, for the command line and pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.drawn_acts import StreetAct, StreetActs, seconds
from reports.drawn_cards import split
from reports.formatting import NOTHING, elapsed, headed, in_column, time_of_day, units, units_as_money
from reports.table_of_pairs import PARTS, ROOMY, outcome, parts_in_use
from rules.cards import ROWS
from rules.shown_hands import Exhibit

_NEVER = "did not act, or when was not recorded"
Cells = Sequence[str]


def pair_cells(exhibit: Exhibit, pairs: Sequence[Mapping[str, Any]], currency: str | None) -> Iterator[Cells]:
    """Amounts between each pair, from the first seat's side; the first row has the headings."""
    parts = parts_in_use(pairs)
    names = [PARTS[part][len(parts) > ROOMY] for part in parts]
    yield "Pair", *(row.capitalize() for row in ROWS), *names, "Units", headed("Money", currency)
    for pair in pairs:
        rows, worth = pair.get("rows") or {}, pair.get("parts") or {}
        money = units_as_money(pair.get("units"), exhibit.unit)
        yield (
            f"{pair['a']} – {pair['b']}",
            *(outcome(rows.get(row)) for row in ROWS),
            *(units(worth.get(part)) for part in parts),
            units(pair.get("units")),
            in_column(money, currency, plus=True),
        )


def act_cells(streets: StreetActs) -> Iterator[Cells]:
    """Acts in the order of the streets; the first row has the headings."""
    lanes = [lane.capitalize() for lane in streets.lanes]
    yield "Street", "Seat", *lanes, "Time" if streets.timed else "", ""
    for street in range(1, streets.count + 1):
        reported = False
        for seat in streets.seats:
            act, clock = streets.of(street, seat), (street, seat) in streets.on_clock
            if act is None and not clock:
                continue
            first = "" if reported else str(street)
            reported = True
            cards = (_marked(streets, act, lane) if act else "" for lane in streets.lanes)
            at = time_of_day(act.record.at) if act and act.record.at else ""
            yield first, str(seat), *cards, at, "on the clock" if clock else ""


def _marked(streets: StreetActs, act: StreetAct, lane: str) -> str:
    strange = streets.strange_of(act)
    return " ".join(card + "*" * (card in strange) for card in act.cards(lane))


def call_cells(streets: StreetActs) -> Iterator[Cells]:
    """Calls of the clock; the first row has the headings."""
    yield "Clock called on", "By", "Called at", "Acted at", "After"
    for call in streets.calls:
        by = f"Seat {call.called_by}" if call.called_by is not None else NOTHING
        acted = time_of_day(call.acted_at) if call.acted_at else NOTHING
        after = elapsed(seconds(call)) if call.acted_at else _NEVER
        yield f"Seat {call.seat}", by, time_of_day(call.at), acted, after


def cards_text(row: str) -> str:
    """The cards of a row, apart."""
    return " ".join(split(row))

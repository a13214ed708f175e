"""A hand as plain text: what was recorded next to what is due, then street by street where it was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from auditor.cli.audit_words import printable
from reports.acts import STRANGE, Act, StreetActs, seconds
from reports.cards import split
from reports.formatting import (
    CHIPS,
    NOTHING,
    elapsed,
    headed,
    in_column,
    moment,
    time_of_day,
    units,
    units_as_money,
)
from reports.hand_notes import heading, notes_of
from reports.pairs import PARTS, ROOMY, outcome, parts_in_use
from reports.seat_marks import marks_of, missed
from rules.cards import ROWS
from rules.shown_hands import Exhibit, SeatRecord

WIDEST = 96  # of sentences
_PLAYER = 12
_INDENT = " " * 6
_NEVER = "did not act, or when was not recorded"
Line = Sequence[str] | str  # cells, or a line of its own


def lines(exhibit: Exhibit, currency: str) -> Iterator[str]:
    """The hand, line by line."""
    yield _title(exhibit)
    opening = [heading(exhibit, currency), "Amounts in chips." if currency == CHIPS else ""]
    if any(opening):
        yield _plain(" ".join(filter(None, opening)))
    if exhibit.void or exhibit.replay.get("void"):
        yield "The deal was declared void: nothing is won or lost in it."
    yield ""
    yield from _table(_seats(exhibit, currency), right=(0, 5, 6, 7))
    pairs = exhibit.replay.get("pairs") or []
    if pairs:
        yield ""
        yield from _table(_pairs(exhibit, pairs, currency), right=range(1, 20))
    yield from _sentences(notes_of(exhibit, currency))
    yield from _streets(StreetActs(exhibit), exhibit)


def _title(exhibit: Exhibit) -> str:
    when = moment(exhibit.at) if exhibit.at else "time not recorded"
    facts = [f"Hand {exhibit.hand:,}", when, f"line {exhibit.line:,}"]
    facts += [f"video {exhibit.video}"] if exhibit.video else []
    facts += [exhibit.replay["ruleset"]] if exhibit.replay.get("ruleset") else []
    return printable("  ".join(facts))


def _seats(exhibit: Exhibit, currency: str) -> Iterator[Line]:
    """A line for each seat, the classes of its rows below, and its marks and discards below these."""
    results = {result["seat"]: result for result in exhibit.replay.get("seats") or []}
    yield "Seat", "Player", *(row.capitalize() for row in ROWS), "Recorded", "Due", "Difference"
    for seat in sorted(exhibit.seats, key=lambda each: each.seat):
        result = results.get(seat.seat) or {}
        due = result.get("net")
        difference = seat.net - due if seat.net is not None and due is not None else None
        amounts = (in_column(amount, currency, plus=True) for amount in (seat.net, due, difference))
        cards = [_cards(getattr(seat, row) or "") for row in ROWS]
        yield str(seat.seat), _short(printable(seat.player)), *cards, *amounts
        classes = result.get("hands") or {}
        made = [str(classes.get(row) or "").replace("_", " ") if any(cards) else "" for row in ROWS]
        earned = units(result["units"]) if result.get("units") is not None else ""
        worth = f"{earned} unit{'s' * (earned[1:] != '1')}" if earned else ""
        yield "", "", *made, "", worth, ""
        if more := "; ".join(_more(exhibit, seat, result)):
            yield _INDENT + more


def _more(exhibit: Exhibit, seat: SeatRecord, result: Mapping) -> Iterator[str]:
    """The marks of a seat, and the cards that it did not set."""
    if marks := ", ".join(mark.text for mark in marks_of(exhibit, seat, result)):
        yield marks
    if seat.discards:
        yield f"discarded {_cards(seat.discards)}"
    if not any(getattr(seat, row) for row in ROWS) and not missed(seat, result):
        yield f"dealt {_cards(seat.dealt)}, not set" if seat.dealt else "no cards recorded"


def _pairs(exhibit: Exhibit, pairs: Sequence[Mapping], currency: str) -> Iterator[Line]:
    """What each pair owes each other, from the first seat's side."""
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


def _streets(streets: StreetActs, exhibit: Exhibit) -> Iterator[str]:
    """Act by act in the order of the streets, then the calls of the clock, and what does not fit."""
    if streets.acts:
        yield ""
        yield f"Street by street ({', '.join(streets.legend())})"
        yield from _table(_acts(streets), right=(0, 1))
    if streets.calls:
        yield ""
        yield from _table(_calls(streets))
    yield from _sentences([*streets.notes(), *([f"With a *: {STRANGE}."] if streets.strange else [])])


def _acts(streets: StreetActs) -> Iterator[Line]:
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


def _marked(streets: StreetActs, act: Act, lane: str) -> str:
    strange = streets.strange_of(act)
    return " ".join(card + "*" * (card in strange) for card in act.cards(lane))


def _calls(streets: StreetActs) -> Iterator[Line]:
    yield "Clock called on", "By", "Called at", "Acted at", "After"
    for call in streets.calls:
        by = f"Seat {call.called_by}" if call.called_by is not None else NOTHING
        acted = time_of_day(call.acted_at) if call.acted_at else NOTHING
        after = elapsed(seconds(call)) if call.acted_at else _NEVER
        yield f"Seat {call.seat}", by, time_of_day(call.at), acted, after


def _sentences(notes: Iterable[str]) -> Iterator[str]:
    for place, note in enumerate(notes):
        if not place:
            yield ""
        yield from wrap(printable(_plain(note)), WIDEST, subsequent_indent="  ")


def _table(rows: Iterable[Line], right: Iterable[int] = ()) -> Iterator[str]:
    """Cells in columns two spaces apart; empty rows are left out."""
    found = list(rows)
    cells = [row for row in found if not isinstance(row, str)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    to_right = set(right)
    for row in found:
        if isinstance(row, str):
            yield row
        elif any(row):
            padded = (
                cell.rjust(wide) if place in to_right else cell.ljust(wide)
                for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
            )
            yield "  ".join(padded).rstrip()


def _cards(row: str) -> str:
    return " ".join(split(row))


def _plain(sentence: str) -> str:
    """A sentence whose amounts may be broken from their units."""
    return sentence.replace("\u00a0", " ")


def _short(player: str) -> str:
    """A player's id on little room: too long a one loses its middle."""
    return player if len(player) <= _PLAYER else f"{player[: _PLAYER // 2]}…{player[1 - _PLAYER // 2 :]}"

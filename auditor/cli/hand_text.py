"""A hand as plain text: recorded against due, then recorded streets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from auditor.cli.audit_words import printable
from auditor.cli.pot_text import act_lines, pot_lines, seat_lines, short
from auditor.hand_cells import act_cells, call_cells, cards_text, pair_cells
from reports import pot_hand_words
from reports.drawn_acts import STRANGE, StreetActs
from reports.formatting import (
    CHIPS,
    in_column,
    moment,
    money,
    units,
)
from reports.hand_notes import heading, notes_of
from reports.money_words import ENTRY_WORDS, party_words
from reports.seat_marks import marks_of, missed
from rules.cards import ROWS
from rules.shown_hands import Exhibit, SeatRecord
from rules.shown_pots import PotExhibit

WIDEST = 96  # of sentences
_INDENT = " " * 6
_VOID = "The deal was declared void: nothing is won or lost in it."
Line = Sequence[str] | str  # cells, or a line of its own


def lines(exhibit: Exhibit, currency: str) -> Iterator[str]:
    """The hand, line by line."""
    yield title(exhibit)
    if isinstance(exhibit.pot, PotExhibit):
        yield from _pot_game(exhibit, exhibit.pot, currency)
        yield from _entries(exhibit, currency)
        return
    opening = [heading(exhibit, currency), "Amounts in chips." if currency == CHIPS else ""]
    if any(opening):
        yield _plain(" ".join(filter(None, opening)))
    if exhibit.void or exhibit.replay.get("void"):
        yield _VOID
    yield ""
    yield from table(_seats(exhibit, currency), right=(0, 5, 6, 7))
    pairs = exhibit.replay.get("pairs") or []
    if pairs:
        yield ""
        yield from table(pair_cells(exhibit, pairs, currency), right=range(1, 20))
    yield from _sentences(notes_of(exhibit, currency))
    yield from _streets(StreetActs(exhibit), exhibit)
    yield from _entries(exhibit, currency)


def _entries(exhibit: Exhibit, currency: str) -> Iterator[str]:
    if exhibit.entries is None:
        return
    rows: list[Line] = [("Money", "From", "To", "Amount", "For", "By")]
    for name, entries in (("recorded", exhibit.entries.recorded), ("due", exhibit.entries.due)):
        for each in entries or ():
            by = each.clause or (f"line {each.line}" if each.line else "")
            parties = (printable(short(party_words(party))) for party in (each.from_, each.to))
            rows.append((name, *parties, money(each.amount, currency), ENTRY_WORDS[each.kind], by))
        if not entries:
            rows.append((name, "nothing" if entries is not None else "not known", "", "", "", ""))
    yield ""
    yield from table(rows, right=(3,))


def _pot_game(exhibit: Exhibit, pot: PotExhibit, currency: str) -> Iterator[str]:
    yield from wrap(_plain(pot_hand_words.heading(exhibit, pot, currency)), WIDEST, subsequent_indent="  ")
    if currency == CHIPS:
        yield "Amounts in chips."
    if exhibit.void or exhibit.replay.get("void"):
        yield _VOID
    yield ""
    yield from table(_printable(seat_lines(exhibit, pot, currency)), right=(0, 3, 4, 5, 6, 7, 8))
    if pot.acts:
        yield ""
        yield from table(_printable(act_lines(pot, currency)), right=(1, 2, 4, 5))
    if pot.pots:
        yield ""
        yield from table(_printable(pot_lines(pot, currency)), right=(1, 2, 4, 5))
    yield from _sentences(pot_hand_words.notes_of(exhibit, pot, currency))


def _printable(rows: Iterable[Line]) -> Iterator[Line]:
    for row in rows:
        yield printable(_plain(row)) if isinstance(row, str) else [printable(_plain(cell)) for cell in row]


def title(exhibit: Exhibit) -> str:
    """Number, time, line, video and ruleset of a hand."""
    when = moment(exhibit.at) if exhibit.at else "time not recorded"
    facts = [f"Hand {exhibit.hand}", when, f"line {exhibit.line}"]
    facts += [f"video {exhibit.video}"] if exhibit.video else []
    facts += [exhibit.replay["ruleset"]] if exhibit.replay.get("ruleset") else []
    return printable("  ".join(facts))


def _seats(exhibit: Exhibit, currency: str) -> Iterator[Line]:
    """A line for each seat, then its rows' classes, marks and discards."""
    results = {result["seat"]: result for result in exhibit.replay.get("seats") or []}
    yield "Seat", "Player", *(row.capitalize() for row in ROWS), "Recorded", "Due", "Difference"
    for seat in sorted(exhibit.seats, key=lambda each: each.seat):
        result = results.get(seat.seat) or {}
        due = result.get("net")
        difference = seat.net - due if seat.net is not None and due is not None else None
        amounts = (in_column(amount, currency, plus=True) for amount in (seat.net, due, difference))
        cards = [cards_text(getattr(seat, row) or "") for row in ROWS]
        yield str(seat.seat), short(printable(seat.player)), *cards, *amounts
        classes = result.get("hands") or {}
        made = [str(classes.get(row) or "").replace("_", " ") if any(cards) else "" for row in ROWS]
        earned = units(result["units"]) if result.get("units") is not None else ""
        worth = f"{earned} unit{'s' * (earned[1:] != '1')}" if earned else ""
        yield "", "", *made, "", worth, ""
        if more := "; ".join(_more(exhibit, seat, result)):
            yield _INDENT + more


def _more(exhibit: Exhibit, seat: SeatRecord, result: Mapping) -> Iterator[str]:
    if marks := ", ".join(mark.text for mark in marks_of(exhibit, seat, result)):
        yield marks
    if seat.discards:
        yield f"discarded {cards_text(seat.discards)}"
    if not any(getattr(seat, row) for row in ROWS) and not missed(seat, result):
        yield f"dealt {cards_text(seat.dealt)}, not set" if seat.dealt else "no cards recorded"


def _streets(streets: StreetActs, exhibit: Exhibit) -> Iterator[str]:
    if streets.acts:
        yield ""
        yield f"Street by street ({', '.join(streets.legend())})"
        yield from table(act_cells(streets), right=(0, 1))
    if streets.calls:
        yield ""
        yield from table(call_cells(streets))
    yield from _sentences([*streets.notes(), *([f"With a *: {STRANGE}."] if streets.strange else [])])


def _sentences(notes: Iterable[str]) -> Iterator[str]:
    for place, note in enumerate(notes):
        if not place:
            yield ""
        yield from wrap(printable(_plain(note)), WIDEST, subsequent_indent="  ")


def table(rows: Iterable[Line], right: Iterable[int] = ()) -> Iterator[str]:
    """Rows as lines in columns. right: columns that are set to the right."""
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


def _plain(sentence: str) -> str:
    """A sentence whose amounts may break from their units."""
    return sentence.replace("\u00a0", " ")

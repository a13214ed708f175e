"""Steps of closed games, and the end of open-face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.drawn_cards import split
from reports.formatting import count, listed, money, units, units_as_money
from reports.hand_notes import notes_of
from reports.hand_steps.outcome import VOID, Net, outcome_step
from reports.hand_steps.step_shapes import HandStep, StepRow, StepSeat
from reports.seat_marks import marks_of, missed
from reports.table_of_pairs import PARTS
from rules.cards import ROWS
from rules.shown_hands import Exhibit, SeatRecord

_OUTCOMES = {1: "wins", 0: "ties", -1: "loses"}
_PLURAL = {"surrendered": "surrender", "natural": "have special hands", "fouled": "foul"}


def closed_steps(exhibit: Exhibit, currency: str | None) -> Iterator[HandStep]:
    if any(seat.dealt for seat in exhibit.seats):
        yield _deal(exhibit)
    yield from settling_steps(exhibit, currency)


def settling_steps(exhibit: Exhibit, currency: str | None) -> Iterator[HandStep]:
    """Rows, comparisons and result."""
    yield _laid_open(exhibit)
    if not exhibit.void:
        for pair in exhibit.replay.get("pairs") or []:
            yield _comparison(exhibit, pair, currency)
    yield outcome_step(exhibit, _nets(exhibit), notes_of(exhibit, currency), currency)


def in_order(exhibit: Exhibit) -> list[SeatRecord]:
    return sorted(exhibit.seats, key=lambda seat: seat.seat)


def results_of(exhibit: Exhibit) -> Mapping[int, Mapping[str, Any]]:
    return {each["seat"]: each for each in exhibit.replay.get("seats") or []}


def seat_marks(exhibit: Exhibit, seat: SeatRecord, known: bool = True) -> list[str]:
    """Marks of a seat. known: with those that rows show."""
    result = results_of(exhibit).get(seat.seat, {})
    before = {"DEALER", "HAD TO DEAL", "BANKER", "MISSED"}
    marks = [mark.text for mark in marks_of(exhibit, seat, result)]
    return [each for each in marks if known or each in before or each.startswith("FANTASYLAND")]


def _deal(exhibit: Exhibit) -> HandStep:
    numbers = {len(split(seat.dealt or "")) for seat in exhibit.seats}
    each = (
        f"Each seat is dealt {count(numbers.pop(), 'card')}."
        if len(numbers) == 1
        else "The seats are dealt their cards."
    )
    words = [each]
    unseen = [str(seat.seat) for seat in in_order(exhibit) if not seat.dealt]
    if unseen:
        words.append(
            f"The cards dealt to {'seats' if len(unseen) > 1 else 'seat'} {listed(unseen)} were not recorded."
        )
    seats = [
        StepSeat(
            seat=seat.seat,
            player=seat.player,
            rows=[StepRow(name="", cards=split(seat.dealt))] if seat.dealt else [],
            marks=seat_marks(exhibit, seat, known=False),
        )
        for seat in in_order(exhibit)
    ]
    return HandStep(part="Deal", title="The deal", words=words, seats=seats)


def _laid_open(exhibit: Exhibit) -> HandStep:
    seats = [_open(exhibit, seat) for seat in in_order(exhibit)]
    words = [VOID] if exhibit.void else []
    words += [said for seat in in_order(exhibit) for said in _said(exhibit, seat)]
    return HandStep(
        part="Rows", title="The rows laid open", words=words or ["Each seat lays its rows open."], seats=seats
    )


def _open(exhibit: Exhibit, seat: SeatRecord, compared: Mapping[str, int] | None = None) -> StepSeat:
    """Seat with rows. compared: each wins (1), ties (0) or loses (-1)."""
    made = results_of(exhibit).get(seat.seat, {}).get("hands") or {}
    rows = [
        StepRow(
            name=name,
            cards=split(cards),
            made=str(made.get(name) or "").replace("_", " "),
            outcome=_OUTCOMES[compared[name]] if compared else "",
        )
        for name in ROWS
        if (cards := getattr(seat, name))
    ]
    if not rows and seat.dealt:
        rows = [StepRow(name="", cards=split(seat.dealt), made="dealt, not set")]
    return StepSeat(
        seat=seat.seat,
        player=seat.player,
        rows=rows,
        acts=compared is not None,
        marks=seat_marks(exhibit, seat),
    )


def _said(exhibit: Exhibit, seat: SeatRecord) -> Iterator[str]:
    """Facts of a seat's rows that change its worth."""
    result = results_of(exhibit).get(seat.seat, {})
    if result.get("fouled"):
        yield f"Seat {seat.seat} fouls."
    if result.get("surrendered") or seat.surrendered:
        yield f"Seat {seat.seat} surrenders."
    if result.get("natural"):
        yield f"Seat {seat.seat} has a special hand of thirteen cards: {str(result['natural']).replace('_', ' ')}."
    if missed(seat, result):
        yield f"Seat {seat.seat} misses the hand."
    royalties = [
        f"{units(worth, plus=False)} for the {row}"
        for row, worth in (result.get("royalties") or {}).items()
        if worth
    ]
    if royalties:
        yield f"Seat {seat.seat} has royalties, in units: {listed(royalties)}."


def _comparison(exhibit: Exhibit, pair: Mapping[str, Any], currency: str | None) -> HandStep:
    a, b, rows = pair["a"], pair["b"], pair.get("rows") or {}
    by_number = {seat.seat: seat for seat in exhibit.seats}
    compared = {row: won for row, won in rows.items() if won is not None}
    whole = compared if len(compared) == len(ROWS) else None
    sides = [
        _open(exhibit, by_number[a], whole),
        _open(exhibit, by_number[b], {row: -won for row, won in whole.items()} if whole else None),
    ]
    words = [*_rows_said(exhibit, a, b, compared), *_worth(exhibit, pair, currency)]
    return HandStep(part="Comparisons", title=f"Seat {a} against seat {b}", words=words, seats=sides)


def _rows_said(exhibit: Exhibit, a: int, b: int, compared: Mapping[str, int]) -> Iterator[str]:
    results = results_of(exhibit)
    for row in ROWS:
        if row not in compared:
            continue
        mine, theirs = (_class(results.get(each, {}), row) for each in (a, b))
        if not compared[row]:
            yield f"{row.capitalize()}: the seats tie{f', {mine} each' if mine == theirs and mine else ''}."
        elif compared[row] > 0:
            yield f"{row.capitalize()}: seat {a} wins{_by(mine, theirs)}."
        else:
            yield f"{row.capitalize()}: seat {b} wins{_by(theirs, mine)}."
    if not compared:
        yield f"The rows are not compared{_why_not(results, a, b)}."


def _by(won: str, lost: str) -> str:
    if not won or not lost:
        return ""
    return f" with the better {won}" if won == lost else f", {won} against {lost}"


def _class(result: Mapping[str, Any], row: str) -> str:
    return str((result.get("hands") or {}).get(row) or "").replace("_", " ")


def _why_not(results: Mapping[int, Mapping[str, Any]], a: int, b: int) -> str:
    for key, says in (("surrendered", "surrenders"), ("natural", "has a special hand"), ("fouled", "fouls")):
        found = [number for number in (a, b) if results.get(number, {}).get(key)]
        if found:
            return f": seat {found[0]} {says}" if len(found) == 1 else f": both seats {_PLURAL[key]}"
    return ""


def _worth(exhibit: Exhibit, pair: Mapping[str, Any], currency: str | None) -> Iterator[str]:
    a, b, total = pair["a"], pair["b"], pair.get("units")
    parts = pair.get("parts") or {}
    said = [f"{PARTS[part][0].lower()} {units(worth)}" for part, worth in parts.items() if worth]
    if said:
        yield f"Units for seat {a}: {listed(said)}."
    if total is None:
        yield f"What seats {a} and {b} owe each other is not known."
        return
    sign = -1 if str(total).startswith("-") else 1
    if str(total) == "0":
        yield f"Seats {a} and {b} owe each other nothing."
        return
    owing, owed = (b, a) if sign > 0 else (a, b)
    size = str(total).lstrip("-")
    worth = units_as_money(total, exhibit.unit)
    amount = f", {money(abs(worth), currency)}" if worth is not None else ""
    yield f"Seat {owing} owes {size} unit{'' if size == '1' else 's'}{amount}, to seat {owed}."


def _nets(exhibit: Exhibit) -> Sequence[Net]:
    results = results_of(exhibit)
    found: list[Net] = []
    for seat in in_order(exhibit):
        due = results.get(seat.seat, {}).get("net")
        apart = None if seat.net is None or due is None else seat.net - due
        found.append((seat.seat, seat.player, seat.net, due, apart))
    return found

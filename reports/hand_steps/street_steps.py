"""Steps of open-face hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reports.card_words import cards as shown_cards
from reports.drawn_acts import LANES, StreetAct, StreetActs
from reports.formatting import listed, time_of_day
from reports.hand_steps.row_comparison_steps import in_order, seat_marks, settling_steps
from reports.hand_steps.step_shapes import HandStep, StepRow, StepSeat
from rules.cards import ROWS
from rules.shown_hands import Exhibit

Lanes = Mapping[str, list[str]]
_INTO = {"front": "in the front", "middle": "in the middle", "back": "in the back"}


def open_face_steps(exhibit: Exhibit, currency: str | None) -> Iterator[HandStep]:
    streets = StreetActs(exhibit)
    laid: dict[int, dict[str, list[str]]] = {
        seat.seat: {lane: [] for lane in LANES} for seat in exhibit.seats
    }
    for act in streets.acts:
        new = {lane: act.cards(lane) for lane in LANES}
        for lane, added in new.items():
            laid.setdefault(act.seat, {each: [] for each in LANES})[lane] += added
        yield HandStep(
            part=f"Street {act.street}",
            title=f"Street {act.street}: seat {act.seat}",
            words=list(_said(streets, act)),
            seats=[_seat(exhibit, number, laid[number], act, new) for number in _numbers(exhibit)],
        )
    yield from settling_steps(exhibit, currency)


def _numbers(exhibit: Exhibit) -> list[int]:
    return [seat.seat for seat in in_order(exhibit)]


def _said(streets: StreetActs, act: StreetAct) -> Iterator[str]:
    dealt = shown_cards(act.record.dealt)
    where = [f"{shown_cards(''.join(cards))} {_INTO[row]}" for row in ROWS if (cards := act.cards(row))]
    sets = f"sets {listed(where)}" if where else "sets nothing"
    yield f"Seat {act.seat} is dealt {dealt} and {sets}." if dealt else f"Seat {act.seat} {sets}."
    if gone := act.cards("discard"):
        yield f"It discards {shown_cards(''.join(gone))}."
    if act.record.at:
        yield f"It acted at {time_of_day(act.record.at)}."
    if (act.street, act.seat) in streets.on_clock:
        yield "The clock had been called on it."
    if strange := sorted(streets.strange_of(act)):
        yield f"{shown_cards(''.join(strange))}: set without being dealt, or in a row that finally lacks it."


def _seat(exhibit: Exhibit, number: int, laid: Lanes, act: StreetAct, new: Lanes) -> StepSeat:
    record = next(each for each in exhibit.seats if each.seat == number)
    acts = number == act.seat
    rows = [
        StepRow(
            name="discarded" if lane == "discard" else lane,
            cards=tuple(laid[lane]),
            new=tuple(new[lane]) if acts else (),
        )
        for lane in LANES
        if laid[lane] or lane != "discard"
    ]
    marks = seat_marks(exhibit, record, known=False)
    return StepSeat(seat=number, player=record.player, rows=rows, acts=acts, marks=marks)

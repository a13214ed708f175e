"""Seats, moves, tables that break and hands at the wrong table or moment."""

from __future__ import annotations

import datetime as dt

from msgspec import UNSET

from rules.records.events import Session
from rules.records.pot_records import PotHand, PotSeat
from rules.tournaments.tournament_records import (
    Draw,
    Elimination,
    Hand,
    HandSeat,
    Move,
    Rebuy,
    Seating,
    TableBreak,
)
from simulation.events.faults.event_fault_base import AlteredEvent, Altering, EventFaultFamily, moment
from simulation.events.simulated_event_tables import SimulatedTableLog
from simulation.faults.figures import Figure

FAMILY = EventFaultFamily()


def _drawn(event: Altering) -> bool:
    seating = event.ruleset.sections.seating
    return seating is not None and seating.first is not None


def _approves_moves(event: Altering) -> bool:
    seating = event.ruleset.sections.seating
    return seating is not None and seating.moves is not None


FAMILY.figure(
    "seat-chosen", "seat-not-drawn", "A player chose the seat.", Figure(Seating, "method", to="chosen"),
    where=lambda each: each.method == "draw", within=_drawn,
)  # fmt: skip


FAMILY.figure(
    "start-assigned", "seat-not-drawn", "The seats for the start were assigned.", Figure(Draw, "method", to="assigned"),
    where=lambda each: each.reason == "start", within=_drawn,
)  # fmt: skip


@FAMILY.fault("seat-given-twice", "seat-taken", wide=True)
def seat_given_twice(event: Altering) -> AlteredEvent | None:
    """A late entry gets a seat that somebody holds."""
    seats = event.of(Seating, lambda each: str(each.at) > str(event.header.starts_at))
    for seat in seats:
        held = _held_before(event, seat)
        taken = [place for (table, place) in held.values() if table == seat.table]
        if taken:
            true, seat.seat = seat.seat, event.random.choice(sorted(taken))
            return AlteredEvent(
                record=seat, field="seat", recorded=seat.seat, true=true, entry=seat.entry, table=seat.table,
                may=("seat-differs", "seat-taken", "elimination-differs"),
            )  # fmt: skip
    return None


def _held_before(event: Altering, record: object) -> dict[int, tuple[str, int]]:
    held: dict[int, tuple[str, int]] = {}
    for each in event.event.events:
        if each is record:
            break
        if isinstance(each, Seating):
            held[each.entry] = each.table, each.seat
        elif isinstance(each, Draw):
            held |= {seat.entry: (seat.table, seat.seat) for seat in each.seats}
        elif isinstance(each, Move):
            held[each.entry] = each.to.table, each.to.seat
        elif isinstance(each, Elimination):
            held.pop(each.entry, None)
    return held


@FAMILY.fault("hand-at-another-seat", "seat-differs")
def hand_at_another_seat(event: Altering) -> AlteredEvent | None:
    """A hand has a player at another seat than the one that he holds."""
    hand = event.any_of(Hand, lambda each: each.seats is not UNSET and len(each.seats) < 9)
    if hand is None or hand.seats is UNSET:
        return None
    free = sorted(set(range(1, 10)) - {each.seat for each in hand.seats})
    here = event.random.choice(hand.seats)
    true, here.seat = here.seat, free[0]
    return AlteredEvent(
        record=hand, field="seats.seat", recorded=here.seat, true=true, entry=here.entry, table=hand.table
    )


@FAMILY.fault("move-from-elsewhere", "seat-differs")
def move_from_elsewhere(event: Altering) -> AlteredEvent | None:
    """A move names another seat than the one that the player held."""
    move = event.any_of(Move)
    if move is None:
        return None
    true = move.from_.seat
    move.from_.seat = true % 9 + 1
    return AlteredEvent(
        record=move,
        field="from.seat",
        recorded=move.from_.seat,
        true=true,
        entry=move.entry,
        table=move.from_.table,
    )


FAMILY.figure(
    "move-not-approved", "move-without-approval", "A move was not approved.", Figure(Move, "approved"),
    within=_approves_moves,
)  # fmt: skip


FAMILY.figure(
    "balanced-from-the-button", "balance-position-wrong", "A player was moved from the button, not from the big blind.",
    Figure(Move, "from_position", to="button"), where=lambda each: each.from_position == "bb",
)  # fmt: skip


@FAMILY.fault("break-order-changed", "break-order-differs", wide=True)
def break_order_changed(event: Altering) -> AlteredEvent | None:
    """Tables broke in another order than the posted one."""
    tables, breaks = event.header.tables, event.all(TableBreak)
    seating = event.ruleset.sections.seating
    if tables is UNSET or len(breaks) < 2 or seating is None or seating.break_ is None:
        return None
    by_name = {each.table: each for each in tables}
    one, other = by_name[breaks[0].table], by_name[breaks[1].table]
    one.break_order, other.break_order = other.break_order, one.break_order
    return AlteredEvent(
        record=breaks[0],
        field="tables.break_order",
        recorded=one.break_order,
        true=other.break_order,
        table=one.table,
    )


@FAMILY.fault("hand-at-a-closed-table", "hand-at-broken-table")
def hand_at_a_closed_table(event: Altering) -> AlteredEvent | None:
    """A hand is dealt at a table that broke."""
    table_break = event.any_of(TableBreak)
    if table_break is None:
        return None
    after = [each for each in event.event.events if each.at == table_break.at][-1]
    hand = Hand(at=table_break.at, table=table_break.table, hand=int(table_break.after_hand or 0) + 1)
    event.insert(hand, after)
    return AlteredEvent(
        record=hand, field="table", recorded=hand.table, table=hand.table,
        may=("balance-missed", "short-table-played", "final-table-not-formed", "hand-for-hand-missed"),
    )  # fmt: skip


@FAMILY.fault("hand-without-a-round", "hand-for-hand-missed")
def hand_without_a_round(event: Altering) -> AlteredEvent | None:
    """A hand before the paid places was not dealt hand for hand."""
    busy = {(each.table, each.hand) for each in event.all(Elimination)}
    hand = event.any_of(Hand, lambda each: each.round is not UNSET and (each.table, each.hand) not in busy)
    if hand is None or event.header.prizes_by == "tickets":
        return None
    true, hand.round = hand.round, UNSET
    return AlteredEvent(record=hand, field="round", true=true, table=hand.table)


@FAMILY.fault("out-and-dealt-in", "out-and-plays-on")
def out_and_dealt_in(event: Altering) -> AlteredEvent | None:
    """A player who is out is in a later hand."""
    for bust in event.of(Elimination):
        if any(each.entry == bust.entry for each in event.after(bust, Rebuy)):
            continue
        for hand in event.after(bust, Hand):
            free = set(range(1, 10)) - {each.seat for each in hand.seats or []}
            if hand.seats is not UNSET and free and not any(each is hand for each in event.touched):
                hand.seats.append(HandSeat(entry=bust.entry, seat=min(free)))
                return AlteredEvent(
                    record=hand, field="seats", recorded=bust.entry, entry=bust.entry, table=hand.table,
                    may=("seat-differs", "table-overfull"),
                )  # fmt: skip
    return None


@FAMILY.fault("out-once-more", "out-twice")
def out_once_more(event: Altering) -> AlteredEvent | None:
    """A player who is out goes out again."""
    bust = event.any_of(Elimination, lambda each: not any(r.entry == each.entry for r in event.all(Rebuy)))
    if bust is None or bust is event.all(Elimination)[-1]:
        return None
    again = Elimination(at=bust.at, entry=bust.entry)
    event.insert(again, [each for each in event.event.events if each.at == bust.at][-1])
    return AlteredEvent(
        record=again, field="entry", recorded=bust.entry, entry=bust.entry, may=("out-and-plays-on",)
    )


@FAMILY.fault("seat-at-a-cash-table", "plays-elsewhere")
def seat_at_a_cash_table(event: Altering) -> AlteredEvent | None:
    """A player of the event plays at a cash table at the same time."""
    discipline = event.ruleset.sections.discipline
    if discipline is None or discipline.elsewhere is None or event.header.prizes_by == "chips":
        return None
    hands = event.of(Hand, lambda each: each.seats is not UNSET)
    if not hands or event.replayed().deal is not None:
        return None
    hand = hands[len(hands) // 3]
    entry = (hand.seats or [])[0].entry
    player = event.player(entry)
    at = (moment(hand) + dt.timedelta(seconds=1)).isoformat()
    session = Session(
        format="cardroom-log/1", room=event.header.room, session="cash-1", table="C1", currency=event.header.currency,
        opened_at=at,
    )  # fmt: skip
    seats = [PotSeat(seat=1, player=str(player), net=0), PotSeat(seat=2, player="c-0001", net=0)]
    dealt = PotHand(hand=1, at=at, game="holdem", seats=seats)
    log = SimulatedTableLog([session, dealt], 1)
    event.event.logs.append(log)
    return AlteredEvent(
        record=dealt, field="seats.player", recorded=player, log=log, entry=entry, player=player, table="C1"
    )

"""Acts of setting cards that contradict the deal, the button or the rows."""

from __future__ import annotations

from itertools import pairwise

from rules.records.events import OfcSeat, Placement
from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, found, on_hand
from simulation.faults.hand_to_alter import cards_of, replaced, row_of
from simulation.faults.open_face.open_face_hand_to_alter import ROWS, OpenDeal, move

FAMILY = FaultFamily()


def _seats(deal: OpenDeal) -> list[OfcSeat]:
    """Seats that set street by street, where nothing else depends on that."""
    if not deal.played or deal.clocked:
        return []
    return [seat for seat in deal.set_seats() if len(deal.acts_of(seat)) > 1]


def text(act: Placement) -> str:
    return f"{act.dealt}: {act.front}/{act.middle}/{act.back}"


def _set(act: Placement) -> list[str]:
    return cards_of(act.front + act.middle + act.back)


@FAMILY.fault("row-overfilled", fault_codes.OVERFILLED)
def row_overfilled(deal: OpenDeal) -> AlteredHand | None:
    """A player's last card is recorded in a row that is full."""
    seat = deal.pick(_seats(deal))
    if seat is None:
        return None
    act = deal.acts_of(seat)[-1]
    true, card = text(act), deal.pick(_set(act))
    move([act], card, deal.pick([row for row in ROWS if card not in cards_of(row_of(seat, row))]))
    return AlteredHand(
        field="placements",
        recorded=text(act),
        true=true,
        seat=seat.seat,
        must=found(fault_codes.OVERFILLED, seat.seat) + found(fault_codes.ROWS_NOT_PLACED, seat.seat),
    )


@FAMILY.fault("placed-not-dealt", fault_codes.PLACED_NOT_DEALT)
def placed_not_dealt(deal: OpenDeal) -> AlteredHand | None:
    """Two players each set a card that the other was dealt."""
    seats = _seats(deal)
    if len(seats) < 2:
        return None
    one, other = deal.random.sample(seats, 2)
    first, second = deal.pick(deal.acts_of(one)), deal.pick(deal.acts_of(other))
    true, mine, theirs = text(first), deal.pick(_set(first)), deal.pick(_set(second))
    first.dealt, second.dealt = replaced(first.dealt, mine, theirs), replaced(second.dealt, theirs, mine)
    return AlteredHand(
        field="placements.dealt",
        recorded=text(first),
        true=true,
        seat=one.seat,
        must=found(fault_codes.PLACED_NOT_DEALT, one.seat, other.seat),
    )


@FAMILY.fault("street-size", fault_codes.STREET_SIZE)
def street_size(deal: OpenDeal) -> AlteredHand | None:
    """A player is dealt four cards at first and one more in the second turn."""
    seat = deal.pick(_seats(deal))
    if seat is None:
        return None
    first, second = deal.acts_of(seat)[:2]
    true, card = text(first), deal.pick(_set(first))
    row = next(each for each in ROWS if card in cards_of(getattr(first, each)))
    first.dealt = replaced(first.dealt, card, "")
    setattr(first, row, replaced(getattr(first, row), card, ""))
    second.dealt += card
    setattr(second, row, getattr(second, row) + card)
    return AlteredHand(
        field="placements.dealt",
        recorded=text(first),
        true=true,
        seat=seat.seat,
        must=found(fault_codes.STREET_SIZE, seat.seat),
    )


@FAMILY.fault("out-of-turn", fault_codes.OUT_OF_TURN)
def out_of_turn(deal: OpenDeal) -> AlteredHand | None:
    """A player sets cards before the player whose turn it is."""
    turns = [each for each in pairwise(_in_rounds(deal)) if each[0][0] == each[1][0]]
    if not turns:
        return None
    (_, place), (_, after) = deal.pick(turns)
    one, other = deal.acts[place], deal.acts[after]
    deal.acts[place], deal.acts[after] = other, one
    one.at, other.at = other.at, one.at
    return AlteredHand(
        field="placements.seat",
        recorded=other.seat,
        true=one.seat,
        seat=one.seat,
        must=found(fault_codes.OUT_OF_TURN, one.seat),
    )


def _in_rounds(deal: OpenDeal) -> list[tuple[int, int]]:
    """(round, place) of acts with a turn, where nothing else depends on it."""
    if not deal.played or deal.clocked:
        return []
    at_once = {seat.seat for seat in deal.seats if isinstance(seat.fantasyland, int)}
    turns: dict[int, int] = {}
    rounds = []
    for place, act in enumerate(deal.acts):
        if act.seat not in at_once:
            rounds.append((turns.setdefault(act.seat, 0), place))
            turns[act.seat] += 1
    return rounds


@FAMILY.fault("rows-not-as-placed", fault_codes.ROWS_NOT_PLACED)
def rows_not_as_placed(deal: OpenDeal) -> AlteredHand | None:
    """Two cards of a player were each set in the row in which the other is at the end."""
    seat = deal.pick(_seats(deal))
    if seat is None:
        return None
    one, other = deal.random.sample(ROWS, 2)
    mine, theirs = (deal.pick(cards_of(row_of(seat, row))) for row in (one, other))
    acts = deal.acts_of(seat)
    move(acts, mine, other)
    move(acts, theirs, one)
    return AlteredHand(
        field="placements",
        recorded=f"{mine} {other}, {theirs} {one}",
        true=f"{mine} {one}, {theirs} {other}",
        seat=seat.seat,
        must=found(fault_codes.ROWS_NOT_PLACED, seat.seat),
    )


@FAMILY.fault("variant-differs", fault_codes.VARIANT)
def variant_differs(deal: OpenDeal) -> AlteredHand | None:
    """The hand is recorded as a different variant."""
    other = "pineapple" if deal.hand.variant == "ofc" else "ofc"
    return alter(deal.hand, "variant", other, on_hand(fault_codes.VARIANT))

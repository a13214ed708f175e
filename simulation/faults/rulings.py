"""Fouls, naturals, surrenders and void deals that are ruled, claimed or paid wrongly."""

from __future__ import annotations

from msgspec import UNSET

from rules.records.events import ChineseSeat, HandIrregularity, Transfer
from simulation.faults import fault_codes
from simulation.faults.fault_base import (
    AlteredHand,
    FaultFamily,
    alter,
    found,
    on_hand,
    with_nets,
    with_transfers,
)
from simulation.faults.hand_to_alter import AnySeat, ClosedDeal, HandToAlter

FAMILY = FaultFamily()


@FAMILY.fault("ruled-foul-without-cause", fault_codes.RULED_FOUL)
def ruled_foul_without_cause(deal: HandToAlter) -> AlteredHand | None:
    """A hand in order is marked fouled, with no ruling on record."""
    seat = deal.pick(deal.set_seats()) if deal.played else None
    if seat is None:
        return None
    return alter(seat, "seats.fouled", True, found(fault_codes.RULED_FOUL, seat.seat), seat=seat.seat)


@FAMILY.fault(
    "natural-not-held", fault_codes.NATURAL_NOT_HELD, where=lambda game: bool(game.naturals), idle=True
)
def natural_not_held(deal: ClosedDeal) -> AlteredHand | None:
    """A seat declares a natural that its cards do not form."""
    seat = deal.pick(deal.set_seats()) if deal.played else None
    if seat is None or not deal.game.naturals:
        return None
    name = deal.random.choice(deal.game.naturals)
    if deal.settle(deal.hand).holds_natural(deal.seats.index(seat)):  # a natural that the player kept back
        return None
    return alter(seat, "seats.declared", name, found(fault_codes.NATURAL_NOT_HELD, seat.seat), seat=seat.seat)


@FAMILY.fault(
    "surrender-not-offered",
    fault_codes.SURRENDER_NOT_OFFERED,
    where=lambda game: not game.surrender,
    idle=True,
)
def surrender_not_offered(deal: ClosedDeal) -> AlteredHand | None:
    """A hand is surrendered where the ruleset has no surrender."""
    seat = deal.pick(deal.set_seats()) if deal.played and not deal.game.surrender else None
    if seat is None:
        return None
    must = found(fault_codes.SURRENDER_NOT_OFFERED, seat.seat)
    return alter(seat, "seats.surrendered", True, must, seat=seat.seat)


@FAMILY.fault(
    "surrender-underpaid", fault_codes.SURRENDER_PAID, rare=True, where=lambda game: game.surrender, idle=True
)
def surrender_underpaid(deal: ClosedDeal) -> AlteredHand | None:
    """A surrender pays one live player a unit less than the set amount."""
    gone = [each for each in deal.seats if each.surrendered is True]
    live = [each for each in deal.seats if each.surrendered is not True and _is_paid(deal, each)]
    if not deal.played or not gone or not live:
        return None
    payer, payee = deal.pick(gone), deal.pick(live)
    true = f"{payer.net}, {payee.net}"
    _move(deal, payee, payer, deal.worth)
    return AlteredHand(
        field="seats.net",
        recorded=f"{payer.net}, {payee.net}",
        true=true,
        seat=payer.seat,
        must=found(fault_codes.SURRENDER_PAID, payer.seat) + found(fault_codes.NET, payer.seat, payee.seat),
    )


@FAMILY.fault("void-paid", fault_codes.VOID_PAID, rare=True, where=with_nets)
def void_paid(deal: HandToAlter) -> AlteredHand | None:
    """Money moves in a void deal."""
    if deal.played:
        return None
    payer, payee = deal.random.sample(deal.seats, 2)
    _move(deal, payer, payee, 2 * deal.worth)
    return AlteredHand(
        field="seats.net",
        recorded=payer.net if isinstance(payer.net, int) else None,
        true=0,
        seat=payer.seat,
        must=found(fault_codes.VOID_PAID, payer.seat, payee.seat),
    )


@FAMILY.fault("void-transfers", fault_codes.VOID_PAID, rare=True, where=with_transfers)
def void_transfers(deal: HandToAlter) -> AlteredHand | None:
    """Transfers are recorded in a void deal; the nets do not show them."""
    if deal.played or not isinstance(deal.hand.transfers, list):
        return None
    payer, payee = deal.random.sample(deal.seats, 2)
    move = Transfer(payer=payer.seat, payee=payee.seat, amount=deal.worth, units=1)
    deal.hand.transfers = [move]
    return AlteredHand(
        field="transfers",
        recorded=move.amount,
        true=None,
        seat=payer.seat,
        must=on_hand(fault_codes.VOID_PAID) + found(fault_codes.NET_AND_TRANSFERS, payer.seat, payee.seat),
    )


@FAMILY.fault("misdeal-settled", fault_codes.MISDEAL_SETTLED, where=with_nets)
def misdeal_settled(deal: HandToAlter) -> AlteredHand | None:
    """The floor rules a misdeal, and the hand is played and paid."""
    if not deal.played or not any(isinstance(seat.net, int) and seat.net for seat in deal.seats):
        return None
    ruled = HandIrregularity(kind="misdeal", when="deal", ruling="misdeal")
    listed = deal.hand.irregularities
    deal.hand.irregularities = [*listed, ruled] if isinstance(listed, list) else [ruled]
    return AlteredHand(
        field="irregularities", recorded="misdeal", true=None, must=on_hand(fault_codes.MISDEAL_SETTLED)
    )


@FAMILY.fault("foul-paid-as-legal", fault_codes.FOUL_MISSED, rare=True, where=with_nets)
def foul_paid_as_legal(deal: HandToAlter) -> AlteredHand | None:
    """A hand with back and middle exchanged is paid as if they were in order, and is not ruled fouled."""
    seat = deal.pick([each for each in deal.seats if each.fouled is True]) if deal.played else None
    if seat is None:
        return None
    rulings = deal.hand.irregularities
    _legalise(deal, seat)
    seat.middle, seat.back = seat.back, seat.middle
    settled = deal.settle(deal.hand)
    seat.middle, seat.back = seat.back, seat.middle
    if settled.fouled[0, deal.seats.index(seat)]:  # for another reason
        seat.fouled, deal.hand.irregularities = True, rulings
        return None
    deal.pay(settled)
    return AlteredHand(
        field="seats.fouled",
        recorded="false",
        true="true",
        seat=seat.seat,
        must=found(fault_codes.FOUL_MISSED, seat.seat),
        moved=True,
    )


def _is_paid(deal: ClosedDeal, seat: ChineseSeat) -> bool:
    return not deal.game.banker or seat.seat == deal.hand.banker


def _legalise(deal: HandToAlter, seat: AnySeat) -> None:
    seat.fouled = False
    listed = deal.hand.irregularities
    if isinstance(listed, list):
        deal.hand.irregularities = [each for each in listed if each.seat != seat.seat] or UNSET


def _move(deal: HandToAlter, payer: AnySeat, payee: AnySeat, amount: int) -> None:
    assert isinstance(payer.net, int)
    assert isinstance(payee.net, int)
    payer.net -= amount
    payee.net += amount


@FAMILY.fault(
    "count-not-on-record", fault_codes.COUNT_CONTRADICTED,
    where=lambda game: "wrong_card_count" not in game.not_played_on, asked=True,
)  # fmt: skip
def count_not_on_record(deal: ClosedDeal) -> AlteredHand | None:
    """An irregularity records twelve cards for a seat whose rows have thirteen."""
    seat = deal.pick(deal.set_seats()) if deal.played and not deal.hand.irregularities else None
    if seat is None:
        return None
    seen = HandIrregularity(
        kind="wrong_card_count", when="showdown", seat=seat.seat, cards=12, ruling="play_on"
    )
    deal.hand.irregularities = [seen]
    return AlteredHand(
        field="irregularities.cards",
        recorded=12,
        true=13,
        seat=seat.seat,
        must=found(fault_codes.COUNT_CONTRADICTED, seat.seat),
    )

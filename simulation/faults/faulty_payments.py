"""Money that went to the wrong player or was recorded wrongly."""

from __future__ import annotations

from rules.records.events import Transfer
from simulation.faults import fault_codes
from simulation.faults.fault_base import (
    AlteredHand,
    FaultFamily,
    alter,
    found,
    in_whole_units,
    on_hand,
    with_nets,
    with_transfers,
)
from simulation.faults.hand_to_alter import AnySeat, HandToAlter
from simulation.written_results import SettledBlock

FAMILY = FaultFamily(of_money=True)
_UNITS = (1, 1, 2, 3, 4)


def _known(seat: AnySeat) -> int:
    assert isinstance(seat.net, int)
    return seat.net


def nets_text(deal: HandToAlter) -> str:
    return ", ".join(str(net) for net in deal.nets)


@FAMILY.fault("net-moved", fault_codes.NET, where=with_nets)
def net_moved(deal: HandToAlter) -> AlteredHand | None:
    """Units of one seat are credited to another."""
    if not deal.played:
        return None
    giver, taker = deal.random.sample(deal.seats, 2)
    amount = deal.random.choice(_UNITS) * deal.worth
    true = nets_text(deal)
    giver.net, taker.net = _known(giver) - amount, _known(taker) + amount
    return _two_nets(deal, giver, taker, true)


@FAMILY.fault("net-of-one-seat", fault_codes.NET, where=with_nets)
def net_of_one_seat(deal: HandToAlter) -> AlteredHand | None:
    """One seat's net is recorded wrongly, so the nets do not balance."""
    if not deal.played:
        return None
    seat = deal.pick(deal.seats)
    amount = deal.random.choice(_UNITS) * deal.worth * deal.random.choice((-1, 1))
    return _one_net(deal, seat, _known(seat) + amount)


@FAMILY.fault("net-sign", fault_codes.NET, where=with_nets)
def net_sign(deal: HandToAlter) -> AlteredHand | None:
    """A loss is recorded as a win, or a win as a loss."""
    seat = deal.pick([each for each in deal.seats if deal.played and each.net])
    return _one_net(deal, seat, -_known(seat)) if seat else None


@FAMILY.fault("net-digit", fault_codes.NET, where=with_nets)
def net_digit(deal: HandToAlter) -> AlteredHand | None:
    """A net has a zero too many."""
    seat = deal.pick([each for each in deal.seats if deal.played and each.net])
    return _one_net(deal, seat, 10 * _known(seat)) if seat else None


def _one_net(deal: HandToAlter, seat: AnySeat, net: int) -> AlteredHand:
    return alter(seat, "seats.net", net, found(fault_codes.NET, seat.seat), seat=seat.seat)


@FAMILY.fault("nets-swapped", fault_codes.NET, where=with_nets)
def nets_swapped(deal: HandToAlter) -> AlteredHand | None:
    """The nets of two seats are exchanged."""
    if not deal.played:
        return None
    one, other = deal.random.sample(deal.seats, 2)
    if one.net == other.net:
        return None
    true = nets_text(deal)
    one.net, other.net = other.net, one.net
    return _two_nets(deal, one, other, true)


def _two_nets(deal: HandToAlter, one: AnySeat, other: AnySeat, true: str) -> AlteredHand:
    return AlteredHand(
        field="seats.net",
        recorded=nets_text(deal),
        true=true,
        seat=one.seat,
        must=found(fault_codes.NET, one.seat, other.seat),
    )


@FAMILY.fault("paid-double", fault_codes.NET, where=with_nets)
def paid_double(deal: HandToAlter) -> AlteredHand | None:
    """The whole hand is paid at twice the unit."""
    losing = [each for each in deal.seats if deal.played and each.net]
    if not losing:
        return None
    true = nets_text(deal)
    for seat in losing:
        seat.net = 2 * _known(seat)
    return AlteredHand(
        field="seats.net",
        recorded=nets_text(deal),
        true=true,
        must=found(fault_codes.NET, *(seat.seat for seat in losing)),
    )


@FAMILY.fault("net-not-whole-units", fault_codes.NOT_WHOLE, where=in_whole_units)
def net_not_whole_units(deal: HandToAlter) -> AlteredHand | None:
    """Half a unit of one seat is credited to another."""
    half = deal.worth // 2
    if not deal.played or not half:
        return None
    giver, taker = deal.random.sample(deal.seats, 2)
    true = nets_text(deal)
    giver.net, taker.net = _known(giver) - half, _known(taker) + half
    both = (giver.seat, taker.seat)
    return AlteredHand(
        field="seats.net",
        recorded=nets_text(deal),
        true=true,
        seat=giver.seat,
        must=found(fault_codes.NOT_WHOLE, *both) + found(fault_codes.NET, *both),
    )


@FAMILY.fault("royalty-not-paid", fault_codes.NET, rare=True, where=lambda game: game.royalties, idle=True)
def royalty_not_paid(deal: HandToAlter) -> AlteredHand | None:
    """Royalties are left out of the hand's payments."""
    return paid_without(deal, "royalty")


@FAMILY.fault(
    "natural-not-paid", fault_codes.NET, rare=True, where=lambda game: bool(game.naturals), idle=True
)
def natural_not_paid(deal: HandToAlter) -> AlteredHand | None:
    """A natural is paid by its rows."""
    return paid_without(deal, "naturals")


def paid_without(deal: HandToAlter, section: str) -> AlteredHand | None:
    """The hand is paid as if the ruleset lacked a section."""
    return paid_by(deal, deal.settle(deal.hand, section))


def paid_by(deal: HandToAlter, settled: SettledBlock) -> AlteredHand | None:
    """The nets are those of another settlement."""
    nets = settled.nets[0]
    wrong = [seat for seat, net in zip(deal.seats, nets, strict=False) if seat.net != net]
    if not deal.played or not wrong:
        return None
    true = nets_text(deal)
    for seat, net in zip(deal.seats, nets, strict=False):
        seat.net = net
    return AlteredHand(
        field="seats.net",
        recorded=nets_text(deal),
        true=true,
        must=found(fault_codes.NET, *(seat.seat for seat in wrong)),
    )


def _moves(deal: HandToAlter) -> list[Transfer]:
    return list(deal.hand.transfers) if deal.played and isinstance(deal.hand.transfers, list) else []


def move_text(move: Transfer) -> str:
    return f"{move.payer}>{move.payee}: {move.amount}"


@FAMILY.fault("transfer-amount", fault_codes.AMOUNT_AND_UNITS, where=with_transfers)
def transfer_amount(deal: HandToAlter) -> AlteredHand | None:
    """The chips of a transfer are not its units times the unit."""
    move = deal.pick(_moves(deal))
    if move is None or not isinstance(move.units, int):
        return None
    amount = move.amount + deal.random.choice((1, 2)) * deal.worth
    must = found(fault_codes.AMOUNT_AND_UNITS, move.payer) + found(
        fault_codes.TRANSFERS, move.payer, move.payee
    )
    return alter(move, "transfers.amount", amount, must, seat=move.payer)


@FAMILY.fault("transfer-units", fault_codes.TRANSFERS, where=with_transfers)
def transfer_units(deal: HandToAlter) -> AlteredHand | None:
    """A transfer has more units than were due, at the right price."""
    move = deal.pick(_moves(deal))
    if move is None or not isinstance(move.units, int):
        return None
    more = deal.random.choice((1, 2))
    true = move_text(move)
    move.units += more
    move.amount += more * deal.worth
    return _transfer(move, true, move_text(move))


@FAMILY.fault("transfer-reversed", fault_codes.TRANSFERS, where=with_transfers)
def transfer_reversed(deal: HandToAlter) -> AlteredHand | None:
    """The winner of a pair pays the loser."""
    move = deal.pick(_moves(deal))
    if move is None:
        return None
    true = move_text(move)
    move.payer, move.payee = move.payee, move.payer
    return _transfer(move, true, move_text(move))


@FAMILY.fault("transfer-missing", fault_codes.TRANSFERS, where=with_transfers)
def transfer_missing(deal: HandToAlter) -> AlteredHand | None:
    """A transfer that was due is missing."""
    moves = _moves(deal)
    if not moves:
        return None
    gone = deal.pick(moves)
    deal.hand.transfers = [move for move in moves if move is not gone]
    return _transfer(gone, move_text(gone), None)


def _transfer(move: Transfer, true: str, recorded: str | None) -> AlteredHand:
    return AlteredHand(
        field="transfers",
        recorded=recorded,
        true=true,
        seat=move.payer,
        must=found(fault_codes.TRANSFERS, move.payer, move.payee),
    )


@FAMILY.fault("transfer-to-nobody", fault_codes.TRANSFER_BY_NOBODY, where=with_transfers)
def transfer_to_nobody(deal: HandToAlter) -> AlteredHand | None:
    """Chips go to a seat where nobody plays."""
    move = deal.pick(_moves(deal))
    if move is None:
        return None
    taken = {each.seat for each in deal.seats}
    true = move_text(move)
    move.payee = deal.pick([seat for seat in range(1, 11) if seat not in taken])
    return AlteredHand(
        field="transfers.payee",
        recorded=move_text(move),
        true=true,
        seat=move.payer,
        must=found(fault_codes.TRANSFER_BY_NOBODY, move.payer),
    )


@FAMILY.fault("transfer-to-oneself", fault_codes.TRANSFER_BY_NOBODY, where=with_transfers)
def transfer_to_oneself(deal: HandToAlter) -> AlteredHand | None:
    """A seat pays itself."""
    move = deal.pick(_moves(deal))
    if move is None:
        return None
    true, move.payee = move_text(move), move.payer
    return AlteredHand(
        field="transfers.payee",
        recorded=move_text(move),
        true=true,
        seat=move.payer,
        must=found(fault_codes.TRANSFER_BY_NOBODY, move.payer),
    )


@FAMILY.fault(
    "paid-around",
    fault_codes.PAID_AROUND,
    where=lambda game: with_transfers(game) and not game.banker,
    asked=True,
)
def paid_around(deal: HandToAlter) -> AlteredHand | None:
    """Three players pay each other in a circle, in addition to what is due."""
    moves = deal.hand.transfers
    if not deal.played or not isinstance(moves, list) or len(deal.seats) < 3:
        return None
    seats = [each.seat for each in deal.random.sample(list(deal.seats), 3)]
    most = max((each.amount for each in moves), default=0)
    units = 2 * len(moves) * most // deal.worth + 1  # more than all that passes between these three
    around = [
        Transfer(payer=payer, payee=payee, units=units, amount=units * deal.worth)
        for payer, payee in zip(seats, [*seats[1:], seats[0]], strict=True)
    ]
    deal.hand.transfers = [*moves, *around]
    return AlteredHand(
        field="transfers",
        recorded=", ".join(map(move_text, around)),
        true=None,
        must=on_hand(fault_codes.PAID_AROUND),
    )

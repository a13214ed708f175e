"""Faults of some games only: a banker, a pool, chips that run out, a forced dealer."""

from __future__ import annotations

from rules.records.events import Pool, Transfer
from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, beyond, found, on_hand
from simulation.faults.faulty_payments import move_text, nets_text, paid_by, paid_without
from simulation.faults.hand_to_alter import ClosedDeal, HandToAlter

FAMILY = FaultFamily(of_money=True)


@FAMILY.fault("sweep-not-paid", fault_codes.NET, where=lambda game: game.sweep)
def sweep_not_paid(deal: HandToAlter) -> AlteredHand | None:
    """A player who won every row is paid only for the rows."""
    return paid_without(deal, "sweep")


@FAMILY.fault("overall-point-not-paid", fault_codes.NET, where=lambda game: game.overall)
def overall_point_not_paid(deal: HandToAlter) -> AlteredHand | None:
    """Nobody is paid the overall point."""
    return paid_without(deal, "overall_point")


@FAMILY.fault("side-bet-not-paid", fault_codes.NET, where=lambda game: game.aces)
def side_bet_not_paid(deal: HandToAlter) -> AlteredHand | None:
    """The bet on aces is left out of the hand's payments."""
    return paid_without(deal, "side_bets")


@FAMILY.fault("banker-tie-unpaid", fault_codes.NET, rare=True, where=lambda game: game.banker_wins_ties)
def banker_tie_unpaid(deal: HandToAlter) -> AlteredHand | None:
    """A tied row pays nothing, although the banker wins ties."""
    return paid_by(deal, deal.settle(deal.hand, "", {"comparison.row_tie": "nobody"}))


@FAMILY.fault("banker-not-in-hand", fault_codes.BANKER_NOT_THERE, where=lambda game: game.banker)
def banker_not_in_hand(deal: ClosedDeal) -> AlteredHand | None:
    """The banker is recorded at a seat where nobody plays."""
    taken = {each.seat for each in deal.seats}
    if not deal.played or not isinstance(deal.hand.banker, int):
        return None
    number: int = deal.pick([seat for seat in range(1, 11) if seat not in taken])
    return alter(deal.hand, "banker", number, on_hand(fault_codes.BANKER_NOT_THERE))


@FAMILY.fault("paid-past-the-banker", fault_codes.PAST_THE_BANKER, where=lambda game: game.banker)
def paid_past_the_banker(deal: ClosedDeal) -> AlteredHand | None:
    """A player pays another player; neither of them banks."""
    if not deal.played or not isinstance(deal.hand.transfers, list):
        return None
    payer, payee = deal.random.sample([each.seat for each in deal.seats if each.seat != deal.hand.banker], 2)
    move = Transfer(payer=payer, payee=payee, amount=deal.worth, units=1)
    deal.hand.transfers = [*deal.hand.transfers, move]
    return AlteredHand(
        field="transfers",
        recorded=move_text(move),
        true=None,
        seat=payer,
        must=found(fault_codes.PAST_THE_BANKER, payer) + found(fault_codes.TRANSFERS, payer, payee),
    )


@FAMILY.fault("prize-to-another", fault_codes.WINNER, where=lambda game: not game.priced)
def prize_to_another(deal: ClosedDeal) -> AlteredHand | None:
    """Every player pays a unit to a player who did not win."""
    if not deal.played:
        return None
    winner = deal.settle(deal.hand).winner
    taker = deal.pick([seat for place, seat in enumerate(deal.seats) if place != winner])
    for seat in deal.seats:
        seat.net = deal.worth * (len(deal.seats) - 1 if seat is taker else -1)
    wrong = deal.seats if winner is None else [taker, deal.seats[winner]]
    return AlteredHand(
        field="seats.net",
        recorded=taker.net,
        true=None,
        seat=taker.seat,
        must=found(fault_codes.WINNER, *(seat.seat for seat in wrong)),
    )


@FAMILY.fault("contribution-short", fault_codes.CONTRIBUTION, where=lambda game: game.pool)
def contribution_short(deal: ClosedDeal) -> AlteredHand | None:
    """A player puts one unit less than the others into the pool."""
    if not isinstance(deal.hand.pool, Pool):
        return None
    paid = deal.pick(deal.hand.pool.contributions)
    must = found(fault_codes.CONTRIBUTION, paid.seat)
    return alter(paid, "pool.contributions.amount", paid.amount - deal.worth, must, seat=paid.seat)


@FAMILY.fault("award-to-another", fault_codes.AWARD, where=lambda game: game.pool)
def award_to_another(deal: ClosedDeal) -> AlteredHand | None:
    """The prize of a row goes to a seat without the best hand of that row."""
    if not isinstance(deal.hand.pool, Pool):
        return None
    award = deal.pick(deal.hand.pool.awards)
    best = {each.seat for each in deal.hand.pool.awards if each.row == award.row}
    others = [each.seat for each in deal.seats if each.seat not in best]
    if not others:
        return None
    other: int = deal.pick(others)
    must = found(fault_codes.AWARD, award.seat, other)
    return alter(award, "pool.awards.seat", other, must, seat=award.seat)


@FAMILY.fault(
    "short-stack-overpaid", fault_codes.BEYOND_THE_CHIPS, rare=True, where=lambda game: game.table_stakes
)
def short_stack_overpaid(deal: HandToAlter) -> AlteredHand | None:
    """The hand is paid in full, although a player had too few chips in front."""
    settled = deal.settle(deal.hand, "chips")
    results = zip(deal.seats, settled.nets[0], strict=False)
    short = [seat.seat for seat, net in results if beyond(deal.game, net, seat.stack)]
    if not deal.played or not short:
        return None
    true = nets_text(deal)
    deal.pay(settled)
    return AlteredHand(
        field="seats.net",
        recorded=nets_text(deal),
        true=true,
        seat=short[0],
        must=found(fault_codes.BEYOND_THE_CHIPS, *short),
    )


@FAMILY.fault("payments-out-of-order", fault_codes.OUT_OF_ORDER, where=lambda game: game.table_stakes)
def payments_out_of_order(deal: HandToAlter) -> AlteredHand | None:
    """The last payment is recorded as the first."""
    moves = deal.hand.transfers
    if not deal.played or not isinstance(moves, list) or len(moves) < 2 or moves[-1] == moves[0]:
        return None
    deal.hand.transfers = [moves[-1], *moves[:-1]]
    return AlteredHand(
        field="transfers",
        recorded=move_text(moves[-1]),
        true=move_text(moves[0]),
        must=on_hand(fault_codes.OUT_OF_ORDER),
    )


@FAMILY.fault("rake-differs", fault_codes.FIXED_FEE, where=lambda game: game.rake)
def rake_differs(deal: ClosedDeal) -> AlteredHand | None:
    """More rake is taken from one hand than from each other hand."""
    before = deal.before
    if not isinstance(deal.hand.fees, list) or not deal.hand.fees or before is None or before.void is True:
        return None
    fee = next(each for each in deal.hand.fees if each.kind == "rake")
    amount = fee.amount + deal.random.choice((100, 200))
    return alter(fee, "fees.amount", amount, on_hand(fault_codes.FIXED_FEE))


@FAMILY.fault(
    "forced-dealer-wrong", fault_codes.FORCED_DEALER, rare=True, where=lambda game: game.forced_dealer
)
def forced_dealer_wrong(deal: ClosedDeal) -> AlteredHand | None:
    """A player who did not hold the ace of spades has to deal, and is compensated for it."""
    true = deal.hand.dealer
    if deal.hand.forced_dealer is not True or not deal.played or not isinstance(true, int):
        return None
    dealer: int = deal.pick([each.seat for each in deal.seats if each.seat != true])
    altered = alter(deal.hand, "dealer", dealer, on_hand(fault_codes.FORCED_DEALER), seat=dealer, moved=True)
    deal.pay(deal.settle(deal.hand))
    return altered


@FAMILY.fault("compensation-not-paid", fault_codes.NET, rare=True, where=lambda game: game.forced_dealer)
def compensation_not_paid(deal: HandToAlter) -> AlteredHand | None:
    """A forced dealer is not compensated."""
    return paid_without(deal, "dealer_compensation")

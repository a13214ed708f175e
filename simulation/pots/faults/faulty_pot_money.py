"""Pots, awards, fees and nets that are not as due. Chips move as altered, but where the record is only misread."""

from __future__ import annotations

from msgspec import UNSET

from rules.records.events import FeeKind
from rules.records.pot_records import Pot, PotAward, PotFee
from simulation.faults.fault_base import AlteredHand, alter
from simulation.pots.faults.pot_fault_base import PotDeal, PotFaultFamily, at_seat, on_hand
from simulation.pots.faults.pot_fault_codes import AWARD, DROP, NET, POT, RAKE_ABOVE, RAKE_BELOW
from simulation.pots.offer import GamesOffered

FAMILY = PotFaultFamily()


def _net(deal: PotDeal, seat: int, more: int) -> None:
    record = next(each for each in deal.hand.seats if each.seat == seat)
    if isinstance(record.net, int):
        record.net += more


@FAMILY.fault("pot-to-another-seat", AWARD, acts=False)
def pot_to_another_seat(deal: PotDeal) -> AlteredHand | None:
    """An award goes to a seat that did not win it."""
    own = {award.seat for _, award in deal.awards}
    others = [each.seat for each in deal.hand.seats if each.net is not UNSET and each.seat not in own]
    chosen, seat = deal.pick([award for _, award in deal.awards if award.amount]), deal.pick(others)
    if chosen is None or seat is None:
        return None
    true, chosen.seat = chosen.seat, seat
    _net(deal, true, -chosen.amount)
    _net(deal, seat, chosen.amount)
    must = at_seat(AWARD, seat)
    return AlteredHand(
        field="pots.awards.seat",
        recorded=seat,
        true=true,
        seat=seat,
        must=must,
        may=("mucked_winner",),
        moved=True,
    )


def _two(deal: PotDeal, least: int) -> tuple[PotAward, PotAward] | None:
    pairs = [
        (one, other)
        for pot, one in deal.awards
        for each, other in deal.awards
        if pot == each and one.seat != other.seat and one.amount >= least
    ]
    return deal.pick(pairs)


def _shift(deal: PotDeal, amount: int) -> AlteredHand | None:
    pair = _two(deal, amount)
    if pair is None:
        return None
    one, other = pair
    true, one.amount = one.amount, one.amount - amount
    other.amount += amount
    _net(deal, one.seat, -amount)
    _net(deal, other.seat, amount)
    must = at_seat(AWARD, other.seat)
    return AlteredHand(
        field="pots.awards.amount",
        recorded=one.amount,
        true=true,
        seat=one.seat,
        must=must,
        may=("mucked_winner",),
        moved=True,
    )


@FAMILY.fault("award-amount", AWARD, acts=False)
def award_amount(deal: PotDeal) -> AlteredHand | None:
    """One winner of a pot gets chips of another."""
    return _shift(deal, 4 * deal.chip)


@FAMILY.fault("odd-chip-misplaced", AWARD, acts=False)
def odd_chip_misplaced(deal: PotDeal) -> AlteredHand | None:
    """The odd chip of a shared pot goes to the wrong winner."""
    return _shift(deal, deal.chip)


@FAMILY.fault("award-short", AWARD, acts=False)
def award_short(deal: PotDeal) -> AlteredHand | None:
    """A winner gets a chip less, and nobody else gets it: the pots do not add up."""
    chosen = deal.pick([award for _, award in deal.awards if award.amount > deal.chip])
    if chosen is None:
        return None
    _net(deal, chosen.seat, -deal.chip)
    must, less = at_seat(AWARD, chosen.seat), chosen.amount - deal.chip
    return alter(chosen, "pots.awards.amount", less, must, seat=chosen.seat, moved=True)


@FAMILY.fault("pot-amount", POT, acts=False)
def pot_amount(deal: PotDeal) -> AlteredHand | None:
    """A pot is recorded with another amount than the chips in it."""
    pots: list[Pot] = deal.hand.pots if isinstance(deal.hand.pots, list) else []
    pot = deal.pick(pots)
    if pot is None:
        return None
    amount = pot.amount + deal.random.choice((1, 4, 10)) * deal.chip
    return alter(pot, "pots.amount", amount, on_hand(POT))


@FAMILY.fault("eligible-too-many", POT, acts=False)
def eligible_too_many(deal: PotDeal) -> AlteredHand | None:
    """A player who folded is listed among those who can win a pot."""
    folded = [each.seat for each in deal.hand.seats if each.net is not UNSET]
    out = [seat for seat in folded if seat not in deal.ending.play.chips.live]
    pots: list[Pot] = deal.hand.pots if isinstance(deal.hand.pots, list) else []
    pot, seat = deal.pick(pots), deal.pick(out)
    if pot is None or seat is None or not isinstance(pot.eligible, list):
        return None
    pot.eligible = sorted([*pot.eligible, seat])
    return AlteredHand(field="pots.eligible", recorded=seat, true=None, seat=seat, must=on_hand(POT))


@FAMILY.fault("net-digit", NET, acts=False)
def net_digit(deal: PotDeal) -> AlteredHand | None:
    """The net of a player is written down wrong."""
    seat = deal.pick([each for each in deal.hand.seats if isinstance(each.net, int)])
    if seat is None or not isinstance(seat.net, int):
        return None
    net = seat.net + deal.random.choice((-10, -1, 1, 10)) * deal.unit
    return alter(seat, "seats.net", net, at_seat(NET, seat.seat), seat=seat.seat)


# ---------------------------------------------------------------------------- fees


def _exact(offer: GamesOffered) -> bool:
    rake = offer.rules.fees.rake
    return rake is not None and rake.mode == "exact"


def _take(deal: PotDeal, kind: FeeKind, more: int) -> tuple[int, int, int] | None:
    """Takes more or less of a fee from the main pot's last award: amount, amount due, seat."""
    fees: list[PotFee] = deal.hand.fees if isinstance(deal.hand.fees, list) else []
    fee = next((each for each in fees if each.kind == kind), None)
    awards = [
        award for pot, award in deal.awards if pot == (fee.pot if fee and isinstance(fee.pot, int) else 0)
    ]
    if len(awards) != 1 or (fee is None and more < 0) or awards[0].amount <= more:
        return None
    if fee is not None and fee.pot is UNSET and len({pot for pot, _ in deal.awards}) > 1:
        return None
    if fee is None:
        fee = PotFee(kind=kind, amount=0, pot=0)
        fees.append(fee)
        deal.hand.fees = fees
    true, fee.amount = fee.amount, fee.amount + more
    if not fee.amount:
        fees.remove(fee)
    awards[0].amount -= more
    _net(deal, awards[0].seat, -more)
    return fee.amount, true, awards[0].seat


def _fee(deal: PotDeal, kind: FeeKind, more: int, name: str) -> AlteredHand | None:
    taken = _take(deal, kind, more)
    if taken is None:
        return None
    amount, true, seat = taken
    return AlteredHand(
        field="fees.amount", recorded=amount, true=true, seat=seat, must=on_hand(name), moved=True
    )


@FAMILY.fault("rake-over", RAKE_ABOVE, acts=False, where=lambda offer: offer.rules.fees.rake is not None)
def rake_over(deal: PotDeal) -> AlteredHand | None:
    """More rake is taken than the schedule says."""
    rake = deal.rules.fees.rake
    assert rake is not None
    more = rake.per_step or deal.chip
    if rake.mode == "at_most":  # more than a share of all pots
        more = sum(pot.amount for pot in deal.ending.pots) * (rake.bp or 0) // 10_000 + deal.chip
    return _fee(deal, "rake", more, RAKE_ABOVE)


@FAMILY.fault("rake-under", RAKE_BELOW, acts=False, where=_exact)
def rake_under(deal: PotDeal) -> AlteredHand | None:
    """Less rake is taken than the schedule says."""
    rake = deal.rules.fees.rake
    assert rake is not None
    return _fee(deal, "rake", -(rake.per_step or deal.chip), RAKE_BELOW)


@FAMILY.fault("drop-wrong", DROP, acts=False, where=lambda offer: not offer.rules.fees.drop.as_recorded)
def drop_wrong(deal: PotDeal) -> AlteredHand | None:
    """Something is dropped for the jackpot that is not due, or not what is due."""
    return _fee(deal, "jackpot", 50, DROP)


@FAMILY.fault("drop-missing", DROP, acts=False, where=lambda offer: offer.rules.fees.drop.money is not None)
def drop_missing(deal: PotDeal) -> AlteredHand | None:
    """Nothing is dropped for the jackpot, although it is due."""
    return _fee(deal, "jackpot", -deal.ending.fees.drop, DROP) if deal.ending.fees.drop else None

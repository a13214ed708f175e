"""Fees for a hand that differ from the controls."""

from __future__ import annotations

from msgspec import UNSET

from rules.records.events import HandFee
from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, found, on_hand
from simulation.faults.hand_to_alter import HandToAlter
from simulation.simulated_game import SimulatedGame

FAMILY = FaultFamily(of_money=True)


def _with_hand_fees(game: SimulatedGame) -> bool:
    return game.hand_fee is not None and not game.rake


def _with_share(game: SimulatedGame) -> bool:
    return _with_hand_fees(game) and game.raked_by_share


def _of_hand(deal: HandToAlter) -> HandFee | None:
    fees = deal.hand.fees
    return deal.pick(fees) if isinstance(fees, list) else None


@FAMILY.fault("hand-fee-above-limit", fault_codes.HAND_FEE_ABOVE, where=_with_hand_fees)
def hand_fee_above_limit(deal: HandToAlter) -> AlteredHand | None:
    """A player pays more for the hand than the limit."""
    fee = _of_hand(deal)
    if fee is None or not isinstance(fee.seat, int):
        return None
    amount = fee.amount + deal.random.choice((25, 50, 100))
    return alter(fee, "fees.amount", amount, found(fault_codes.HAND_FEE_ABOVE, fee.seat), seat=fee.seat)


@FAMILY.fault("hand-fee-after-deal", fault_codes.HAND_FEE_LATE, where=_with_hand_fees)
def hand_fee_after_deal(deal: HandToAlter) -> AlteredHand | None:
    """A player pays for the hand after the first card is dealt."""
    fee = _of_hand(deal)
    if fee is None or not isinstance(fee.seat, int):
        return None
    return alter(fee, "fees.before_deal", False, found(fault_codes.HAND_FEE_LATE, fee.seat), seat=fee.seat)


@FAMILY.fault("rake-beside-fee", fault_codes.SEVERAL_FEES, where=_with_hand_fees)
def rake_beside_fee(deal: HandToAlter) -> AlteredHand | None:
    """A rake is taken from a hand for which the players paid a fee."""
    if deal.hand.fees is UNSET or not deal.hand.fees:
        return None
    amount = deal.random.choice((50, 100))
    deal.hand.fees = [*deal.hand.fees, HandFee(kind="rake", amount=amount, of=100 * amount)]
    return AlteredHand(field="fees", recorded=amount, true=None, must=on_hand(fault_codes.SEVERAL_FEES))


@FAMILY.fault("rake-of-unsaid-wagers", fault_codes.RAKE_ABOVE_SHARE, where=_with_share)
def rake_of_unsaid_wagers(deal: HandToAlter) -> AlteredHand | None:
    """A rake is taken in addition to the fees; its wagers are not recorded, and it exceeds any possible wagers."""
    hand = deal.hand
    if hand.fees is UNSET or not hand.fees or not isinstance(hand.transfers, list) or not hand.transfers:
        return None
    players = len(hand.seats)
    stakes = players * (players - 1) * 2 * deal.worth
    amount = max(sum(each.amount for each in hand.transfers), stakes)
    hand.fees = [*hand.fees, HandFee(kind="rake", amount=amount)]
    return AlteredHand(
        field="fees",
        recorded=amount,
        true=None,
        must=on_hand(fault_codes.RAKE_ABOVE_SHARE) + on_hand(fault_codes.SEVERAL_FEES),
        may=(fault_codes.RAKE_ABOVE_CAP,),
    )

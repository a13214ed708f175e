"""Numbers and times that an orderly log does not have."""

from __future__ import annotations

from datetime import datetime, timedelta

from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, on_hand
from simulation.faults.hand_to_alter import HandToAlter

FAMILY = FaultFamily()


def _beside(deal: HandToAlter) -> tuple[str, ...]:
    """Codes of neighbouring lines that may follow."""
    return (fault_codes.LINE_ORDER, *((fault_codes.BOUGHT_IN_A_DEAL,) if deal.game.table_stakes else ()))


@FAMILY.fault("number-gap", fault_codes.NUMBER_GAP)
def number_gap(deal: HandToAlter) -> AlteredHand | None:
    """Hands are missing before this one."""
    if deal.before is None:
        return None
    missing = deal.random.choice((1, 1, 1, 2, 7))
    return alter(deal.hand, "hand", deal.hand.hand + missing, on_hand(fault_codes.NUMBER_GAP), shift=missing)


@FAMILY.fault("number-repeated", fault_codes.NUMBER_REPEATED)
def number_repeated(deal: HandToAlter) -> AlteredHand | None:
    """The hand has the number of the hand before."""
    if deal.before is None:
        return None
    return alter(deal.hand, "hand", deal.before.hand, on_hand(fault_codes.NUMBER_REPEATED), shift=-1)


def _shifted(text: object, seconds: int) -> str:
    assert isinstance(text, str)
    return (datetime.fromisoformat(text) + timedelta(seconds=seconds)).isoformat()


@FAMILY.fault("time-out-of-order", fault_codes.TIME_ORDER)
def time_out_of_order(deal: HandToAlter) -> AlteredHand | None:
    """The time of the hand is earlier than that of the hand before."""
    if deal.before is None:
        return None
    at = _shifted(deal.before.at, -deal.random.randint(5, 200))
    return alter(deal.hand, "at", at, on_hand(fault_codes.TIME_ORDER), may=_beside(deal))


@FAMILY.fault("ended-before-dealt", fault_codes.TIME_ORDER)
def ended_before_dealt(deal: HandToAlter) -> AlteredHand | None:
    """The hand is settled before it is dealt."""
    ended = _shifted(deal.hand.at, -deal.random.randint(1, 20))
    return alter(deal.hand, "ended_at", ended, on_hand(fault_codes.TIME_ORDER))


@FAMILY.fault("outside-session", fault_codes.OUTSIDE_SESSION)
def outside_session(deal: HandToAlter) -> AlteredHand | None:
    """The time of the hand is before the session opened."""
    first = deal.number == 1
    if deal.before is None and not first:
        return None
    at = deal.clock.text(-deal.random.randint(60, 3600))
    must = on_hand(fault_codes.OUTSIDE_SESSION) + (() if first else on_hand(fault_codes.TIME_ORDER))
    return alter(deal.hand, "at", at, must, may=_beside(deal))


@FAMILY.fault("hands-overlap", fault_codes.OVERLAP)
def hands_overlap(deal: HandToAlter) -> AlteredHand | None:
    """The hand is dealt while the hand before is still in play."""
    if deal.before is None:
        return None
    at = _shifted(deal.before.ended_at, -deal.random.randint(1, 60))
    if at < str(deal.before.at):  # where hands are very short, that is another fault
        return None
    return alter(deal.hand, "at", at, on_hand(fault_codes.OVERLAP), may=_beside(deal))

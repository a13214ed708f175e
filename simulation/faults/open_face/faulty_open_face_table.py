"""Seats of an open-face table: one player too many, one player twice."""

from __future__ import annotations

from rules.records.events import OfcSeat
from simulation.faults import fault_codes, faulty_table
from simulation.faults.fault_base import AlteredHand, FaultFamily, on_hand
from simulation.faults.open_face.open_face_hand_to_alter import OpenDeal

FAMILY = FaultFamily()


@FAMILY.fault("player-too-many", fault_codes.PLAYERS)
def player_too_many(deal: OpenDeal) -> AlteredHand | None:
    """The hand has one player more than the ruleset allows, without cards."""
    most = deal.rules.most
    if not deal.played or len(deal.seats) != most:
        return None
    deal.hand.seats = [*deal.seats, OfcSeat(seat=most + 1, player="p-0000", net=0)]
    return AlteredHand(
        field="seats", recorded=most + 1, true=most, seat=most + 1, must=on_hand(fault_codes.PLAYERS)
    )


@FAMILY.fault("player-twice", fault_codes.PLAYER_TWICE)
def player_twice(deal: OpenDeal) -> AlteredHand | None:
    """One player is recorded in two seats."""
    return None if deal.hand.eliminated else faulty_table.player_twice(deal)

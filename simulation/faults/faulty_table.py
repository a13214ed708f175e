"""Faults of stakes and seats: another unit, too many players, one player twice."""

from __future__ import annotations

from msgspec import UNSET

from rules.records.events import ChineseSeat, Contribution, Pool
from simulation.faults import fault_codes
from simulation.faults.answer_key import Expected
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, found, on_hand
from simulation.faults.hand_to_alter import ClosedDeal, HandToAlter
from simulation.simulated_game import SimulatedGame

FAMILY = FaultFamily()
MOST_SEATS = 10


def _play_at(deal: HandToAlter, unit: int) -> None:
    deal.hand.unit = unit
    deal.pay(deal.settle(deal.hand))


def _covered(deal: HandToAlter, unit: int) -> bool:
    return deal.game.table_stakes or all(
        not isinstance(seat.stack, int)
        or not isinstance(seat.net, int)
        or seat.stack + seat.net // deal.unit * unit >= 0
        for seat in deal.seats
    )


def _can_change(deal: HandToAlter) -> bool:
    return deal.before is not None and not deal.last


def _changes(deal: HandToAlter) -> tuple[Expected, ...]:
    return (Expected(fault_codes.UNIT_CHANGED),)


@FAMILY.fault("unit-changed", fault_codes.UNIT_CHANGED)
def unit_changed(deal: HandToAlter) -> AlteredHand | None:
    """One hand is played at a different unit than the session."""
    cap = deal.game.unit_cap
    units = [u for u in (deal.unit // 2, deal.unit + 100, 2 * deal.unit) if u and (cap is None or u <= cap)]
    units = [each for each in units if each != deal.unit and _covered(deal, each)]
    if not deal.played or not units or not _can_change(deal):
        return None
    unit = deal.pick(units)
    _play_at(deal, unit)
    return AlteredHand(field="unit", recorded=unit, true=deal.unit, must=_changes(deal), moved=True)


@FAMILY.fault("unit-over-cap", fault_codes.UNIT_CAP, where=lambda game: game.unit_cap is not None, idle=True)
def unit_over_cap(deal: HandToAlter) -> AlteredHand | None:
    """A hand is played at a unit above the cap of the ruleset."""
    cap = deal.game.unit_cap
    if not deal.played or cap is None or not _can_change(deal):
        return None
    units = [each for each in (cap + 100, cap + 500, 2 * cap) if _covered(deal, each)]
    if not units:
        return None
    unit = deal.pick(units)
    _play_at(deal, unit)
    return AlteredHand(
        field="unit",
        recorded=unit,
        true=deal.unit,
        must=on_hand(fault_codes.UNIT_CAP) + _changes(deal),
        moved=True,
    )


@FAMILY.fault("player-too-many", fault_codes.PLAYERS)
def player_too_many(deal: ClosedDeal) -> AlteredHand | None:
    """The hand has one player more than the ruleset allows, without cards."""
    most = deal.game.most
    if not deal.played or len(deal.seats) != most or most != 4:
        return None
    seat = most + 1
    net = 0 if deal.game.priced else UNSET
    deal.hand.seats = [*deal.seats, ChineseSeat(seat=seat, player="p-0000", net=net)]
    if isinstance(deal.hand.pool, Pool):
        deal.hand.pool.contributions.append(Contribution(seat, deal.hand.pool.contributions[0].amount))
    return AlteredHand(
        field="seats", recorded=len(deal.seats), true=most, seat=seat, must=on_hand(fault_codes.PLAYERS)
    )


@FAMILY.fault("player-twice", fault_codes.PLAYER_TWICE)
def player_twice(deal: HandToAlter) -> AlteredHand | None:
    """One player is recorded in two seats."""
    one, other = deal.random.sample(deal.seats, 2)
    must = found(fault_codes.PLAYER_TWICE, one.seat, other.seat)
    return alter(other, "seats.player", one.player, must, seat=other.seat)


def _without_a_part(game: SimulatedGame) -> bool:
    """Whether the button has no part in payments."""
    return game.priced and not (game.table_stakes or game.pool or game.banker or game.forced_dealer)


@FAMILY.fault("button-at-no-seat", fault_codes.BUTTON, where=_without_a_part, asked=True)
def button_at_no_seat(deal: ClosedDeal) -> AlteredHand | None:
    """The button is at a seat where nobody has sat."""
    return alter(deal.hand, "dealer", MOST_SEATS, on_hand(fault_codes.BUTTON))

"""Levels, stacks and players that differ from the event's, and penalties at a different price."""

from __future__ import annotations

from rules.records.events import OfcSeat
from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, found, on_hand
from simulation.faults.open_face.elimination import wrongly_recorded
from simulation.faults.open_face.open_face_hand_to_alter import OpenDeal, rules_of
from simulation.open_face_parameters import SimulatedLevels
from simulation.simulated_game import SimulatedGame

FAMILY = FaultFamily()
_STARTS = (-5000, 5000, 10000)  # more or fewer chips
_POINTS = (5, 10, 20)  # that come from nowhere


def has_levels(game: SimulatedGame) -> bool:
    return rules_of(game).levels is not None


def _puts_out(game: SimulatedGame) -> bool:
    return game.tournament


def _levels(deal: OpenDeal) -> SimulatedLevels:
    levels = deal.rules.levels
    assert levels is not None
    return levels


def _stacked(deal: OpenDeal) -> list[OfcSeat]:
    return [seat for seat in deal.seats if isinstance(seat.stack, int)] if deal.played else []


@FAMILY.fault("level-differs", fault_codes.LEVEL, where=has_levels)
def level_differs(deal: OpenDeal) -> AlteredHand | None:
    """The hand is recorded at the level before its own, or a first level as the second."""
    true = deal.hand.level
    if not isinstance(true, int) or not deal.played:
        return None
    must = on_hand(fault_codes.LEVEL) + on_hand(fault_codes.POINT_VALUE)
    return alter(deal.hand, "level", true - 1 if true > 1 else 2, must)


@FAMILY.fault("point-value-differs", fault_codes.POINT_VALUE, where=has_levels)
def point_value_differs(deal: OpenDeal) -> AlteredHand | None:
    """The hand is played and paid at the point value of a different level."""
    levels = _levels(deal)
    if not isinstance(deal.hand.unit, int) or not isinstance(deal.hand.level, int) or not deal.played:
        return None
    other = deal.hand.level + 1 if deal.hand.level < len(levels.values) else deal.hand.level - 1
    altered = alter(deal.hand, "unit", levels.value(other), on_hand(fault_codes.POINT_VALUE), moved=True)
    deal.pay(deal.settle(deal.hand))
    return altered


@FAMILY.fault("chips-out-of-play", fault_codes.CHIPS_OUT_OF_PLAY, where=has_levels)
def chips_out_of_play(deal: OpenDeal) -> AlteredHand | None:
    """A stack is counted with a chip that has left play."""
    levels, seat = _levels(deal), deal.pick(_stacked(deal))
    if seat is None or levels.chip(levels.level(deal.hand.hand)) == levels.smallest:
        return None
    true = seat.stack
    seat.stack += levels.smallest
    if not deal.pays_as_recorded():
        seat.stack = true
        return None
    return _stack(seat, true, fault_codes.CHIPS_OUT_OF_PLAY)


@FAMILY.fault(
    "starting-stack",
    fault_codes.STARTING_STACK,
    rare=True,
    where=lambda game: rules_of(game).starting_stack is not None,
)
def starting_stack(deal: OpenDeal) -> AlteredHand | None:
    """A player begins the event with a different stack than the others."""
    seat = deal.pick(_stacked(deal))
    if seat is None or deal.hand.hand != 1:
        return None
    true = seat.stack
    seat.stack += deal.random.choice(_STARTS)
    deal.pay(deal.settle(deal.hand))
    return _stack(seat, true, fault_codes.STARTING_STACK, moved=True)


@FAMILY.fault("chips-from-nowhere", fault_codes.CHIPS_NOT_CONSERVED, where=_puts_out)
def chips_from_nowhere(deal: OpenDeal) -> AlteredHand | None:
    """A player begins the hand with more chips than after the hand before."""
    seat = deal.pick([each for each in _stacked(deal) if deal.same_player(each)])
    if seat is None:
        return None
    true = seat.stack
    seat.stack += deal.random.choice(_POINTS) * deal.worth
    deal.pay(deal.settle(deal.hand))
    return _stack(seat, true, fault_codes.CHIPS_NOT_CONSERVED, moved=True)


def _stack(seat: OfcSeat, true: int, code: str, *, moved: bool = False) -> AlteredHand:
    return AlteredHand(
        field="seats.stack",
        recorded=seat.stack if isinstance(seat.stack, int) else None,
        true=true,
        seat=seat.seat,
        must=found(code, seat.seat),
        moved=moved,
    )


@FAMILY.fault("elimination-differs", fault_codes.ELIMINATION, rare=True, where=_puts_out)
def elimination_differs(deal: OpenDeal) -> AlteredHand | None:
    """An eliminated player is not recorded as eliminated."""
    out = deal.hand.eliminated
    if not isinstance(out, list) or not out:
        return None
    seat: int = deal.pick(out)
    deal.hand.eliminated = [each for each in out if each != seat]
    if seat not in wrongly_recorded(deal.hand, deal.settle(deal.hand)):  # right under another reading
        deal.hand.eliminated = out
        return None
    return AlteredHand(
        field="eliminated", recorded=None, true=seat, seat=seat, must=found(fault_codes.ELIMINATION, seat)
    )


@FAMILY.fault("out-and-plays-on", fault_codes.PLAYS_ON, rare=True, where=_puts_out)
def out_and_plays_on(deal: OpenDeal) -> AlteredHand | None:
    """A player whom the hand before eliminated is in the hand, in the place of a new player."""
    before = deal.before
    if before is None or not before.eliminated or deal.hand.eliminated:
        return None
    gone = [each.player for each in before.seats if each.seat in before.eliminated]
    here = {each.player for each in before.seats}
    seat = deal.pick([each for each in deal.seats if each.player not in here])
    if seat is None:
        return None
    must = found(fault_codes.PLAYS_ON, seat.seat)
    return alter(seat, "seats.player", deal.pick(gone), must, seat=seat.seat)


@FAMILY.fault(
    "penalty-differs", fault_codes.PENALTY, rare=True, where=lambda game: rules_of(game).exposed is not None
)
def penalty_differs(deal: OpenDeal) -> AlteredHand | None:
    """A penalty is ruled at a different number of units than the controls name."""
    listed = deal.hand.irregularities if isinstance(deal.hand.irregularities, list) else []
    ruled = deal.pick([each for each in listed if each.ruling == "penalty" and isinstance(each.units, int)])
    if ruled is None:
        return None
    units = ruled.units + deal.random.choice((1, 2))
    must = found(fault_codes.PENALTY, ruled.seat)
    return alter(ruled, "irregularities.units", units, must, seat=ruled.seat)

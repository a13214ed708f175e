"""Clocks that were called too early, answered too late, or not followed as the controls require."""

from __future__ import annotations

from msgspec import UNSET

from rules.records.events import ClockCall, HandIrregularity, OfcSeat, Placement
from simulation.faults import fault_codes
from simulation.faults.fault_base import AlteredHand, FaultFamily, alter, found
from simulation.faults.hand_to_alter import cards_of, row_of
from simulation.faults.open_face.open_face_hand_to_alter import ROWS, OpenDeal, later, moment, rules_of
from simulation.open_face_parameters import SimulatedClockRules
from simulation.simulated_game import SimulatedGame

FAMILY = FaultFamily()
CARD = 2  # characters
_LATE = (1, 9)  # seconds over time
_WAITS = (1, 5)  # seconds from when the clock may be called until it is
_TRIES = 8  # acts that are tried to find one that can break the rule
_SQUEEZED = 3  # how many times the delay must remain for later acts


def _clocked(game: SimulatedGame) -> bool:
    return rules_of(game).clock is not None


def _forces(game: SimulatedGame) -> bool:
    clock = rules_of(game).clock
    return clock is not None and clock.forces


def _waits(game: SimulatedGame) -> bool:
    clock = rules_of(game).clock
    return clock is not None and clock.after > 0


def _rules(deal: OpenDeal) -> SimulatedClockRules:
    clock = deal.rules.clock
    assert clock is not None
    return clock


def _between(deal: OpenDeal, place: int, other: int) -> int:
    return int((moment(deal.acts[other].at) - moment(deal.acts[place].at)).total_seconds())


def _free(deal: OpenDeal) -> list[int]:
    if not deal.played or deal.clocked or deal.hand.clock_calls is UNSET:
        return []
    counting = {seat.seat for seat in deal.set_seats()}
    return [place for place, act in enumerate(deal.acts) if place and act.seat in counting]


def _call(deal: OpenDeal, place: int, into: int, takes: int | None) -> ClockCall:
    """Calls the clock ``into`` seconds into the turn of an act."""
    at = later(deal.acts[place - 1].at, into)
    called_by = deal.pick([seat.seat for seat in deal.seats if seat.seat != deal.acts[place].seat])
    call = ClockCall(at=at, seat=deal.acts[place].seat, called_by=called_by)
    if takes is not None:
        call.acted_at = later(at, takes)
    deal.hand.clock_calls = [call]
    return call


def _can_last(deal: OpenDeal, place: int, seconds: int) -> bool:
    return _between(deal, place, -1) >= _SQUEEZED * (seconds - _between(deal, place - 1, place)) > 0


def _last(deal: OpenDeal, place: int, seconds: int) -> None:
    """Lets a turn take so long; later acts share the rest."""
    ends, span = moment(deal.acts[place].at), _between(deal, place, -1)
    delay = seconds - _between(deal, place - 1, place)
    for act in deal.acts[place:]:
        passed = int((moment(act.at) - ends).total_seconds())
        act.at = later(ends.isoformat(), delay + passed * (span - delay) // span)


@FAMILY.fault("clock-too-early", fault_codes.CALLED_TOO_EARLY, where=_waits)
def clock_too_early(deal: OpenDeal) -> AlteredHand | None:
    """The clock is called too early; the player acts."""
    rules = _rules(deal)
    most = min(rules.after, rules.seconds)
    place = deal.pick([each for each in _free(deal) if 1 < _between(deal, each - 1, each) <= most])
    if place is None:
        return None
    length = _between(deal, place - 1, place)
    into = deal.random.randint(1, length - 1)
    call = _call(deal, place, into, length - into)
    return AlteredHand(
        field="clock_calls.at",
        recorded=call.at,
        true=None,
        seat=call.seat,
        must=found(fault_codes.CALLED_TOO_EARLY, call.seat),
    )


def _unfollowed(deal: OpenDeal) -> int | None:
    """Place of an act whose clock can expire without a consequence."""
    if not _rules(deal).forces:
        place: int | None = deal.pick(_free(deal))
        return place
    acts = deal.acts
    pairs = [
        (place, after)
        for place in _free(deal)
        for after in range(place + 1, len(acts))
        if acts[after].seat == acts[place].seat and acts[after].front and len(acts[after].dealt) == CARD
        if len(acts[place].dealt) == CARD and not acts[place].front
    ]
    tried = deal.random.sample(pairs, min(_TRIES, len(pairs)))
    return next((place for place, after in tried if _legal(deal, acts[place], acts[after])), None)


def _legal(deal: OpenDeal, act: Placement, other: Placement) -> bool:
    """Whether the hand would be legal with the cards of two acts exchanged."""
    place = next(at for at, seat in enumerate(deal.seats) if seat.seat == act.seat)
    seat = deal.seats[place]
    rows = [row_of(seat, row) for row in ROWS]
    swapped = {act.dealt: other.dealt, other.dealt: act.dealt}
    for row in ROWS:
        setattr(seat, row, "".join(swapped.get(card, card) for card in cards_of(row_of(seat, row))))
    fouled = deal.settle(deal.hand).fouled[0, place]
    for row, text in zip(ROWS, rows, strict=True):
        setattr(seat, row, text)
    return not fouled


def _expire(deal: OpenDeal, place: int, takes: int | None) -> ClockCall | None:
    """Lets the clock of an act run out. takes: seconds until the act; None: never."""
    rules = _rules(deal)
    into = rules.after + deal.random.randint(*_WAITS)
    length = into + (takes or rules.seconds)
    if not _can_last(deal, place, length):
        return None
    _last(deal, place, length)
    return _call(deal, place, into, takes)


@FAMILY.fault("acted-too-late", fault_codes.ACTED_TOO_LATE, where=_clocked)
def acted_too_late(deal: OpenDeal) -> AlteredHand | None:
    """A player acts after the time is over, and play goes on as if in time."""
    place = _unfollowed(deal)
    takes = _rules(deal).seconds + deal.random.randint(*_LATE)
    call = None if place is None else _expire(deal, place, takes)
    if call is None:
        return None
    return AlteredHand(
        field="clock_calls.acted_at",
        recorded=takes,
        true=None,
        seat=call.seat,
        must=found(fault_codes.ACTED_TOO_LATE, call.seat),
    )


@FAMILY.fault("expiry-not-followed", fault_codes.EXPIRY_NOT_FOLLOWED, where=_clocked)
def expiry_not_followed(deal: OpenDeal) -> AlteredHand | None:
    """A clock runs out; the hand is not fouled and the card is not placed where it is forced."""
    place = _unfollowed(deal)
    call = None if place is None else _expire(deal, place, None)
    if call is None:
        return None
    deal.note(HandIrregularity(kind="clock_expired", when="play", seat=call.seat, ruling="play_on"))
    return AlteredHand(
        field="clock_calls",
        recorded=call.at,
        true=None,
        seat=call.seat,
        must=found(fault_codes.EXPIRY_NOT_FOLLOWED, call.seat),
    )


@FAMILY.fault("fouled-for-time", fault_codes.FOULED_FOR_TIME, where=_forces)
def fouled_for_time(deal: OpenDeal) -> AlteredHand | None:
    """A hand is fouled, and paid as fouled, because its clock ran out; the card was placed where it is forced."""
    forced = [
        place for place in _free(deal) if deal.acts[place].front and len(deal.acts[place].dealt) == CARD
    ]
    place = deal.pick(forced)
    call = None if place is None else _expire(deal, place, None)
    if call is None:
        return None
    seat = next(each for each in deal.seats if each.seat == call.seat)
    must = found(fault_codes.FOULED_FOR_TIME, seat.seat)
    altered = alter(seat, "seats.fouled", True, must, seat=seat.seat, moved=True)
    deal.note(HandIrregularity(kind="clock_expired", when="play", seat=seat.seat, ruling="hand_fouled"))
    deal.pay(deal.settle(deal.hand))
    return altered


@FAMILY.fault(
    "left-and-played-on", fault_codes.LEFT_AND_PLAYED, where=lambda game: rules_of(game).leaving_fouls
)
def left_and_played_on(deal: OpenDeal) -> AlteredHand | None:
    """A player leaves the table at the deal and is warned; the hand is played and paid."""
    seat: OfcSeat | None = deal.pick(deal.set_seats()) if deal.played else None
    if seat is None:
        return None
    deal.note(HandIrregularity(kind="left_table", when="deal", seat=seat.seat, ruling="warning"))
    return AlteredHand(
        field="irregularities",
        recorded="warning",
        true="hand_fouled",
        seat=seat.seat,
        must=found(fault_codes.LEFT_AND_PLAYED, seat.seat),
    )

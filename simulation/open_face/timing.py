"""Times of acts and of clock calls."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import UNSET, Struct

from rules.records.events import ClockCall
from simulation.open_face.open_face_acts import DealTurn
from simulation.open_face.open_face_setting import FRONT
from simulation.open_face_parameters import SimulatedClockRules
from simulation.seconds_of_session import Stamps

DEALT = 3  # seconds from the deal until the first player looks at his cards
SETTLING = 30  # seconds from the last act until the hand is settled
_SHORT = 60  # seconds: a shorter hand has no time for either
_WEIGHTS = (2, 3, 3, 4, 4, 5, 6, 8, 11)  # of an act, against each other
_IMPATIENCE = (1, 12)  # seconds from when the clock may be called until it is
_PATIENCE = 12  # seconds at least until somebody calls it
_THINKS_ON = (4, 28)
_CALLS = 0.11  # chance of a hand for a clock called and met in time
_EXPIRIES = 0.04  # and for one that runs out, where that forces a card


class ClockToCall(Struct, frozen=True):
    """A clock: its act, and seconds into the turn and until the end."""

    act: int
    waits: int
    takes: int
    caller: int
    expires: bool

    @property
    def length(self) -> int:
        return self.waits + self.takes


def plan(
    rules: SimulatedClockRules,
    acts: Sequence[DealTurn],
    expired: int | None,
    fouled: Sequence[int],
    random: Random,
) -> ClockToCall | None:
    """Clock of a hand. expired: seat whose hand is fouled for time."""
    if expired is not None:
        late = [place for place, act in enumerate(acts) if act.seat == expired and act.street and place]
        return _call(rules, acts, random.choice(late), random, expires=True)
    chance = random.random()
    if rules.forces and chance < _EXPIRIES:
        forced = [place for place, act in enumerate(acts) if act.place == FRONT and act.seat not in fouled]
        return _call(rules, acts, random.choice(forced), random, expires=True) if forced else None
    if chance < _EXPIRIES + _CALLS:
        return _call(rules, acts, random.randrange(1, len(acts)), random, expires=False)
    return None


def _call(
    rules: SimulatedClockRules, acts: Sequence[DealTurn], place: int, random: Random, *, expires: bool
) -> ClockToCall:
    others = sorted({act.seat for act in acts} - {acts[place].seat})
    waits = max(rules.after, _PATIENCE) + random.randint(*_IMPATIENCE)
    takes = rules.seconds if expires else min(random.randint(*_THINKS_ON), rules.seconds)
    return ClockToCall(place, waits, takes, random.choice(others), expires)


def times(
    acts: Sequence[DealTurn], at: int, ended: int, random: Random, call: ClockToCall | None
) -> list[int]:
    """Seconds of each act; a turn with a clock has its own."""
    start, end = (at, ended) if ended - at < _SHORT else (at + DEALT, ended - SETTLING)
    fixed = call.length if call else 0
    weights = random.choices(_WEIGHTS, k=len(acts))
    for place, act in enumerate(acts):
        if act.place is None:  # of more than one card
            weights[place] *= (len(act.cards[0]) // 2 + 1) // 2
    if call:
        weights[call.act] = 0
    free, total = end - start - fixed, sum(weights)
    done, passed = [], 0
    for place, weight in enumerate(weights):
        passed += weight
        late = fixed if call and place >= call.act else 0
        done.append(start + passed * free // total + late)
    return done


def recorded(
    call: ClockToCall | None, acts: Sequence[DealTurn], done: Sequence[int], stamps: Stamps
) -> list[ClockCall]:
    """Clock as recorded; a player who was too late has no act."""
    if call is None:
        return []
    acted = done[call.act]
    return [
        ClockCall(
            at=stamps[acted - call.takes],
            seat=acts[call.act].seat,
            called_by=call.caller,
            acted_at=UNSET if call.expires else stamps[acted],
        )
    ]

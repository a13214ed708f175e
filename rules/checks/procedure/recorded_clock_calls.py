"""Clock calls, with turn and answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from msgspec import Struct

from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.street_acts import NO_CLOCK, streets
from rules.checks.support.views import BlockView
from rules.hands import Flags
from rules.replay.placement.clock_forcing import SECOND, ClockRules
from rules.replay.placement.street_dealing import Streets

EXPIRED = "clock_expired"


class CalledClock(Struct, frozen=True):
    """A clock called on a seat. Microseconds; NOT_RECORDED.

    began: the act before, or the deal. act: that answered; None: none, unknown.
    """

    hand: int
    seat: int | None  # column
    number: int  # of the seat
    at: int
    acted_at: int
    began: int
    act: int | None

    @property
    def timed(self) -> bool:
        """Whether the turn's beginning is known, and precedes."""
        return self.began != NOT_RECORDED and self.at >= self.began

    def elapsed(self) -> int:
        """Seconds before the call."""
        return (self.at - self.began) // SECOND

    def took(self) -> int:
        """Seconds until the act."""
        return (self.acted_at - self.at) // SECOND


@lru_cache(maxsize=1)
def calls(view: BlockView) -> tuple[CalledClock, ...]:
    return tuple(_calls(view))


def _calls(view: BlockView) -> Iterator[CalledClock]:
    face, found = view.hands.open_face, streets(view)
    if face is None:
        return
    listed = face.clock
    columns = (listed.hand, listed["at"], listed["seat"], listed["acted_at"])
    for hand, at, number, acted_at in zip(*(column.tolist() for column in columns), strict=True):
        began, act = _turn(view, found, hand, number, at)
        yield CalledClock(hand, view.hands.position(hand, number), number, at, acted_at, began, act)


def _turn(view: BlockView, found: Streets | None, hand: int, number: int, at: int) -> tuple[int, int | None]:
    if found is None or not view.hands.open_face or not view.hands.open_face.acts_recorded[hand]:
        return NOT_RECORDED, None
    first, last = np.searchsorted(found.acts.hand, [hand, hand + 1]).tolist()
    times, seats = found.acts.at[first:last], found.acts.seat[first:last]
    if (times == NOT_RECORDED).any():
        return NOT_RECORDED, None
    answers = np.flatnonzero((seats == number) & (times >= at))
    answer = int(answers[0]) if len(answers) else None
    before = np.flatnonzero(
        (times <= at) & (np.arange(len(times)) < (len(times) if answer is None else answer))
    )
    began = int(times[before[-1]]) if len(before) else int(view.hands.at[hand])
    return began, None if answer is None else first + answer


def rules_of(view: BlockView) -> ClockRules | None:
    """Rules of a block's clock; None: none."""
    return None if view.hands.open_face is None else ClockRules.of(view.ruleset)


def unclocked(view: BlockView) -> tuple[Flags, str]:
    """(H,) hands without recorded clocks."""
    assert view.hands.open_face is not None
    return ~view.hands.open_face.clock_recorded & ~view.replayed.void, NO_CLOCK


def answered(view: BlockView, call: CalledClock, rules: ClockRules) -> bool:
    """Whether a placement answered in time, without record of an act."""
    found = streets(view)
    if call.acted_at != NOT_RECORDED or call.act is None or found is None:
        return False
    return bool(found.acts.at[call.act] - call.at < rules.time)


def expired(view: BlockView, rules: ClockRules) -> Iterator[CalledClock]:
    for call in calls(view):
        never = call.acted_at == NOT_RECORDED and not answered(view, call, rules)
        dealt_in = call.seat is not None and view.hands.dealt_in[call.hand, call.seat]
        if never and dealt_in and not view.replayed.void[call.hand]:
            yield call


def expired_by_record(view: BlockView) -> dict[tuple[int, int], set[str | None]]:
    """Seats (hand, column) with expired clocks by irregularity, and rulings."""
    listed, names = view.hands.irregularities, view.hands.names
    found: dict[tuple[int, int], set[str | None]] = {}
    for at, kind in enumerate(listed["kind"].tolist()):
        hand, number = int(listed.hand[at]), int(listed["seat"][at])
        column = None if number == NOT_RECORDED else view.hands.position(hand, number)
        if names[kind] == EXPIRED and column is not None and view.hands.dealt_in[hand, column]:
            ruling = listed["ruling"][at]
            ruled = None if ruling == NOT_RECORDED else names[ruling]
            found.setdefault((hand, column), set()).add(ruled)
    return found


def fouled(view: BlockView, hand: int, seat: int) -> bool | None:
    """Whether a hand is fouled; None: unknown."""
    if view.hands.fouled[hand, seat] == 1 or view.replayed.seats.fouled[hand, seat]:
        return True
    known = view.replayed.seats.known[hand, seat] or view.hands.fouled[hand, seat] == 0
    return False if known else None


def mask_of(view: BlockView, hands: list[int]) -> Flags:
    mask = np.zeros(len(view), np.bool_)
    mask[hands] = True
    return mask


def seconds(count: int) -> str:
    return f"{count} second{'' if count == 1 else 's'}"

"""Facts of a session that are listed without a chance: no law says how often they come about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from rules import times
from rules.hands import NOT_RECORDED, Ints
from rules.records.events import Drop, Toke
from rules.screening.statistics import ScreenedSession, Unit

Kind = Literal["toke_of_every_seat", "even_intervals", "last_digits", "balance_move"]
LISTING = ("SCN014", "SCN019")  # indicators that list facts of hands
_LEAST_HANDS = 20
_MOST = (9, 10)  # of the hands
_MOST_HANDS = 20  # that are named
_EVEN = (1, 10)  # coefficient of variation below which intervals are even


class Noticed(Struct, frozen=True, array_like=True):
    """A fact that is listed. figures and names by kind:

    toke_of_every_seat: hands with the same toke from every seat, all hands, the amount. even_intervals: intervals, their
    coefficient of variation in thousandths. last_digits: counts of the digits 0 to 9 in whole units of the currency.
    balance_move: the names of both tables. hands: the numbers of the first twenty that it is about; none: no single ones.
    """

    indicator: str
    unit: Unit
    kind: Kind
    figures: tuple[int, ...]
    names: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()


def noticed(sessions: Sequence[ScreenedSession]) -> list[Noticed]:
    """Facts that are listed of the games of a log."""
    found = [each for session in sessions for each in (*_tokes(session), *_intervals(session))]
    return [*found, *_digits(sessions[0])] if sessions else found


def _digits(session: ScreenedSession) -> Iterator[Noticed]:
    """Counts of the last digits of drops; those of one log are few, and those of a room's logs add up."""
    drops = [event.amount for _, event in session.events.of(Drop)]
    if drops:
        counts = np.bincount([amount // 100 % 10 for amount in drops], minlength=10)
        yield Noticed("SCN019", (("room", session.header.room),), "last_digits", tuple(counts.tolist()))


def _tokes(session: ScreenedSession) -> Iterator[Noticed]:
    """One amount from every seat after at least nine of ten hands, of twenty or more: a fee by another name."""
    hands = session.hands
    timed = np.flatnonzero(hands.at != NOT_RECORDED)
    if len(timed) < _LEAST_HANDS:
        return
    same: defaultdict[int, list[int]] = defaultdict(list)
    for hand, given in _given(session, timed).items():
        if given.keys() == set(hands.seat[hand][hands.seated[hand]].tolist()):
            amounts = set(given.values())
            if len(amounts) == 1:
                same[amounts.pop()].append(int(hands.number[hand]))
    for amount, numbers in sorted(same.items()):
        if len(numbers) * _MOST[1] >= len(timed) * _MOST[0]:
            figures, first = (len(numbers), len(timed), amount), tuple(sorted(numbers)[:_MOST_HANDS])
            yield Noticed(
                "SCN014", (("table", session.header.table),), "toke_of_every_seat", figures, hands=first
            )


def _given(session: ScreenedSession, timed: Ints) -> dict[int, Counter[int]]:
    """Tokes by seat before the next hand, of the hands at some positions, which have a time."""
    order = timed[np.argsort(session.hands.at[timed], kind="stable")]
    tokes = [event for _, event in session.events.of(Toke)]
    given_at = times.parse([event.at for event in tokes]).instant
    places = np.searchsorted(session.hands.at[order], given_at, side="right") - 1
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for place, event in zip(places.tolist(), tokes, strict=True):
        if place >= 0:
            found[int(order[place])][event.seat] += event.amount
    return found


def _intervals(session: ScreenedSession) -> Iterator[Noticed]:
    """Intervals between hands that are nearly all equal."""
    at = session.hands.at
    took = np.diff(at)[(at[1:] != NOT_RECORDED) & (at[:-1] != NOT_RECORDED)] // 1_000_000
    if len(took) + 1 < _LEAST_HANDS or took.sum() <= 0:
        return
    count, total, squares = len(took), int(took.sum()), int((took * took).sum())
    spread = (
        count * squares - total * total
    )  # the square of the coefficient of variation, times the square of the total
    if spread * _EVEN[1] ** 2 < _EVEN[0] ** 2 * total * total:
        thousandths = round(1000 * (spread**0.5) / total)
        yield Noticed("SCN019", (("table", session.header.table),), "even_intervals", (count, thousandths))

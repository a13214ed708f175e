"""Reasons why an indicator cannot be tested on a session: what its log does not hold.

An indicator names what it needs; the statistics of a session keep the first need that is missing, by code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from rules.hands import NOT_RECORDED
from rules.records.events import Toke
from rules.screening.indicator_catalogue import IndicatorEntry
from rules.screening.statistics import ScreenedSession

_LEAST_TIMED = 20  # hands
_FEWEST_TO_COMPARE = 3  # players of a hand
_LEAST_DEALS, _FULL = 50, 4  # deals in which four seats hold the whole deck


class Need(NamedTuple):
    """Something that a log may not hold. reason: a clause for people, after "untestable:"."""

    reason: str
    met: Callable[[ScreenedSession], bool]


def _shuffles(session: ScreenedSession) -> bool:
    hands = session.hands
    return bool(((hands.deck >= 0) & ((hands.shuffler >= 0) | (hands.dealer >= 0))).any())


def _rows(session: ScreenedSession) -> bool:
    hands = session.hands
    if session.game != "chinese":
        return bool(hands.known.any())
    return bool(((hands.ranked | hands.surrendered) & hands.seated).any())


def _cards(session: ScreenedSession) -> bool:
    hands = session.hands
    held = hands.thirteen if hands.pot is None else hands.pot.hole
    return bool((held != 0).any())


def _void_rows(session: ScreenedSession) -> bool:
    hands = session.hands
    void = hands.void[:, None] & hands.seated
    return not void.any() or bool((void & hands.known).any())


def _ruled(session: ScreenedSession) -> bool:
    hands = session.hands
    ruled = hands.dead & hands.known
    return not hands.dead.any() or bool(session.rulers(ruled, hands.dead_by))


def _full_deals(session: ScreenedSession) -> bool:
    known = ((session.hands.thirteen != 0) & session.hands.seated).sum(axis=1)
    return bool(np.count_nonzero(known == _FULL) >= _LEAST_DEALS)


def _moved(session: ScreenedSession) -> bool:
    hands = session.hands
    several = hands.seated.sum(axis=1) >= _FEWEST_TO_COMPARE
    return not several.any() or bool((several & hands.paid_known & (hands.unit != NOT_RECORDED)).any())


NEEDS: dict[str, Need] = {
    "shuffles": Need("the deck of the hands, with the dealer or the shuffling machine, is not on record", _shuffles),
    "cards": Need("the cards are not on record", _cards),
    "rows": Need("the rows are not on record", _rows),
    "full_deals": Need("fewer than 50 deals of four seats with all cards are on record", _full_deals),
    "moved": Need("what moved between the players is not on record", _moved),
    "void_rows": Need("the rows of the void hands are not on record", _void_rows),
    "ruled": Need("who ruled is not on record, or the rows of the hands are not", _ruled),
    "nets": Need("the results of the hands are not on record", lambda session: bool(session.hands.netted.any())),
    "times": Need(
        "fewer than 20 hands have a time",
        lambda session: int(np.count_nonzero(session.hands.at != NOT_RECORDED)) >= _LEAST_TIMED,
    ),
    "timed": Need(
        "no hand has a time", lambda session: bool((session.hands.at != NOT_RECORDED).any())
    ),
    "machine_times": Need(
        "the record was keyed or is on paper", lambda session: session.header.source not in ("keyed", "paper")
    ),
    "units": Need("the unit is not on record", lambda session: bool((session.hands.unit != NOT_RECORDED).any())),
    "dealers": Need("the dealers are not on record", lambda session: bool((session.hands.dealer >= 0).any())),
    "tokes": Need("no toke is on record", lambda session: any(True for _ in session.events.of(Toke))),
    "rulings": Need(
        "no ruling on a seat is on record", lambda session: bool(len(session.hands.rulings))
    ),
}  # fmt: skip
REASONS = {
    **{name: need.reason for name, need in NEEDS.items()},
    "drops": "no drop box was counted",
    "fees": "the fees of some hands, or the count of their gaming day, are not on record",
    "draws": "no draw of all seats to two tables or more is on record",
}


def missing_need(entry: IndicatorEntry, sessions: Sequence[ScreenedSession]) -> str | None:
    """The first need of an indicator that no game of a log meets; None: all are met."""
    needs: Iterable[str] = entry.indicator.needs
    return next((name for name in needs if not any(NEEDS[name].met(session) for session in sessions)), None)

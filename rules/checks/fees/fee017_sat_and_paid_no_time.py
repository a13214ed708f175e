"""A player sat at a table that paid for its time and paid nothing.

Finds: a player who was in the last hand before a paid period and in its first hand, in whatever seats, and whose own
collections cover no part of it. Where the player was not in the hand before the period, or the table paused between the
two hands, a person decides: the player may have sat down after the period began. Also finds a period for which nobody
paid, although time had been charged before or the log states that none was: each player who played across its
beginning, or with whom the table began to play. A person decides on periods before the first collection. A period that
the next collection cuts short is not tested.
Why: the players share the costs of a table evenly. A player who pays nothing sits there at the other players' cost, or
the payment was not recorded.
Example: nine players paid for 20:30 to 21:00; seat 4 played from 20:29 to 20:50 and paid nothing.
Needs: `fee` events, or a control total of time, and times of hands that run forward. A period is not tested where
somebody missed one of the two hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import (
    Collection,
    by_period,
    collections_of,
    collections_under,
    in_order,
    missing,
    placeable,
    span,
)
from rules.checks.fees.unpaid_time import Unpaid, unpaid_periods
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.stretches import REST, Stretch
from rules.hands import Flags

CHECK = Check(
    "FEE017",
    "sat-and-paid-no-time",
    "violation",
    "major",
    ("OLY-2.37-b", "OLY-2.37-c"),
    title="{who} did not pay for its time",
    quotes=False,
    scope="log",
    rule=("fees.time.split",),
    area="fees",
    of_amounts=False,
    applies=lambda ruleset: ruleset.sections.fees.time.split.rule == "even",
    games=ANY_GAME,
)
_SPLIT = "fees.time.split"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    return where_time_is_charged(
        log,
        Tested(
            _findings(log),
            [
                *missing(log, ruled, covers=True),
                *in_order(log, ruled),
                (ruled & _missed(log), "a player missed the hand and may not have been there"),
            ],
        ),
    )


def _missed(log: LogView) -> Flags:
    mask = np.zeros(len(log), np.bool_)
    mask[log.cards.special.get("missed", np.zeros(0, np.int64))] = True
    return mask


def _findings(log: LogView) -> Iterator[Draft]:
    paying = [each for each in collections_of(log) if each.amount]
    if not placeable(log) or any(not each.dated for each in paying):
        return
    missed, places = _missed(log), PlayersOfHands(log)
    collections = collections_under(log, CHECK.applies_to)
    for period, listed in by_period(each for each in collections if each.amount).items():
        begins, ends = period
        first = int(np.searchsorted(log.at, begins))
        if first == len(log) or log.at[first] >= ends or missed[max(first - 1, 0) : first + 1].any():
            continue
        paid = {each.player for each in paying if each.begins < ends and each.ends > begins}
        for stretch, across in places.in_hand(first):
            if stretch.player not in paid:
                yield _finding(log, stretch, listed, period, first, sure=across)
    if collections_of(log) or not missing(log, np.ones(len(log), np.bool_)):
        for unpaid in unpaid_periods(log):
            if not missed[max(unpaid.first - 1, 0) : unpaid.first + 1].any():
                yield from _of_nobody(log, unpaid, places)


class PlayersOfHands:
    """Players of each hand; hand numbers must rise."""

    def __init__(self, log: LogView) -> None:
        self._at, self._number = log.at, log.number
        self._ended_at = log.ended_at
        self._stretches = log.people.stretches
        self._last = np.searchsorted(log.number, [each.last for each in log.people.stretches])
        self._first = self._last - [each.hands - 1 for each in log.people.stretches]

    def in_hand(self, hand: int) -> list[tuple[Stretch, bool]]:
        """Players of a hand, and whether each was in the one before, without a rest."""
        before = {each.player for each in self._within(hand - 1)} if self._follows(hand) else set()
        return [(each, each.player in before) for each in self._within(hand)]

    def _follows(self, hand: int) -> bool:
        """Whether the hand before is on record, without a rest."""
        if hand == 0 or self._number[hand] - self._number[hand - 1] != 1:
            return False
        ended = self._ended_at[hand - 1]
        over = ended if ended != NOT_RECORDED else self._at[hand - 1]
        return bool(self._at[hand] - over <= REST)

    def _within(self, hand: int) -> list[Stretch]:
        places = np.flatnonzero((self._first <= hand) & (hand <= self._last)).tolist()
        return [self._stretches[place] for place in places]


def _of_nobody(log: LogView, unpaid: Unpaid, places: PlayersOfHands) -> Iterator[Draft]:
    """Drafts of an unpaid period, for the players of its first hand."""
    clause = unpaid.ruleset.cite("fees.time.paid")
    minutes = unpaid.ruleset.sections.fees.time.period.minutes
    for stretch, across in places.in_hand(unpaid.first):
        sat = across or unpaid.opens
        since = "before and during it" if across else "from its first hand on"
        why = "" if unpaid.due else "; no earlier charge for time is on record"
        why = why if sat else f"{why}; the player may have sat down after it had begun"
        yield Draft(
            hand=unpaid.first,
            seat_number=stretch.seat,
            player=stretch.player,
            stated=0,
            unit="money",
            kind="discrepancy" if sat and unpaid.due else "undetermined",
            severity=None if sat and unpaid.due else "note",
            clause=clause,
            fact=f"{stretch.player}|{unpaid.begins}|{unpaid.ends}|nobody",
            message=(
                f"{log.where(unpaid.first)}, seat {stretch.seat}: nobody paid for {span(log, unpaid.begins, unpaid.ends)}, a "
                f"period of {minutes} minutes that is paid in advance; the player was in hands {since}{why} ({clause})."
            ),
        )


def _finding(
    log: LogView, stretch: Stretch, listed: list[Collection], period: tuple[int, int], first: int, *, sure: bool
) -> Draft:  # fmt: skip
    ruleset = listed[0].ruleset
    assert ruleset is not None
    clause = ruleset.cite(_SPLIT)
    share = min(each.amount for each in listed)
    since = (
        "before and during it" if sure else "from its first hand on, and may have sat down after it had begun"
    )
    return Draft(
        hand=first,
        seat_number=stretch.seat,
        player=stretch.player,
        stated=0,
        expected=share,
        unit="money",
        kind=None if sure else "undetermined",
        severity=None if sure else "note",
        money=share,
        clause=clause,
        fact=f"{stretch.player}|{period[0]}|{period[1]}",
        message=(
            f"{log.where(first)}, seat {stretch.seat}: nothing was collected from the player for {span(log, *period)}, for "
            f"which {len({each.player for each in listed})} others paid; the player was in hands {since} ({clause})."
        ),
    )

"""Unpaid periods of a table that charges time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rules.checks.fees.hourly_charges import MINUTE
from rules.checks.fees.table_charge import charges
from rules.checks.fees.time_fees import collections_of
from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.log_view import LogView
from rules.checks.support.stretches import REST
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints


class Unpaid(NamedTuple):
    """A period with hands that nobody paid for.

    first: position of its first hand. opens: play began there. due: surely; else perhaps nothing was.
    """

    begins: int
    ends: int
    first: int
    ruleset: Ruleset
    opens: bool
    due: bool


def unpaid_periods(log: LogView) -> Iterator[Unpaid]:
    """Unpaid periods; hands in order, collections timed.

    Periods follow a paid time, or the first hand. A begun period is due in advance, but a collection before its end may open
    the next. Zero counts as paid.
    """
    if not any(map(_period, log.rulesets)):
        return
    paid = _together(sorted((each.begins, each.ends) for each in collections_of(log) if each.dated))
    begins = np.array([begin for begin, _ in paid], np.int64)
    ends = np.array([end for _, end in paid], np.int64)
    place = np.searchsorted(begins, log.at, side="right") - 1  # the paid time that begins before each hand
    covered = (place >= 0) & (log.at < np.append(ends, 0)[place])
    over = np.where(log.ended_at != NOT_RECORDED, log.ended_at, log.at)
    lengths = _lengths(log)
    for first, last, opens, closes in _free(log, covered, over, lengths):
        length = int(lengths[first])
        if not length:
            continue
        since = int(log.at[first]) if opens else int(ends[place[first]])
        before = place[first] < 0 and bool(paid)
        most = int(begins[place[last + 1]]) if not closes else None
        if before:  # only periods that were played as a whole may have been due
            most = min(each for each in (most, int(over[last])) if each is not None)
        for begin in range(since, int(log.at[last]) + 1, length):
            hand = int(np.searchsorted(log.at, begin))
            if hand <= last and log.at[hand] < begin + length and (most is None or begin + length <= most):
                fresh = hand == first and (first == 0 or log.at[first] - over[first - 1] > REST)
                ruleset = log.rulesets[log.under[hand]]
                yield Unpaid(begin, begin + length, hand, ruleset, bool(fresh), not before)


def _together(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for begins, ends in spans:
        if found and begins <= found[-1][1]:
            found[-1] = (found[-1][0], max(ends, found[-1][1]))
        else:
            found.append((begins, ends))
    return found


def _free(log: LogView, covered: Flags, over: Ints, lengths: Ints) -> Iterator[tuple[int, int, bool, bool]]:
    """Successive unpaid hands: first, last, whether play began or ended with them.

    A period goes on under controls of the same length.
    """
    parts = np.ones(len(log), np.bool_)  # where a hand does not follow the one before it
    parts[1:] = (
        (np.diff(log.number) != 1)
        | (not log.counted)
        | (log.at[1:] - over[:-1] > REST)
        | (np.diff(lengths) != 0)
    )
    starts = np.flatnonzero(~covered & (parts | np.append(True, covered[:-1])))
    stops = np.flatnonzero(~covered & np.append(parts[1:] | covered[1:], True))
    for first, last in zip(starts.tolist(), stops.tolist(), strict=True):
        yield first, last, bool(parts[first]), last + 1 == len(log) or bool(parts[last + 1])


def _lengths(log: LogView) -> Ints:
    """(N,) length of a period; 0: none, unknown."""
    timed, _ = charges(log)
    return np.where(timed, np.array([*map(_period, log.rulesets), 0], np.int64)[log.under], 0)


def _period(ruleset: Ruleset) -> int:
    """Length of a shared period paid ahead; 0: none."""
    time = ruleset.sections.fees.time
    if time.split.rule != "even" or time.paid != "ahead" or time.period.minutes is None:
        return 0
    return time.period.minutes * MINUTE

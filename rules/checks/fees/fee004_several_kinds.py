"""More kinds of fees were taken at a table at the same time than the controls allow.

Finds: a hand from which both a rake and a fee for the hand were taken, or from which one of them was taken during time
that the players had paid for.
Why: players pay for a game in one way, so that they can see what it costs. Two kinds of fees at once hide the price.
Example: time was collected for 20:00 to 20:30, and $4.00 of rake was taken in the hand from 20:10 to 20:14.
Needs: `fees` of the hand; for time, `fee` events and the times of the deal and the settlement.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.fees.time_fees import Collection, collections_of
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.fee_rules import left_open
from rules.checks.support.log_view import LogView
from rules.hands import Flags, Ints

CHECK = Check(
    "FEE004",
    "several-kinds",
    "violation",
    "major",
    ("external:WAC-230-15-080-1", "OLY-2.37-a"),
    title="Several kinds of fees were taken for one hand",
    quotes=False,
    scope="log",
    rule=("fees.at_a_time.max_kinds",),
    area="fees",
    of_amounts=False,
    follows=("FEE001", "FEE003", "FEE009", "FEE028", "FEE036"),
    games=ANY_GAME,
)
_MOST = "fees.at_a_time.max_kinds"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    if not ruled.any():
        return inapplicable(log)
    paying = [each for each in collections_of(log) if each.amount]
    timed, unsure = _while_paid_for(log, paying)
    kinds = (log.fees.rake > 0).astype(np.int64) + (log.fees.hand_fee > 0) + timed
    may_be = ((log.fees.rake > 0) | (log.fees.hand_fee > 0)) & unsure & bool(paying)
    return Tested(
        _findings(log, ruled, kinds, timed),
        [
            (ruled & ~log.fees.recorded, UNRECORDED),
            (
                ruled & may_be,
                "the times of the hand were not recorded, and time was collected",
            ),
        ],
    )


def _while_paid_for(log: LogView, paying: list[Collection]) -> tuple[Flags, Flags]:
    """(N,) hands within time wholly paid for, and where that is unknown."""
    ends = _ends(log)
    unsure = (log.at == NOT_RECORDED) | (ends == NOT_RECORDED)
    within = np.zeros(len(log), np.bool_)
    for begins, until in _paid_for(paying):
        within |= (log.at >= begins) & (log.at < until) & (ends <= until)
    if any(not each.dated for each in paying):
        unsure |= ~within
    return within & ~unsure, unsure


def _paid_for(paying: list[Collection]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for begins, ends in sorted({(each.begins, each.ends) for each in paying if each.dated}):
        if found and begins <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], ends)
        else:
            found.append((begins, ends))
    return found


def _ends(log: LogView) -> Ints:
    """(N,) latest end: settlement, else next deal."""
    after = np.append(log.at[1:], NOT_RECORDED)
    return np.where(log.ended_at != NOT_RECORDED, log.ended_at, after)


def _findings(log: LogView, ruled: Flags, kinds: Ints, timed: Flags) -> Iterator[Draft]:
    for index, ruleset in enumerate(log.rulesets):
        most = ruleset.sections.fees.at_a_time.max_kinds
        under_ruleset = ruled & (log.under == index)
        if most is None:
            continue
        point = left_open(ruleset, _MOST)
        for place in np.flatnonzero(under_ruleset & (kinds > most)).tolist():
            listed = _kinds(log, place, bool(timed[place]))
            yield Draft(
                hand=place,
                stated=int(kinds[place]),
                expected=most,
                unit="kinds",
                kind="undetermined" if point else None,
                severity="note" if point else None,
                money=int(log.fees.rake[place] + log.fees.hand_fee[place]),
                clause=ruleset.cite(_MOST),
                fact="|".join(listed),
                message=(
                    f"{log.where(place)}: {' and '.join(listed)}; {most} kind{'s' * (most != 1)} of fee may be taken at a "
                    f"table at a time{f' under one reading of {point.id}' if point else ''}."
                ),
            )


def _kinds(log: LogView, place: int, timed: bool) -> list[str]:
    rake, fee = int(log.fees.rake[place]), int(log.fees.hand_fee[place])
    kinds = [f"a rake of {log.money(rake)}"] if rake else []
    kinds += [f"{log.money(fee)} for the hand"] if fee else []
    return kinds + (["time that was paid for while it was played"] if timed else [])

"""A control total of fees differs from the fees in the log.

Finds: a total of rake, hand fees, jackpot or time in the `close` event that is not the sum of the log's entries. Undetermined: a
total of time where the log has no collection of time at all, and not the fees of every hand.
Why: fees are the house's revenue and the basis of its taxes; the total and the entries must agree.
Example: the close states $212.00 of hand fees; the hands add up to $211.00.
Needs: a `close` event with totals, and `fees` of every hand (for time: `fee` events). A sum above the total is found
even where some fees were not recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import UNSET

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.records.events import Fee

CHECK = Check(
    "LOG004",
    "fee-total-differs",
    "discrepancy",
    "major",
    ("external:RECORD-complete",),
    title="The room's total of a fee differs from the log",
    quotes=False,
    scope="log",
    area="evidence",
    follows=("LOG001", "LOG002", "LOG003", "FEE020", "FEE021"),
    games=ANY_GAME,
)
WORDS = {
    "rake": "rake",
    "hand_fee": "hand fees",
    "jackpot": "jackpot collections",
    "time": "time collections",
}

OF_HANDS = ("rake", "hand_fee", "jackpot")


def run(log: LogView) -> Tested:
    if log.close is None or log.close[1].totals is UNSET:
        return nothing_to_test(log, "the log has no control totals of fees")
    stated = [kind for kind in WORDS if getattr(log.close[1].totals, kind) is not UNSET]
    if not stated:
        return nothing_to_test(log, "the log has no control totals of fees")
    of_hands = any(kind in OF_HANDS for kind in stated)
    unrecorded = ~log.fees.recorded if of_hands else np.zeros(len(log), np.bool_)
    return Tested(
        _findings(log, bool(unrecorded.any())), [(unrecorded, "the fees of the hand were not recorded")]
    )


def _findings(log: LogView, short: bool) -> Iterator[Draft]:
    """Findings by kind. ``short``: fees are missing, so a lower sum proves nothing."""
    assert log.close is not None
    line, close = log.close
    sums = dict(log.fees.sums)
    sums["time"] = sum(event.amount for _, event in log.events.of(Fee))
    for kind, words in WORDS.items():
        stated, found = getattr(close.totals, kind), sums.get(kind, 0)
        if stated is UNSET or stated == found:
            continue
        entries = not short if kind in OF_HANDS else _keeps_time(log)
        if entries or found > stated:
            yield Draft(
                line=line,
                stated=stated,
                expected=found,
                unit="money",
                money=abs(stated - found),
                money_kind="misrecorded",
                fact=f"{kind}|{stated}|{found}",
                message=f"The close states {log.money(stated)} of {words}; the log's entries add up to {log.money(found)}.",
            )
        elif kind == "time":
            yield _without_entries(log, line, stated)


def _keeps_time(log: LogView) -> bool:
    """Whether the log keeps collections of time."""
    return bool(len(log.events.places_of(Fee))) or bool(len(log) and log.fees.recorded.all())


def _without_entries(log: LogView, line: int, stated: int) -> Draft:
    return Draft(
        line=line,
        stated=stated,
        unit="money",
        kind="undetermined",
        severity="note",
        fact=f"time|{stated}|",
        message=(
            f"The close states {log.money(stated)} of time collections, and the log has no line of one: whether they were not "
            "recorded or the total is wrong is open."
        ),
    )

"""Fees were collected in a different way than the room has on record.

Finds: a log with fees of a kind other than the one that the room has on record.
Why: a room files how it collects fees. Players choose a table by it, and taxes and limits depend on it.
Example: room WA-0417 collects a fee for each hand, and one of its logs has $84.00 of rake.
Needs: the room on record with its way of collecting fees, and `fees` of the hands or `fee` events.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules import times
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested, nothing_to_test
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.fee_triangle import WORDS
from rules.checks.support.log_view import LogView
from rules.records.events import Fee

CHECK = Check(
    "FEE028",
    "fee-not-as-filed",
    "violation",
    "major",
    ("external:FEES-counted", "external:WAC-230-15-080"),
    title="A fee was taken in a way that the room has not filed",
    quotes=False,
    scope="log",
    area="fees",
    games=ANY_GAME,
)
NONE = "none"  # of a room that takes no fees


def run(log: LogView) -> Tested:
    if log.room is None:
        return nothing_to_test(log, "the room is not on record")
    filed = _filed(log)
    if filed is None:
        return nothing_to_test(
            log, "how the room collects fees is not on record, or it changed during the session"
        )
    return Tested(_findings(log, filed), [(~log.fees.recorded, UNRECORDED)])


def _filed(log: LogView) -> str | None:
    """The room's one way of collecting on all days; None: not one."""
    assert log.room is not None
    days = [times.date_of(day) for day in np.unique(log.day).tolist() if day != NOT_RECORDED]
    opened = log.room.day(log.session.opened_at)
    ways = {log.room.on(day).fees for day in days or ([opened] if opened else [])}
    return next(iter(ways)) if len(ways) == 1 else None


def _findings(log: LogView, filed: str) -> Iterator[Draft]:
    taken = {
        kind: amount for kind, amount in log.fees.sums.items() if kind != "jackpot"
    }  # the players' money
    taken["time"] = sum(event.amount for _, event in log.events.of(Fee))
    filed_way = "takes no fees" if filed == NONE else f"collects {WORDS[filed]}"
    for kind, amount in taken.items():
        if amount and kind != filed:
            yield Draft(
                stated=kind,
                expected=filed,
                unit="fee",
                money=amount,
                fact=f"{kind}|{filed}",
                message=f"The log has {log.money(amount)} of {WORDS[kind]}; the room's record says that it {filed_way}.",
            )

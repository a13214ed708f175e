"""A player owed more than the chips in front.

Finds: hands in which a seat's loss is greater than its `stack`.
Why: the controls do not say what is paid when the chips are not enough, nor which player receives less.
Example: seat 3 owes $9.00 and has $5.00 in front.
Needs: `stack`, a unit, and the rows of every player of the hand.
"""

from __future__ import annotations

import numpy as np

from rules.checks.support.check import Check
from rules.checks.support.log_view import LogView
from rules.checks.support.open_points import TOPICS, Untestable, reports_open_points, unranked
from rules.checks.support.ruleset_conditions import leaves_open
from rules.hands import Flags, every_seat

CHECK = Check(
    "PAY005",
    "loss-beyond-stack",
    "undetermined",
    "note",
    ("WSGC-6d", "PAGAT-score-simple"),
    quotes=False,
    scope="log",
    area="money",
    applies=leaves_open(*TOPICS["PAY005"]),
)


def _stacked(log: LogView) -> Flags:
    """(N,) hands with every stack on record."""
    seating = log.people.seating
    if seating is None:
        return np.zeros(len(log), np.bool_)
    return seating.in_log(every_seat(seating.stack.recorded | (seating.player < 0)))


def _untestable(log: LogView) -> Untestable:
    return [(~_stacked(log), "the chips in front of a seat were not recorded"), *unranked(log)]


run = reports_open_points(
    "PAY005",
    "A player owed more than the chips in front",
    _untestable,
)

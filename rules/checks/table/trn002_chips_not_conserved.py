"""A tournament stack changed between two hands.

Finds: a stack that differs from the player's stack in the hand before, after its result and the chips brought or taken
between the two hands. Where a denomination left play in between, a difference of less than one of the next chip is
accepted. In the file of a tournament: a count, or a colour-up of every stack, whose chips are not those that are in play.
Why: tournament chips cannot be bought back or taken off the table; a stack that grows by itself decides the event.
Example: player p-17 ended hand 8 with 14,200 and began hand 9 with 15,200.
Needs: `stack`, and `net` or `transfers`, in two consecutive hands. In a tournament's file: the entries and their seats, what
was bought besides, and a count of all tables.
"""

from __future__ import annotations

import numpy as np

from rules.checks.support.check import Check, Tested, inapplicable, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.checks.support.root_codes import PAID
from rules.checks.support.seat_history import NOT_REPLAYED
from rules.checks.table.tested_stacks import NEW, TESTED, stack_differs, stacks_by_rows

CHECK = Check(
    "TRN002",
    "chips-not-conserved",
    "discrepancy",
    "major",
    ("CARN-pay-invariant", "CARN-start-stack", "OFC1-pay-complete"),
    title="{whose} tournament chips do not follow from the previous hand",
    scope="log",
    rule=("chips.elimination", "event.starting_stack", "event.colour_up"),
    area="money",
    applies=lambda ruleset: ruleset.sections.eliminates,
    follows=("TRN001", "TRN002", *PAID, "IRR001"),
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    played, tested = log.ruled(CHECK.applies_to), stacks_by_rows(log)
    if not played.any():
        return inapplicable(log)
    if tested is None:
        return nothing_to_test(log, NOT_REPLAYED)
    shown = np.isin(tested.in_log(len(log)), (TESTED, NEW))
    return Tested(
        [stack_differs(log, tested.seating, each) for each in tested.stacks_in(played)],
        [
            (
                played & log.of("ofc") & ~shown,
                "this hand and the one before do not show what every player had",
            )
        ],
    )

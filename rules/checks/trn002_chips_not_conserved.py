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

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from rules.checks.base import NOT_RECORDED, Check, Draft, LogView, Tested, inapplicable, nothing_to_test
from rules.checks.causes import PAID
from rules.checks.chip_chain import links, stack_differs
from rules.checks.chip_moves import chip_moves
from rules.checks.seating import NOT_REPLAYED, Seating
from rules.hands import Flags, Ints
from rules.replay.event import schedule_of

CHECK = Check(
    "TRN002",
    "chips-not-conserved",
    "discrepancy",
    "major",
    ("CARN-pay-invariant", "CARN-start-stack", "OFC1-pay-complete"),
    scope="log",
    holds=("chips.elimination", "event.starting_stack", "event.colour_up"),
    area="money",
    applies=lambda ruleset: ruleset.sections.eliminates,
    follows=("TRN001", "TRN002", *PAID, "IRR001"),
)


def run(log: LogView) -> Tested:
    seating = log.people.seating
    played = log.ruled(CHECK.applies_to)
    if not played.any():
        return inapplicable(log)
    if seating is None:
        return nothing_to_test(log, NOT_REPLAYED)
    chain = _Chain.of(log, seating)
    shown = seating.in_log(chain.shown)
    return Tested(
        chain.findings(),
        [
            (
                played & log.of("ofc") & ~shown,
                "this hand and the one before do not show what every player had",
            )
        ],
    )


class _Chain(Struct, frozen=True, eq=False):
    """Hands that follow each other: what every player who sat in both had, and had to have. n pairs of hands."""

    log: LogView
    seating: Seating
    before: Ints  # (n,) positions
    after: Ints
    same: Flags  # (n, 10) the same player in both
    known: Flags  # (n, 10) and all that is needed was recorded
    stated: Ints  # (n, 10)
    expected: Ints
    shown: Flags  # (M,) hands that begin the log, or of which everything is known

    @classmethod
    def of(cls, log: LogView, seating: Seating) -> _Chain:
        linked = links(seating, seating.following()[0])
        before, after, same, now = linked.before, linked.after, linked.same, linked.stated
        known, expected = linked.known, linked.expected
        for at, column in zip(
            *(axis.tolist() for axis in np.nonzero(known & (expected != now))), strict=True
        ):
            lines = int(seating.line[before[at]]), int(seating.line[after[at]])
            brought = chip_moves(log).at_seat(column + 1, *lines)
            known[at, column] &= brought is not None
            expected[at, column] += brought or 0
        small = (
            np.abs(np.where(known, now - expected, 0)) < exchanged(log, seating, before, after)[:, None]
        ) & known
        unleveled = _unleveled(log, seating, before, after) & (np.where(known, now, 0) != expected).any(
            axis=1
        )
        expected = np.where(small, now, expected)
        known &= ~unleveled[:, None]
        shown = np.zeros(len(seating), np.bool_)
        shown[:1] = True
        shown[after] = (~same | known).all(axis=1)
        return cls(log, seating, before, after, same, known, now, expected, shown)

    def findings(self) -> Iterator[Draft]:
        """A finding for each stack that differs from what it should be."""
        log, seating = self.log, self.seating
        for at, column in zip(*np.nonzero(self.known & (self.stated != self.expected)), strict=True):
            first, second = int(self.before[at]), int(self.after[at])
            if not log.rulesets[seating.under[second]].sections.eliminates:
                continue
            stated, expected = int(self.stated[at, column]), int(self.expected[at, column])
            source = f"after hand {int(seating.number[first])}"
            yield stack_differs(log, seating, second, int(column), stated, expected, source)


def exchanged(log: LogView, seating: Seating, before: Ints, after: Ints) -> Ints:
    """(n,) what a colour-up between two hands may change a stack by: less than the next chip; 0 without one."""
    found = np.zeros(len(before), np.int64)
    for index, ruleset in enumerate(log.rulesets):
        schedule = schedule_of(ruleset)
        if schedule is not None:
            small, large = (schedule.smallest_of(seating.level[each]) for each in (before, after))
            up = (small != NOT_RECORDED) & (large != NOT_RECORDED) & (large > small)
            found = np.where(up & (seating.under[after] == index), large, found)
    return found


def _unleveled(log: LogView, seating: Seating, before: Ints, after: Ints) -> Flags:
    """(n,) hands between which chips may have left play, for their levels were not recorded."""
    scheduled = [index for index, each in enumerate(log.rulesets) if schedule_of(each) is not None]
    unrecorded = (seating.level[before] == NOT_RECORDED) | (seating.level[after] == NOT_RECORDED)
    found: Flags = unrecorded & np.isin(seating.under[after], scheduled)
    return found

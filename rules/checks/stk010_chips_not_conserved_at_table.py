"""Chips were added or removed between two hands without a record.

Finds: a stack that differs from the player's stack in the hand before, after its result, the fees paid, and the chips
that the player brought, tipped or took off the table; and a player's first stack, or the first after the player had cashed
everything, that differs from what was bought. A player whose buy-in is on record may have sat out meanwhile. Where fees do
not name a seat, the stacks of the table are tested together.
Why: a player can win no more than the stack covers. Chips without a record were never bought.
Example: player p-17 ended hand 8 with $142.00 and began hand 9 with $152.00.
Needs: `stack`, and `net` or `transfers`, in two consecutive hands; where a stack is too small, also `fees`; for a first
stack the player's buy-in. Where the log does not say whether a fee was taken before the deal, both are accepted. The banker's
chips are not tested. A difference that a penalty may explain is untestable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.base import NOT_RECORDED, Check, Draft, LogView, Tested
from rules.checks.causes import HAND_FEES, PAID, POOL
from rules.checks.chip_chain import stack_differs
from rules.checks.chip_chains import ChipChains, chains, one_of
from rules.checks.chip_entries import entries, followed, seated
from rules.checks.seating import Seating
from rules.checks.shared import shared
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints


def of_cash(ruleset: Ruleset) -> bool:
    """Whether chips are money. TRN002 tests tournament chips."""
    return not ruleset.sections.eliminates and "event" not in ruleset.params


CHECK = Check(
    "STK010",
    "chips-not-conserved-at-table",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    scope="log",
    area="money",
    applies=of_cash,
    follows=("STK010", *PAID, *POOL, *HAND_FEES, "IRR001"),
)
REASONS = (
    "",
    "no stack was recorded in the hand",
    "the hand before it is missing or out of order",
    "nobody at the table was in the hand before",
    "fees of the hands were not recorded, or do not name a seat",
    "chips moved between the hands in a way that the record does not show",
    "a penalty was given, which may have been paid from the stacks",
    "a stack, or the result of the hand before, was not recorded or is not certain",
)
TESTED, NO_STACK, NO_LINK, NEW, NO_FEES, UNCLEAR_MOVES, FINED, NOT_SURE = range(len(REASONS))


def run(log: LogView) -> Tested:
    played = log.ruled(of_cash)
    if not played.any():
        return Tested()
    seating = log.people.seating
    if seating is None:
        return Tested((), [(played, REASONS[NO_STACK])])
    stacks = stacks_of(log)
    reasons = np.where(seating.in_log(np.ones(len(seating), np.bool_)), np.int8(NO_LINK), np.int8(NO_STACK))
    if len(log):
        reasons[0] = TESTED
    after = 1 + np.flatnonzero(followed(seating))
    reasons[seating.places(after)] = stacks.reasons[after]
    return Tested(
        stacks.findings,
        [(played & (reasons == code), REASONS[code]) for code in range(NO_STACK, len(REASONS))],
    )


class TestedStacks(Struct, frozen=True, eq=False):
    """The findings about the stacks of a log, and (M,) why a hand could not be tested, as its place among the reasons."""

    findings: Sequence[Draft]
    reasons: NDArray[np.int8]


@shared  # STK011 reads what is found here
def stacks_of(log: LogView) -> TestedStacks:
    """The stacks of a log that has a seating."""
    seating = log.people.seating
    assert seating is not None
    found = _Stacks(log, seating)
    for each in entries(log, seating):
        found.add(chains(each))
    table = _Tables.of(log, seating) if found.of_tables else None
    return TestedStacks(list(found.findings(log.ruled(of_cash), table)), found.reasons(table))


class _Wrong(Struct, frozen=True):
    """A stack that is certainly not what it should be. since: the hand that it was worked out from; None: what was bought."""

    hand: int
    column: int
    stated: int
    expected: int
    since: int | None


class _Stacks:
    """The stacks of M hands: those that are certainly wrong, and the hands in which some could not be tested."""

    def __init__(self, log: LogView, seating: Seating) -> None:
        self._log, self._seating = log, seating
        self._wrong: list[_Wrong] = []
        self._linked, self._unsure = (np.zeros(len(seating), np.bool_) for _ in range(2))
        self._left = np.zeros(len(seating), np.int8)
        self.of_tables = False  # whether fees or penalties concern all stacks of a table together

    def add(self, found: ChipChains) -> None:
        """A piece of the accounts."""
        of, known, fits, certain = found.entries, found.known, found.fits, found.certain
        self.of_tables |= bool((found.loose | of.fined).any())
        self._linked[of.hand[found.adjacent]] = True
        self._unsure[of.hand[found.adjacent & ~found.recorded]] = True
        left = np.flatnonzero(found.adjacent & ~fits & ~certain)
        code = np.where(of.unsure[left], UNCLEAR_MOVES, NO_FEES)
        np.maximum.at(self._left, of.hand[left], np.where(known[left] & of.fined[left], FINED, code))
        for row in np.flatnonzero(certain & found.told).tolist():
            since = None if found.fresh[row] else int(of.hand[row - 1])
            place = int(of.hand[row]), int(of.seat[row]) - 1
            self._wrong.append(_Wrong(*place, int(found.stated[row]), int(found.expected[row]), since))

    def reasons(self, table: _Tables | None) -> NDArray[np.int8]:
        """(M,) why a hand could not be tested, as its place among the reasons."""
        left = self._left if table is None else np.where(table.tested, np.int8(TESTED), self._left)
        found = np.where(self._linked, left, np.int8(NEW))
        return np.where(self._unsure, np.int8(NOT_SURE), found)

    def findings(self, played: Flags, table: _Tables | None) -> Iterator[Draft]:
        """A finding for each stack, or for the stacks of a table together, that differs from what it should be."""
        log, seating = self._log, self._seating
        for each in self._wrong:
            if played[int(seating.places(np.array([each.hand]))[0])]:
                source = "according to the chips that were brought"
                if each.since is not None:
                    source = f"according to the record since hand {int(seating.number[each.since])}"
                yield stack_differs(log, seating, each.hand, each.column, each.stated, each.expected, source)
        if table is not None:
            yield from table.findings(log, played)


class _Tables(Struct, frozen=True, eq=False):
    """(M,) the stacks of a table together, where fees belong to no seat or a penalty was given: of the same players as before."""

    seating: Seating
    stated: Ints
    expected: Ints
    fits: Flags
    wrong: Flags
    grew: Flags

    @classmethod
    def of(cls, log: LogView, seating: Seating) -> _Tables:
        size = len(seating)
        stated, expected, pairs, maybe_before, maybe_after = (np.zeros(size, np.int64) for _ in range(5))
        unsure, fined, unpriced, certain = (np.zeros(size, np.bool_) for _ in range(4))
        for each in entries(log, seating):
            found = chains(each)
            rows = np.flatnonzero(found.adjacent)
            hand = each.hand[rows]
            np.add.at(pairs, hand, 1)
            np.add.at(maybe_before, hand, found.maybe[rows])
            np.add.at(maybe_after, hand, each.maybe[rows])
            known = rows[found.known[rows]]
            np.add.at(stated, each.hand[known], found.stated[known])
            np.add.at(expected, each.hand[known], found.expected[known])
            for mask, flags in (
                (unsure, ~found.known), (fined, each.fined), (unpriced, found.unpriced), (certain, found.certain),
            ):  # fmt: skip
                mask[hand[flags[rows]]] = True
        present = (seating.player >= 0).sum(axis=1)
        before = np.append(-1, present[:-1])
        whole = (pairs > 0) & (pairs == present) & (pairs == before) & ~unsure
        loose_before, loose_after = _loose(seating)
        together = stated - expected
        grew = whole & fined & (together > 0)  # a penalty moves chips and does not create any
        whole &= ((loose_before != 0) | (loose_after != 0)) & ~fined & ~unpriced
        fits = one_of(together, [loose_before, loose_after, maybe_before, maybe_after])
        wrong = whole & ~fits & (together < 0) & ~certain
        return cls(seating, stated, expected, whole & fits, wrong, grew)

    @property
    def tested(self) -> Flags:
        """(M,) hands in which the stacks of the table show what those of its seats do not."""
        return self.fits | self.wrong | self.grew

    def findings(self, log: LogView, played: Flags) -> Iterator[Draft]:
        """A finding for each table that has too many or too few chips."""
        for hand in np.flatnonzero(self.wrong | self.grew).tolist():
            if played[int(self.seating.places(np.array([hand]))[0])]:
                yield self._finding(log, hand)

    def _finding(self, log: LogView, hand: int) -> Draft:
        seating, stated, expected = self.seating, int(self.stated[hand]), int(self.expected[hand])
        why = " before fees that name no seat, and no part of these fees explains"
        if self.grew[hand]:
            why = ", and no penalty explains"
        return Draft(
            hand=log.position(int(seating.line[hand])),
            stated=stated,
            expected=expected,
            unit="money",
            money=abs(expected - stated),
            money_kind="unaccounted",
            message=(
                f"Hand {int(seating.number[hand])}: the players of the table began it with {log.money(stated)} together; "
                f"according to the record since hand {int(seating.number[hand - 1])} it was {log.money(expected)}{why} "
                f"the difference of {log.money(stated - expected)}."
            ),
        )


def _loose(seating: Seating) -> tuple[Ints, Ints]:
    """(M,) fees that name no seat of their hand and may have been taken from the stacks before a deal: until then, and of the
    hand itself at a time that is not known.
    """
    fees, size = seating.fees, len(seating)
    of_nobody = ~seated(seating, fees.hand, fees.seat)
    since, own = np.zeros(size + 1, np.int64), np.zeros(size, np.int64)
    for when, later in ((0, 1), (1, 0), (NOT_RECORDED, 1)):
        rows = of_nobody & (fees.before == when)
        np.add.at(since, fees.hand[rows] + later, fees.amount[rows])
        if when == NOT_RECORDED:
            np.add.at(own, fees.hand[rows], fees.amount[rows])
    return since[:size], own

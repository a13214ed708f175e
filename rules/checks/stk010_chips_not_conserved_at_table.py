"""Chips were added or removed between two hands without a record.

Finds: a stack that differs from the player's stack in the hand before, after its result, the fees paid, and the chips
that the player brought, tipped or took off the table. Where fees do not name a seat, the stacks of the table are tested
together.
Why: a player can win no more than the stack covers. Chips without a record were never bought.
Example: player p-17 ended hand 8 with $142.00 and began hand 9 with $152.00.
Needs: `stack`, and `net` or `transfers`, in two consecutive hands; where a stack is too small, also `fees`. Where the
log does not say whether a fee was taken before the deal, both are accepted. The banker's chips are not tested. A
difference that a penalty may explain is untestable.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.base import NOT_RECORDED, Check, Draft, LogView, Tested
from rules.checks.causes import HAND_FEES, PAID, POOL
from rules.checks.chip_chain import Between, Links, links, stack_differs
from rules.checks.seating import Seating
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
_PIECE = 1 << 12  # hands looked at together
REASONS = (
    "",
    "no stack was recorded in the hand",
    "the hand before it is missing or out of order",
    "nobody at the table was in the hand before",
    "a stack, or the result of the hand before, was not recorded or is not certain",
    "chips moved between the hands in a way that the record does not show",
    "fees of the hands were not recorded, or do not name a seat",
    "a penalty was given, which may have been paid from the stacks",
)
TESTED, NO_STACK, NO_LINK, NEW, NOT_SURE, UNCLEAR_MOVES, NO_FEES, FINED = range(len(REASONS))


def run(log: LogView) -> Tested:
    played = log.ruled(of_cash)
    if not played.any():
        return Tested()
    seating = log.people.seating
    if seating is None:
        return Tested((), [(played, REASONS[NO_STACK])])
    between = Between.of(log, seating)
    findings: list[Draft] = []
    reasons = np.where(seating.in_log(np.ones(len(seating), np.bool_)), np.int8(NO_LINK), np.int8(NO_STACK))
    if len(log):
        reasons[0] = TESTED
    for start in range(0, len(seating), _PIECE):
        before = _followed(seating, start)
        if len(before):
            piece = _Piece(log, seating, links(seating, before, moved=True), between)
            place = seating.places(piece.links.after)
            reasons[place] = piece.reasons()
            findings += piece.findings(played[place])
    return Tested(
        findings, [(played & (reasons == code), REASONS[code]) for code in range(NO_STACK, len(REASONS))]
    )


def _followed(seating: Seating, start: int) -> Ints:
    """Positions of the hands, of a piece from one on, that another one follows by its number, and not before it in time."""
    piece = slice(start, start + _PIECE + 1)
    number, at = seating.number[piece], seating.at[piece]
    timed = (at[:-1] != NOT_RECORDED) & (at[1:] != NOT_RECORDED)
    found: Ints = start + np.flatnonzero((number[1:] == number[:-1] + 1) & ~(timed & (at[1:] < at[:-1])))
    return found


class _Piece:
    """Some pairs of hands, and which of their stacks are certainly right or wrong."""

    def __init__(self, log: LogView, seating: Seating, linked: Links, between: Between) -> None:
        self.log, self.seating, self.links = log, seating, linked
        before, after = linked.before, linked.after
        fees, width = _Taken.of(seating, linked), seating.width
        self.unclear = between.unsure.spread(after)
        self.fined = np.isin(after, between.fined)
        self.expected = linked.expected + between.moved.spread(after, width) - fees.sure
        self.over = np.where(linked.known & ~self.unclear, linked.stated - self.expected, 0)
        self.fits = linked.known & ~self.unclear & _one_of(self.over, [fees.maybe_before, fees.maybe_after])
        unrecorded = ~(seating.fees_recorded[before] & seating.fees_recorded[after])
        self.unpriced = unrecorded[:, None] | (between.charged.spread(after, width) > 0)
        self.loose = (fees.loose_before != 0) | (fees.loose_after != 0)
        self.wrong = linked.known & ~self.unclear & ~self.fits
        self.certain = (
            self.wrong & ~self.fined[:, None] & ((self.over > 0) | ~(self.unpriced | self.loose[:, None]))
        )
        self._of_the_table(fees)

    def _of_the_table(self, fees: _Taken) -> None:
        """Where fees belong to no seat: the stacks of the same players together."""
        linked = self.links
        alike = ((self.seating.player[linked.before] == self.seating.player[linked.after]) | linked.same).all(
            axis=1
        )
        whole = alike & (linked.known | ~linked.same).all(axis=1) & linked.same.any(axis=1)
        whole &= ~self.unclear.any(axis=1)
        self.together = self.over.sum(axis=1)
        self.table_grew = (
            whole & self.fined & (self.together > 0)
        )  # a penalty moves chips and does not create any
        whole &= self.loose & ~self.fined & ~self.unpriced.any(axis=1)
        parts = [
            fees.loose_before,
            fees.loose_after,
            fees.maybe_before.sum(axis=1),
            fees.maybe_after.sum(axis=1),
        ]
        fits = _one_of(self.together, parts)
        self.table_fits = whole & fits
        self.table_wrong = whole & ~fits & (self.together < 0) & ~self.certain.any(axis=1)

    def reasons(self) -> NDArray[np.int8]:
        """(n,) why a hand could not be tested, as its place among the reasons."""
        linked = self.links
        left = linked.same & ~self.fits & ~self.certain
        left &= ~(self.table_fits | self.table_wrong | self.table_grew)[:, None]
        found = np.full(len(linked.after), TESTED, np.int8)
        found[~linked.same.any(axis=1)] = NEW
        found[left.any(axis=1)] = NO_FEES
        found[(left & self.unclear).any(axis=1)] = UNCLEAR_MOVES
        found[(left & self.wrong).any(axis=1) & self.fined] = FINED
        found[(linked.same & ~linked.known).any(axis=1)] = NOT_SURE
        return found

    def findings(self, played: Flags) -> Iterator[Draft]:
        """A finding for each stack, or for the stacks of a table together, that differs from what it should be."""
        for at, column in zip(*np.nonzero(self.certain & played[:, None]), strict=True):
            yield self._of_a_seat(int(at), int(column))
        for at in np.flatnonzero((self.table_wrong | self.table_grew) & played).tolist():
            yield self._of_all(at)

    def _of_a_seat(self, at: int, column: int) -> Draft:
        log, seating, second = self.log, self.seating, int(self.links.after[at])
        stated, expected = int(self.links.stated[at, column]), int(self.expected[at, column])
        source = f"according to the record since hand {int(seating.number[self.links.before[at]])}"
        return stack_differs(log, seating, second, column, stated, expected, source)

    def _of_all(self, at: int) -> Draft:
        log, seating, second = self.log, self.seating, int(self.links.after[at])
        same = self.links.same[at]
        stated, expected = int(self.links.stated[at][same].sum()), int(self.expected[at][same].sum())
        number = int(seating.number[second])
        why = " before fees that name no seat, and no part of these fees explains"
        if self.table_grew[at]:
            why = ", and no penalty explains"
        return Draft(
            hand=log.position(int(seating.line[second])),
            stated=stated,
            expected=expected,
            unit="money",
            money=abs(expected - stated),
            message=(
                f"Hand {number}: the players of the table began it with {log.money(stated)} together; according to the "
                f"record since hand {int(seating.number[self.links.before[at]])} it was {log.money(expected)}{why} "
                f"the difference of {log.money(stated - expected)}."
            ),
        )


class _Taken(Struct, frozen=True):
    """Fees between the deals of two hands, by seat (n, W); loose: fees that name no seat (n,).

    sure: recorded as taken after the first deal or before the second. maybe_before, maybe_after: fees of the first and of
    the second hand that do not say whether they were taken before the deal.
    """

    sure: Ints
    maybe_before: Ints
    maybe_after: Ints
    loose_before: Ints
    loose_after: Ints

    @classmethod
    def of(cls, seating: Seating, linked: Links) -> _Taken:
        fees = seating.fees.between(int(linked.before[0]), int(linked.after[-1]))
        size = len(linked.before), seating.width + 1
        found = {name: np.zeros(size, np.int64) for name in ("late", "first", "early", "second")}
        unsaid = fees.before == NOT_RECORDED
        for hands, between_deals, sure, maybe in (
            (linked.before, fees.before == 0, "late", "first"),
            (linked.after, fees.before == 1, "early", "second"),
        ):
            row = np.searchsorted(hands, fees.hand)
            matched = row < len(hands)
            matched[matched] = hands[row[matched]] == fees.hand[matched]
            for mask, name in ((matched & between_deals, sure), (matched & unsaid, maybe)):
                np.add.at(found[name], (row[mask], fees.seat[mask]), fees.amount[mask])
        loose = found["late"][:, 0] + found["early"][:, 0]
        late, first = (
            np.take_along_axis(found[name][:, 1:], linked.came, axis=1) for name in ("late", "first")
        )
        return cls(
            late + found["early"][:, 1:], first, found["second"][:, 1:], loose + found["first"][:, 0],
            found["second"][:, 0],
        )  # fmt: skip


def _one_of(over: Ints, parts: list[Ints]) -> Flags:
    """Where what is missing is zero or the sum of some of the parts."""
    found = np.zeros(over.shape, np.bool_)
    for chosen in product((0, 1), repeat=len(parts)):
        found |= over == -sum(
            (part * taken for part, taken in zip(parts, chosen, strict=True)), np.zeros_like(over)
        )
    return found

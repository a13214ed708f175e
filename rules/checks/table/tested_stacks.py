"""Stacks of a table beside players' accounts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.support.chip_chains import ChipChains, chains
from rules.checks.support.chip_ends import ChipsBrought, ChipsLeft, chips_brought, chips_left
from rules.checks.support.chip_entries import entries, followed
from rules.checks.support.drafts import Draft
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.checks.support.view_cache import shared
from rules.checks.table.tested_tables import BrokenTable, TestedTables
from rules.hands import Flags

REASONS = (
    "",
    "no stack was recorded in the hand",
    "the hand before it is missing or out of order",
    "nobody at the table was in the hand before",
    "fees of the hands were not recorded, or do not name a seat",
    "chips moved between the hands in a way that the record does not show",
    "a penalty was given, which may have been paid from the stacks",
    "a stack, or the result of the hand before, was not recorded or is not certain",
    "the level of a hand was not recorded, and small chips may have left play",
    "no hand is before it, and what its players bought is not on record",
    "a player has more than was bought, which may be chips of an earlier session",
)
TESTED, NO_STACK, NO_LINK, NEW, NO_FEES, UNCLEAR_MOVES, FINED, NOT_SURE, NO_LEVEL, FIRST, EARLIER = range(
    len(REASONS)
)
Reasons = NDArray[np.int8]  # places among the reasons


class BrokenStack(Struct, frozen=True):
    """A certainly wrong stack. hand, since: positions; since: of the hand it rests on; None: purchase."""

    hand: int
    column: int
    stated: int
    expected: int
    since: int | None


class TestedStacks(Struct, frozen=True, eq=False):
    """Stacks of M hands. reasons: (M,) why a hand is untestable. compared, every: (M,) some or each stack was. brought,
    left: chips at the ends."""

    seating: LogSeating
    stacks: Sequence[BrokenStack]
    tables: Sequence[BrokenTable]
    reasons: Reasons
    compared: Flags
    every: Flags
    brought: Sequence[ChipsBrought]
    left: Sequence[ChipsLeft]

    def stacks_in(self, hands: Flags) -> list[BrokenStack]:
        """Stacks in some hands (N,)."""
        return [each for each in self.stacks if hands[self._place(each.hand)]]

    def tables_in(self, hands: Flags) -> list[BrokenTable]:
        """Tables in some hands (N,)."""
        return [each for each in self.tables if hands[self._place(each.hand)]]

    def _place(self, hand: int) -> int:
        return int(self.seating.places(np.array([hand]))[0])

    def in_log(self, hands: int) -> Reasons:
        """(N,) reasons why hands could not be tested; none for the first hand."""
        seating = self.seating
        there = seating.in_log(np.ones(len(seating), np.bool_))
        found = np.where(there, np.int8(NO_LINK), np.int8(NO_STACK))
        if hands:
            found[0] = TESTED
        after = 1 + np.flatnonzero(followed(seating))
        found[seating.places(after)] = self.reasons[after]
        earlier = np.flatnonzero(self.reasons == EARLIER)
        found[seating.places(earlier)] = EARLIER
        return found

    def with_first(self, hands: int) -> Reasons:
        """(N,) reasons, where hands of new players are tested by their purchases."""
        found, places = self.in_log(hands), self.seating.places(np.arange(len(self.seating)))
        found[:1] = np.where(found[:1] == EARLIER, np.int8(EARLIER), np.int8(NO_STACK))
        found[places[(places == 0) & (self.reasons != EARLIER)]] = FIRST
        mine = found[places]
        found[places] = np.where(np.isin(mine, (NO_LINK, NEW, FIRST)) & self.every, np.int8(TESTED), mine)
        return found


@shared  # several checks read what is found here
def stacks_by_rows(log: LogView) -> TestedStacks | None:
    """Stacks of row hands; None: none on record."""
    return _tested(log, log.people.seating)


@shared
def stacks_of_pots(log: LogView) -> TestedStacks | None:
    """Stacks of pot hands; None: none on record."""
    return _tested(log, log.pots.seating)


def _tested(log: LogView, seating: LogSeating | None) -> TestedStacks | None:
    if seating is None or not seating.stack.recorded.any():
        return None
    found = _Stacks(seating)
    for each in entries(log, seating):
        found.add(chains(each))
    table = TestedTables.of(log, seating) if found.of_tables else None
    return TestedStacks(
        seating=seating,
        stacks=found.broken,
        tables=[] if table is None else table.broken,
        reasons=found.reasons(table),
        compared=found.compared > 0,
        every=found.compared >= (seating.player >= 0).sum(axis=1),
        brought=found.brought,
        left=found.left,
    )


class _Stacks:
    def __init__(self, seating: LogSeating) -> None:
        self._seating, size = seating, len(seating)
        self.broken: list[BrokenStack] = []
        self.brought: list[ChipsBrought] = []
        self.left: list[ChipsLeft] = []
        self._linked, self._unsure, self._earlier = (np.zeros(size, np.bool_) for _ in range(3))
        self._left = np.zeros(size, np.int8)
        self.compared = np.zeros(size, np.int64)  # stacks
        self.of_tables = False  # whether fees or penalties concern all stacks of a table together

    def add(self, found: ChipChains) -> None:
        of, known, fits, certain = found.entries, found.known, found.fits, found.certain
        self.brought += chips_brought(self._seating, found)
        self.left += chips_left(self._seating, found)
        self.of_tables |= bool(((found.loose > 0) | of.fined).any())
        self._linked[of.hand[found.adjacent]] = True
        self._unsure[of.hand[found.adjacent & ~found.recorded]] = True
        self._earlier[of.hand[found.told & known & ~fits & (found.over > 0) & found.earlier]] = True
        np.add.at(self.compared, of.hand[found.told & (fits | certain)], 1)
        left = np.flatnonzero(found.adjacent & ~fits & ~certain)
        code = np.where(of.unsure[left], UNCLEAR_MOVES, np.where(of.unclear[left], NO_LEVEL, NO_FEES))
        np.maximum.at(self._left, of.hand[left], np.where(known[left] & of.fined[left], FINED, code))
        for row in np.flatnonzero(certain & found.told).tolist():
            since = int(found.origin[row]) if found.origin[row] >= 0 else None
            place = int(of.hand[row]), int(of.seat[row]) - 1
            self.broken.append(BrokenStack(*place, int(found.stated[row]), int(found.expected[row]), since))

    def reasons(self, table: TestedTables | None) -> Reasons:
        """(M,) reasons by place in the list."""
        left = self._left if table is None else np.where(table.tested, np.int8(TESTED), self._left)
        found = np.where(self._linked, left, np.int8(NEW))
        found = np.where(self._unsure, np.int8(NOT_SURE), found)
        return np.where(self._earlier, np.int8(EARLIER), found)


def stack_differs(log: LogView, seating: LogSeating, each: BrokenStack) -> Draft:
    """Finding of a wrong opening stack, in minor units."""
    stated, expected = each.stated, each.expected
    player = seating.players[seating.player[each.hand, each.column]]
    source = "according to the chips that were brought"
    if each.since is not None:
        source = f"according to the record since hand {int(seating.number[each.since])}"
    return Draft(
        hand=log.position(int(seating.line[each.hand])),
        seat_number=each.column + 1,
        player=player,
        stated=stated,
        expected=expected,
        unit="money",
        money=abs(stated - expected),
        money_kind="unaccounted",
        message=(
            f"Hand {int(seating.number[each.hand])}, seat {each.column + 1}: player {player} began it with "
            f"{log.money(stated)}; {source} it was {log.money(expected)}, a difference of {log.money(stated - expected)}."
        ),
    )

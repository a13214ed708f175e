"""Chips were added or removed between two hands without a record.

Finds: a stack that differs from the player's stack in the hand before, after its result, the fees paid, and the chips
that the player brought, tipped or took off the table; and a player's first stack, or the first after the player had cashed
everything, that differs from what was bought (a first stack with more only where the players of the first hand all bought chips:
else it may hold chips of an earlier session). A player whose buy-in is on record may have sat out meanwhile. Where fees do
not name a seat, the stacks of the table are tested together. At tables of pot games STK018 finds single stacks, and this check
those of the table together.
Why: a player can win no more than the stack covers. Chips without a record were never bought.
Example: player p-17 ended hand 8 with $142.00 and began hand 9 with $152.00.
Needs: `stack`, and `net` or `transfers`, in two consecutive hands; where a stack is too small, also `fees`; for a first
stack the player's buy-in. Where the log does not say whether a fee was taken before the deal, both are accepted. The banker's
chips are not tested. A difference that a penalty may explain is untestable.
"""

from __future__ import annotations

import numpy as np
from msgspec import UNSET

from rules.checks.support.check import BY_ROWS, POTS, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.root_codes import HAND_FEES, PAID, POOL
from rules.checks.support.seat_history import LogSeating
from rules.checks.table.tested_stacks import NO_STACK, REASONS, stack_differs, stacks_by_rows, stacks_of_pots
from rules.checks.table.tested_tables import BrokenTable
from rules.controls.ruleset import Ruleset


def of_cash(ruleset: Ruleset) -> bool:
    """Whether chips are money."""
    return not ruleset.sections.eliminates and "event" not in ruleset.params


def of_tournament(log: LogView) -> bool:
    """Whether the log is of a tournament's pot table, which rulesets lack."""
    return log.session.tournament is not UNSET and "pot" in log.games


CHECK = Check(
    "STK010",
    "chips-not-conserved-at-table",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    title="{whose} chips do not follow from the previous hand",
    scope="log",
    area="money",
    applies=of_cash,
    follows=("STK010", *PAID, *POOL, *HAND_FEES, "IRR001"),
    games=(*BY_ROWS, *POTS),
)


def run(log: LogView) -> Tested:
    played = log.ruled(of_cash)
    if not played.any():
        return Tested()
    reasons = np.full(len(log), NO_STACK, np.int8)
    by_rows, of_pots = stacks_by_rows(log), stacks_of_pots(log)
    for tested in (by_rows, of_pots):
        if tested is not None:
            mine = tested.in_log(len(log)) if tested is by_rows else tested.with_first(len(log))
            reasons = np.where(reasons == NO_STACK, mine, reasons)
    untestable = [(played & (reasons == code), REASONS[code]) for code in range(NO_STACK, len(REASONS))]
    return Tested(broken_stacks(log), untestable)


def broken_stacks(log: LogView) -> list[Draft]:
    """Findings about single stacks of rows, and whole tables."""
    played, by_rows, of_pots = log.ruled(of_cash), stacks_by_rows(log), stacks_of_pots(log)
    single = by_rows.stacks_in(played) if by_rows else []
    found = [stack_differs(log, by_rows.seating, each) for each in single if by_rows]
    for tested in (by_rows, of_pots):
        if tested is not None:
            found += [_table_differs(log, tested.seating, each) for each in tested.tables_in(played)]
    return found


def _table_differs(log: LogView, seating: LogSeating, each: BrokenTable) -> Draft:
    why = " before fees that name no seat, and no part of these fees explains"
    if each.grew:
        why = ", and no penalty explains"
    return Draft(
        hand=log.position(int(seating.line[each.hand])),
        stated=each.stated,
        expected=each.expected,
        unit="money",
        money=abs(each.expected - each.stated),
        money_kind="unaccounted",
        message=(
            f"Hand {int(seating.number[each.hand])}: the players of the table began it with {log.money(each.stated)} "
            f"together; according to the record since hand {int(seating.number[each.hand - 1])} it was "
            f"{log.money(each.expected)}{why} the difference of {log.money(each.stated - each.expected)}."
        ),
    )

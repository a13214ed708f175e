"""A player's cash-out differs from the player's chips.

Finds: a player who leaves the game and whose `cash_out` differs from the chips held: the stack of the last hand with
its result, less fees, plus chips brought and less tips since. For a player who came back, the stack brought back counts
as well.
Why: the chips of a table may balance while one player takes chips that belong to another.
Example: p-17 ended the last hand with $142.00 and cashed out $192.00; p-20 had $90.00 and cashed out $40.00.
Needs: `chips` events of the players who leave, and `stack` and `net` or `transfers` in the last hand of each; for a
player who took too little, also the `fees` of that hand with their seats. The banker's chips are not tested. A
difference that a penalty may explain is untestable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from rules.checks.support.check import BY_ROWS, POTS, Check, Draft, Tested, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.checks.support.root_codes import HAND_FEES, PAID, POOL
from rules.checks.table.stk010_chips_not_conserved_at_table import of_cash
from rules.checks.table.tested_cash_outs import REASONS, TestedCashOut, TestedCashOuts, cash_outs_of
from rules.hands import Flags, any_seat
from rules.records.events import Chips

CHECK = Check(
    "STK014",
    "cash-out-differs",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    title="{whose} cash-out differs from its chips",
    scope="log",
    area="money",
    follows=("STK004", "STK010", "STK015", "STK018", *PAID, *POOL, *HAND_FEES, "IRR001"),
    games=(*BY_ROWS, *POTS),
    applies=of_cash,
)
NO_STACK = "no stack was recorded in the hand"
NO_CASH_OUT = "no chips taken off the table were recorded"


def run(log: LogView) -> Tested:
    played = log.ruled(of_cash)
    if not played.any():
        return Tested()
    if not any(event.kind == "cash_out" for _, event in log.events.of(Chips)):
        return nothing_to_test(log, NO_CASH_OUT)
    open_ = {reason: np.zeros(len(log), np.bool_) for reason in REASONS}
    stacked = np.zeros(len(log), np.bool_)
    for each in cash_outs_of(log):
        stacked |= each.seating.in_log(any_seat(each.seating.stack.recorded))
        _leave_open(log, each, open_)
    reasons = [(played & mask, reason) for reason, mask in open_.items()]
    return Tested(wrong_cash_outs(log), [*reasons, (played & ~stacked, NO_STACK)])


def wrong_cash_outs(log: LogView) -> list[Draft]:
    played = log.ruled(of_cash)
    return [
        _finding(log, tested, each, place)
        for tested in cash_outs_of(log)
        for each, place in _placed(log, tested)
        if not each.reason and not each.ends and played[place]
    ]


def _leave_open(log: LogView, tested: TestedCashOuts, open_: Mapping[str, Flags]) -> None:
    for each, place in _placed(log, tested):
        if each.reason:
            open_[each.reason][place] = True


def _placed(log: LogView, tested: TestedCashOuts) -> Iterator[tuple[TestedCashOut, int]]:
    """Cash-outs by player, with the position of the hand before."""
    for each in sorted(tested.cash_outs, key=lambda each: (each.player, each.hand)):
        place = log.position(int(tested.seating.line[each.hand]))
        if place is not None:
            yield each, place


def _finding(log: LogView, tested: TestedCashOuts, each: TestedCashOut, place: int) -> Draft:
    money, number = log.money, int(tested.seating.number[each.hand])
    kept = f" and came back with {money(each.left)}" if each.left else ""
    return Draft(
        hand=place,
        seat_number=each.seat,
        player=each.player,
        line=each.line,
        stated=each.taken,
        expected=each.taken - each.over,
        unit="money",
        money=abs(each.over),
        money_kind="unaccounted",
        message=(
            f"Hand {number}, seat {each.seat}: player {each.player} cashed out {money(each.taken)} after it{kept}; "
            f"according to the record the player had {money(each.had)}, a difference of {money(each.over)}."
        ),
    )

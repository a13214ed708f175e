"""The recorded result of a seat differs from what its hand gives.

Finds: a seat whose recorded `net` differs from the units due, times the unit; where rows or cards are not recorded, the
smallest set of seats that has more than all its opponents can owe it, whatever the cards were.
Why: this is the money of the game. A net that differs went to the wrong player or was recorded wrongly.
Example: seat 2 wins two rows from seat 1 and loses one, at $1.00 a unit: $1.00 is due; the log records $3.00.
Needs: `net`, a unit, and the rows of every player of the hand, or what settled it instead (a surrender, a natural or a
foul). Where the game is settled by them: the banker, the chips in front, or the button. For more than can be due: the
results of every seat, as nets or transfers, and a unit.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.money.beyond_bounds import beyond_bounds, with_bounds
from rules.checks.money.deciding_rule import deciding
from rules.checks.money.due_amounts import PRICES, due_of, limited_seats, unknown
from rules.checks.support.check import (
    BY_ROWS,
    NOT_RECORDED,
    Check,
    MoneyDrafts,
    Tested,
    money_of_session,
    money_text,
    units_text,
)
from rules.checks.support.root_codes import PLAY, POOL
from rules.checks.support.unjudged_hands import left_open
from rules.checks.support.views import BlockView
from rules.hands import Flags, any_seat, every_seat
from rules.replay.row_replay import whole

CHECK = Check(
    "SCR001",
    "net-differs",
    "discrepancy",
    "major",
    ("WSGC-6d", "WSGC-3a", "PAGAT-score-simple", "PAGAT-stake", "WSGC-natural-value"),
    title="{whose} recorded result differs from what was due",
    together=(
        "Seats together have more than they can have been due",
        "more than the seats together can have been due",
    ),
    quotes=False,
    rule=PRICES,
    area="money",
    follows=(*PLAY, "PAY001", "PAY002", "PAY006", "PAY007", *POOL, "POT004", "SUR002"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    recorded = hands.net != NOT_RECORDED
    testable = recorded & (due_of(view) != NOT_RECORDED)
    different = testable & (hands.net != replayed.net) & ~replayed.void[:, None]  # IRR001 tests void deals
    different &= replayed.winner is None
    # In a deal with one winner SCR005 tests the winner; no document prices the win.
    by_winner = every_seat(testable | ~hands.present) if replayed.winner is not None else None
    reasons, unpriced = left_open(view, hands.net)
    different &= ~unpriced[:, None]
    untestable = ~every_seat(testable | ~hands.present) & ~any_seat(different)
    return Tested(
        _findings(view, different),
        [
            *reasons,
            (untestable & ~any_seat(recorded), "no nets were recorded"),
            (untestable & (hands.unit == NOT_RECORDED) & ~replayed.void, "no unit was recorded"),
            (untestable & ~every_seat(recorded | ~hands.present), "the net of a seat was not recorded"),
            *[(untestable & mask, reason) for mask, reason in unknown(view)],
        ],
        inapplicable=by_winner,
    )


def _findings(view: BlockView, different: Flags) -> MoneyDrafts:
    hands, replayed = view.hands, view.replayed
    hand, seat = np.nonzero(different)
    stated, due = hands.net[hand, seat], replayed.net[hand, seat]
    drafts = MoneyDrafts(
        hand=hand,
        seat=seat,
        stated=stated,
        expected=due,
        rules=deciding(replayed, hand, seat, stated, due),
        sentence=_Sentence(money_of_session(view.session, [view.ruleset]), replayed.scoring.denominator),
        notes=(replayed.units[hand, seat], hands.unit[hand], limited_seats(replayed)[hand, seat]),
    )
    beyond = beyond_bounds(view, ~any_seat(different))
    return with_bounds(view, drafts, beyond) if len(beyond.hand) else drafts


class _Sentence(Struct, frozen=True):
    """Words for an amount due: "+6 units at $1.00"."""

    currency: str
    denominator: int

    def __call__(
        self, hand: int, seat: int, stated: int, due: int, units: int, unit: int, limited: int
    ) -> str:
        said, right, off = (money_text(each, self.currency) for each in (stated, due, stated - due))
        how = f"{units_text(whole(units, self.denominator))} at {money_text(unit, self.currency)}"
        if limited:
            how += f", limited to {right} by the chips in front"
        return f"Hand {hand}, seat {seat}: the log records {said}; {right} was due ({how}), a difference of {off}."

"""The recorded transfers of a seat differ from what was due.

Finds: a seat whose transfers in a hand add up to a different amount than the hand gives.
Why: the players saw these payments. Where they differ from what was due, somebody was paid wrongly.
Example: seat 4 owes $7.00 and its transfers add up to $6.00.
Needs: `transfers`, a unit, and the rows of every player of the hand. Where the game is settled by them: the banker, the
chips in front, or the button.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.cards.impossible_deals import impossible
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
)
from rules.checks.support.recorded_pools import beside_the_pool
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.root_codes import PLAY
from rules.checks.support.ruleset_conditions import topology
from rules.checks.support.unjudged_hands import left_open
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints, any_seat, every_seat


def _pays_players(ruleset: Ruleset) -> bool:
    """Whether players pay each other; in a pool, only for all rows."""
    return not topology("pool")(ruleset) or ruleset.sections.pool_extra > 0


CHECK = Check(
    "PAY001",
    "transfers-differ",
    "discrepancy",
    "major",
    ("WSGC-6d", "WSGC-6c", "PAGAT-score-simple", "PAGAT-compare", "WSGC-natural-value"),
    title="{whose} payments differ from what was due",
    quotes=False,
    rule=PRICES,
    area="money",
    applies=_pays_players,
    follows=(*PLAY, "SCR001", "PAY002", "PAY006", "SUR002"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    recorded, due = hands.transfers_recorded, _due(view)
    known = every_seat((due != NOT_RECORDED) | ~hands.present)
    found = moved(hands)
    testable = recorded & known & ~found.strange & ~replayed.void
    reasons, excluded = _left_alone(view, due, np.where(testable[:, None], found.total, NOT_RECORDED))
    return Tested(
        _findings(view, found.total, due, testable & ~excluded),
        inapplicable=known & excluded & ~replayed.void if replayed.pool else None,  # POT004 tests those
        untestable=[
            *reasons,
            (~recorded, "no transfers were recorded"),
            *[(~known & mask, reason) for mask, reason in unknown(view)],
            (found.strange, "a transfer names a seat that is not in the hand"),
        ],
    )


def _due(view: BlockView) -> Ints:
    """(H, S) transfers due; beside a pool, between players only."""
    if view.replayed.pool:
        return np.where(impossible(view)[:, None], NOT_RECORDED, beside_the_pool(view.replayed))
    return due_of(view)


def _left_alone(view: BlockView, due: Ints, paid: Ints) -> tuple[list[tuple[Flags, str]], Flags]:
    """Hands not compared: reasons, and union."""
    if view.replayed.pool:
        return [], ~any_seat((due != 0) & view.hands.present)
    return left_open(view, paid)


def _findings(view: BlockView, total: Ints, due: Ints, testable: Flags) -> MoneyDrafts:
    replayed = view.replayed
    hand, seat = np.nonzero((total != due) & testable[:, None] & view.hands.present)
    stated, right = total[hand, seat], due[hand, seat]
    rules = ["pool.all_rows"] * len(hand) if replayed.pool else deciding(replayed, hand, seat, stated, right)
    return MoneyDrafts(
        hand=hand,
        seat=seat,
        stated=stated,
        expected=right,
        rules=rules,
        sentence=_Sentence(money_of_session(view.session, [view.ruleset])),
        notes=(limited_seats(replayed)[hand, seat],),
    )


class _Sentence(Struct, frozen=True):
    currency: str

    def __call__(self, hand: int, seat: int, stated: int, due: int, limited: int) -> str:
        by_chips = ", limited by the chips in front" if limited else ""
        said, right = money_text(stated, self.currency), money_text(due, self.currency)
        return f"Hand {hand}, seat {seat}: the recorded transfers bring the seat {said}; {right} was due{by_chips}."

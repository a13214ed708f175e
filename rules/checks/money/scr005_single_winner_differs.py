"""In a game with one winner, the wrong player won or the winner did not.

Finds: a seat with a positive result that is not the winner's, a winner whose result is zero or negative, and any result
other than zero where no player beats every other.
Why: one player wins the deal. Whatever the prize is, money that went to another player went to the wrong one.
Example: seat 2 beats every other seat on two rows, and seat 3 is recorded at +$4.00.
Needs: `net`, and the rows of every player of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.cards.impossible_deals import IMPOSSIBLE, impossible
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, hand_seats, inapplicable
from rules.checks.support.root_codes import SETTING
from rules.checks.support.ruleset_conditions import topology
from rules.checks.support.views import BlockView
from rules.hands import Ints, every_seat
from rules.replay.pairs import NO_SEAT
from rules.replay.single_winner import UNKNOWN

CHECK = Check(
    "SCR005",
    "single-winner-differs",
    "discrepancy",
    "major",
    ("VAR-single-winner", "VAR-single-winner-none"),
    title="{whose} result differs from that of a single-winner game",
    quotes=False,
    rule=("single_winner", "comparison.topology", "ranking"),
    area="money",
    applies=topology("single_winner"),
    follows=(*SETTING, "PAY001", "PAY004"),
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    hands, winner = view.hands, view.replayed.winner
    if winner is None:
        return inapplicable(view)
    unrecorded = ~every_seat((hands.net != NOT_RECORDED) | ~hands.present)
    return Tested(
        _findings(view, winner),
        [
            (impossible(view), IMPOSSIBLE),
            (unrecorded, "the net of a seat was not recorded"),
            ((winner == UNKNOWN) & ~view.replayed.void, "the recorded cards do not show which player won"),
        ],
    )


def _findings(view: BlockView, winner: Ints) -> Iterator[Draft]:
    hands = view.hands
    net, known = hands.net, hands.net != NOT_RECORDED
    won = np.arange(hands.seat.shape[1]) == winner[:, None]
    nobody = (winner == NO_SEAT)[:, None]
    settled = (winner != UNKNOWN) & ~view.replayed.void & ~impossible(view)
    wrong = np.where(won, net <= 0, (net > 0) | (nobody & (net != 0)))
    for hand, seat in hand_seats(wrong & known & settled[:, None]):
        yield _finding(view, hand, seat, int(winner[hand]))


def _finding(view: BlockView, hand: int, seat: int, winner: int) -> Draft:
    stated = int(view.hands.net[hand, seat])
    if winner == NO_SEAT:
        expected, reason, rests_on = (
            0,
            "no player beats every other player, so nobody wins",
            "VAR-single-winner-none",
        )
    else:
        number = int(view.hands.seat[hand, winner])
        expected, reason, rests_on = (
            None,
            f"seat {number} beats every other seat and wins the deal",
            "VAR-single-winner",
        )
    return Draft(
        hand=hand,
        seat=seat,
        stated=stated,
        expected=expected,
        unit="money",
        money=abs(stated),
        fact=f"{stated}|{winner}",
        clause=view.ruleset.cite("single_winner", naming=(rests_on,)),
        message=f"{view.where(hand, seat)}: the log records {view.money(stated)}; {reason}.",
    )

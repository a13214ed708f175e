"""A fee of a hand names a seat where nobody sat, or a pot that is not there.

Finds: a fee that names a seat without a player in that hand; in pot games a fee from a pot that the hand does not have.
Why: money was taken, and nobody can say from which player; the limits for a player cannot be applied to it.
Example: $1.00 for the hand from seat 7; players sat at seats 1 to 4.
Needs: `fees` with their seats. An entry that names no seat is shared by all players of the hand. For pots, what was put in.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, HandsView, Tested
from rules.checks.support.fee_limits import unrecorded
from rules.checks.support.fee_triangle import WORDS
from rules.checks.support.views import PotView

CHECK = Check(
    "FEE029",
    "fee-of-nobody",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="A fee names a seat that is not in the hand",
    quotes=False,
    area="fees",
    of_amounts=False,
    games=ANY_GAME,
)


def run(view: HandsView) -> Tested:
    pots = _of_pots(view) if isinstance(view, PotView) else ()
    return Tested([*_findings(view), *pots], unrecorded(view))


def _findings(view: HandsView) -> Iterator[Draft]:
    hands, listed = view.hands, view.hands.fees
    seats = np.where(hands.present, hands.seat, 0)
    named = listed["seat"] != NOT_RECORDED
    seated = (seats[listed.hand] == listed["seat"][:, None]).any(axis=1)
    for at in np.flatnonzero(named & ~seated).tolist():
        hand = int(listed.hand[at])
        kind, number, amount = (
            hands.names[listed["kind"][at]],
            int(listed["seat"][at]),
            int(listed["amount"][at]),
        )
        occupied = ", ".join(str(int(each)) for each in seats[hand] if each)
        yield Draft(
            hand=hand,
            stated=f"seat {number}",
            expected=f"one of the seats {occupied}",
            unit="seats",
            money=amount,
            fact=f"{kind}|{number}|{amount}",
            message=(
                f"{view.where(hand)}: {view.money(amount)} of {WORDS[kind]} is on record for seat {number}, where nobody sat; "
                f"players sat at seats {occupied}."
            ),
        )


def _of_pots(view: PotView) -> Iterator[Draft]:
    hands, listed, due = view.hands, view.hands.fees, view.replayed.settled.pots
    named = view.replayed.play.pot.fee_pots
    recorded = view.replayed.play.pot.pots
    count = due.count.astype(np.int64)
    np.maximum.at(count, recorded.hand, recorded["pot"] + 1)
    beyond = (named != NOT_RECORDED) & due.known[listed.hand] & (named >= count[listed.hand])
    for at in np.flatnonzero(beyond).tolist():
        hand, pot = int(listed.hand[at]), int(named[at])
        kind, amount, many = hands.names[listed["kind"][at]], int(listed["amount"][at]), int(count[hand])
        pots = "one pot" if many == 1 else f"{many} pots"
        yield Draft(
            hand=hand,
            stated=pot,
            expected=f"less than {many}",
            unit="pot",
            money=amount,
            fact=f"{kind}|pot {pot}|{amount}",
            message=(
                f"{view.where(hand)}: {view.money(amount)} of {WORDS[kind]} is on record from pot {pot}; the hand has {pots}, "
                "of which the main pot is 0."
            ),
        )

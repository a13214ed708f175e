"""The jackpot drop of a pot hand is not what was due.

Finds: a drop of another amount than the controls have, a drop of a hand that has none, and a hand without the drop that
was due.
Why: a jackpot is the players' own money. A different amount than announced takes it from somebody.
Example: five players are dealt in, and $1.00 goes to the jackpot; it is taken from six players on.
Needs: `fees`, and the chips put in or the amounts of the pots; `acts`, or `reached`, where a flop must have been dealt.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.pot_fees import foreign_to, reasons
from rules.checks.support.views import PotView
from rules.hands import Ints
from rules.replay.pots.division.rake_and_drop import players, recorded_drop

CHECK = Check(
    "FEE035",
    "drop-differs",
    "discrepancy",
    "major",
    ("OLY-2.38-a", "OLY-2.38-b", "OLY-2.39", "OLY-2.40-a", "OLY-2.40-b", "OLY-4.3", "OLY-4.11"),
    title="The jackpot drop of the hand differs from what was due",
    quotes=False,
    rule=("pot.fees.drop",),
    area="fees",
    games=POTS,
)
_DROP = "pot.fees.drop"


def run(view: PotView) -> Tested:
    if view.replayed.play.rules.fees.drop.money is None:
        return inapplicable(view)
    if reason := foreign_to(view):
        return nothing_to_test(view, reason)
    due = view.replayed.settled.fees.drop
    return Tested(list(_findings(view, due)), reasons(view, due))


def _findings(view: PotView, due: Ints) -> Iterator[Draft]:
    stated = recorded_drop(view.replayed.under.fees, len(view))
    differ = view.replayed.under.fees.recorded & (due != NOT_RECORDED) & (stated != due)
    for hand in np.flatnonzero(differ).tolist():
        taken, right = int(stated[hand]), int(due[hand])
        why, rule = _why(view, hand, right)
        said = f"{view.money(taken)} was" if taken else "nothing was"
        yield Draft(
            hand=hand,
            stated=taken,
            expected=right,
            unit="money",
            money=abs(taken - right),
            kind="violation" if taken > right else None,
            clause=view.ruleset.cite(rule, naming=CHECK.clauses),
            rule=rule,
            message=f"{view.where(hand)}: {said} dropped for the jackpot; {why}.",
        )


def _why(view: PotView, hand: int, due: int) -> tuple[str, str]:
    """Reason of the drop due, with its path."""
    drop, replayed = view.replayed.play.rules.fees.drop, view.replayed
    money, under = drop.money or 0, replayed.under
    if due:
        small = due < money
        return f"{view.money(due)} {'is what the main pot had left' if small else 'was due'}", (
            f"{_DROP}.short" if small else f"{_DROP}.money"
        )
    if under.void[hand]:
        return "the hand was void, and none was due", _DROP
    if under.tournament[hand]:
        return "hands of a tournament pay none", _DROP
    if not under.jackpots[hand]:
        return "the table is one without a jackpot", _DROP
    if not replayed.settled.fees.street[hand]:
        kind = int(replayed.play.kind[hand])
        name = ("flop", "stud", "draw")[kind]
        words = ("no flop was dealt", "no second up-card was dealt", "draw games pay none")[kind]
        return f"{words}, and none was due", f"pot.fees.no_flop.{name}"
    count = int(players(replayed.outcome, under, drop.counts)[hand])
    if count < (drop.min_players or 0):
        return (
            f"it is taken from {drop.min_players} players on, and there were {count}",
            f"{_DROP}.min_players",
        )
    return "the main pot had nothing left for it", f"{_DROP}.short"

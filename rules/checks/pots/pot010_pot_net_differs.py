"""The recorded result of a seat differs from its awards less its chips.

Finds: a `net` that differs from the awards due after the fees on record, less the chips put in, or from the hand's own
awards where those are all that is known; a void hand with results; and results of a hand that do not sum to what was
taken from it.
Why: the result is what the player won or lost. Where it differs, chips went astray or were written down wrong.
Example: seat 3 puts $20.00 in and is given $55.00; the log records a result of $40.00.
Needs: `net`, `fees`, what each seat put in, and the awards or the cards of every seat that could win; for the sum, `net`
of every seat and `fees`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.pots.recorded_pots import recorded_awards, taken
from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested, hand_seats
from rules.checks.support.pot_fees import put_in_by_house
from rules.checks.support.views import PotView
from rules.hands import Flags, Ints, any_seat, every_seat

POT_WON = "external:POT-won"  # where the controls cite nothing for who wins
CHECK = Check(
    "POT010",
    "pot-net-differs",
    "discrepancy",
    "major",
    ("OLY-1.41", POT_WON),
    title="{whose} result of the hand differs from what was due",
    quotes=False,
    rule=("pot.pots",),
    area="money",
    follows=("POT006", "POT008", "POT009", "DCK001", "DCK004"),
    games=POTS,
)
_RULE = "pot.pots"


def run(view: PotView) -> Tested:
    hands, void = view.hands, view.hands.void == 1
    recorded = hands.net != NOT_RECORDED
    expected, own = _expected(view)
    different = recorded & (expected != NOT_RECORDED) & (hands.net != expected)
    different &= ~(own & ~void[:, None])  # the awards are what differs: POT009
    sums = _sums(view)
    off = (sums != 0) & ~any_seat(recorded & (expected != NOT_RECORDED) & (hands.net != expected))
    open_ = ~every_seat(~recorded | (expected != NOT_RECORDED)) & (sums == 0)
    there = view.replayed.play.dealt
    return Tested(
        [*_findings(view, different, expected), *_of_sums(view, off, sums)],
        [
            (~any_seat(recorded), "no nets were recorded"),
            (open_ & ~view.replayed.under.fees.recorded, "the fees of the hand were not recorded"),
            (
                open_ & ~view.replayed.settled.pots.chips_known,
                "the chips that seats put in were not recorded",
            ),
            (open_, "a hand that could win was not recorded, or how the rake fell on the pots"),
            (~every_seat(recorded | ~there), "the net of a seat was not recorded"),
        ],
    )


def _expected(view: PotView) -> tuple[Ints, Flags]:
    """(H, S) net due, and whether it is what the recorded awards give, though these differ from those due."""
    charged, void = view.replayed.charged, view.hands.void == 1
    awarded, stated = recorded_awards(view.replayed)
    known = stated[:, None] & (charged.put_in != NOT_RECORDED)
    by_awards = np.where(known, awarded - charged.put_in, NOT_RECORDED)
    due = np.where(void[:, None], 0, charged.net)
    expected = np.where(due == NOT_RECORDED, by_awards, due)
    return expected, known & (view.hands.net == by_awards) & (due != NOT_RECORDED)


def _sums(view: PotView) -> Ints:
    """(H,) excess of nets over the house's money less fees; 0: unknown."""
    there, net = view.replayed.play.dealt, view.hands.net
    complete = every_seat((net != NOT_RECORDED) | ~there) & (view.hands.void != 1)
    total = np.where(there & complete[:, None], net, 0).sum(axis=1) - put_in_by_house(view)
    fees = taken(view.replayed)
    return np.where(
        ~complete, 0, np.where(fees == NOT_RECORDED, np.maximum(total, 0), total + np.maximum(fees, 0))
    )


def _findings(view: PotView, different: Flags, expected: Ints) -> Iterator[Draft]:
    for hand, seat in hand_seats(different):
        stated, due = int(view.hands.net[hand, seat]), int(expected[hand, seat])
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            clause=POT_WON if view.hands.void[hand] == 1 else _who_wins(view),
            rule=_RULE,
            message=(
                f"{view.where(hand, seat)}: the log records {view.money(stated)}; {_how(view, hand, seat, due)}, "
                f"a difference of {view.money(stated - due)}."
            ),
        )


def _who_wins(view: PotView) -> str:
    return view.ruleset.cite(_RULE, naming=CHECK.clauses, otherwise=POT_WON)


def _how(view: PotView, hand: int, seat: int, due: int) -> str:
    if view.hands.void[hand] == 1:
        return "the hand was void, so that every chip goes back"
    put_in = int(view.replayed.charged.put_in[hand, seat])
    return (
        f"{view.money(due)} was due (awards of {view.money(due + put_in)} less {view.money(put_in)} put in)"
    )


def _of_sums(view: PotView, off: Flags, sums: Ints) -> Iterator[Draft]:
    fees = taken(view.replayed)
    for hand in np.flatnonzero(off).tolist():
        out = max(int(fees[hand]), 0)
        due = int(put_in_by_house(view)[hand]) - out
        stated = int(sums[hand]) + due
        took = (
            f"{view.money(out)} was taken from it"
            if fees[hand] != NOT_RECORDED
            else "its fees were not recorded"
        )
        if due + out:
            took += f", and the house put in {view.money(due + out)}"
        yield Draft(
            hand=hand,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            clause=POT_WON,
            rule=_RULE,
            fact=f"sum|{stated}|{due}",
            message=(
                f"{view.where(hand)}: the nets of the hand sum to {view.money(stated)}, and {took}: "
                f"{view.money(abs(stated - due))} {'too much' if stated > due else 'is missing'}."
            ),
        )

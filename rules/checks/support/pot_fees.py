"""Rake and jackpot drop of pot hands beside what was due."""

from __future__ import annotations

import numpy as np

from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.views import PotView
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.pots.division.rake_and_drop import recorded_rake

_KINDS = ("flop", "stud", "draw")
_STREET = ("no flop was dealt", "no second up-card was dealt", "draw games pay none")


def rakes(view: PotView) -> tuple[Ints, Ints]:
    """(H,) rake recorded and due, NOT_RECORDED where unknown."""
    fees, settled = view.replayed.under.fees, view.replayed.settled
    _, rake, _ = recorded_rake(fees, settled.pots)
    return np.where(fees.recorded, rake, NOT_RECORDED), settled.fees.rake


def put_in_by_house(view: PotView) -> Ints:
    """(H,) money that the house put in; 0: none on record."""
    return np.maximum(view.replayed.play.pot.house_money, 0)


def reasons(view: PotView, due: Ints) -> list[tuple[Flags, str]]:
    replayed = view.replayed
    streets = replayed.outcome.streets_known
    return [
        (~replayed.under.fees.recorded, UNRECORDED),
        (~replayed.settled.pots.known, "the chips that seats put in were not recorded"),
        *(
            [(~streets & (due == NOT_RECORDED), "which streets were dealt was not recorded")]
            if streets is not None
            else []
        ),
        (due == NOT_RECORDED, "what was due is not known: the ruleset does not have the game"),
    ]


def foreign_to(view: PotView) -> str | None:
    """Reason why amounts cannot be compared; None: same currency."""
    currency = view.ruleset.sections.fees.currency
    if currency in (None, view.session.currency):
        return None
    return f"the limit is in {currency} and the session in {view.session.currency}"


def nothing_due(view: PotView, hand: int) -> tuple[str, str] | None:
    """Reason why a hand pays no fee, with its path; None: it may."""
    under, rules = view.replayed.under, view.replayed.play.rules.fees
    if under.void[hand]:
        return "the hand was void", "pot.fees.rake"
    if under.tournament[hand] and not (rules.rake is not None and rules.rake.tournaments):
        return "hands of a tournament pay none", "pot.fees.rake.tournaments"
    if under.timed[hand] and rules.rake is not None and rules.rake.time_replaces:
        return "the table pays for its time", "pot.fees.rake.time_replaces"
    kind = int(view.replayed.play.kind[hand])
    name = _KINDS[kind]
    needs = rules.no_flop.draw == "none" if name == "draw" else getattr(rules.no_flop, name) is not None
    if needs and not (name != "draw" and view.replayed.outcome.reached_flop[hand]):
        return _STREET[kind], f"pot.fees.no_flop.{name}"
    return None


def schedule(view: PotView, due: int) -> str:
    """Path that set what was due: a cap, else steps or share."""
    rake = view.replayed.play.rules.fees.rake
    assert rake is not None
    if due and due in (rake.cap, rake.special_cap):
        return f"pot.fees.rake.{'cap' if due == rake.cap else 'special_cap'}"
    return f"pot.fees.rake.{'step_money' if rake.step_money is not None else 'bp'}"


def size(view: PotView, hand: int) -> str:
    """Sum of the pots, in words."""
    return view.money(int(view.replayed.settled.pots.amounts[hand].sum()))

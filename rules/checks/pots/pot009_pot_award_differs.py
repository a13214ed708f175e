"""A pot was given to the wrong seat, or not in the right amount.

Finds: recorded awards that differ from what the cards, the chips and the fees on record come to: a pot that went to a
seat that did not win it, a wrong amount, an odd chip at the wrong seat, and awards of a hand that was void. Where the
cards are not recorded, the smallest set of seats that won more than it could: of each other seat no more than its own
chips, and nothing where it folded.
Why: this is the money of the game. A pot goes to the best hand, whatever anybody made of it.
Example: two hands are equal for a pot of $25.25; seat 2 is given the odd chip, which belongs to seat 4.
Needs: `pots` with awards, the cards of every seat that could win, and the chips put in or the amounts of the pots; for
the amounts, `fees`. Where a rake names no pot, each pot is tested within what it can have borne. For more than a seat
could win: the results of every seat, and the chips put in or in front.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.pots.awarded import EVERY_POT, PotAwards, awards_compared
from rules.checks.pots.pot_bounds import beyond_pots
from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested
from rules.checks.support.pot_names import listed, pot_name, seats_words
from rules.checks.support.views import PotView
from rules.clauses import catalogue
from rules.hands import Ints

POT_WON = "external:POT-won"  # where the controls cite nothing for who wins
_GIVEN_BACK = "OLY-1.43"  # what becomes of a pot that the best hand did not get
CHECK = Check(
    "POT009",
    "pot-award-differs",
    "discrepancy",
    "major",
    ("OLY-1.41", "OLY-1.46-b", "OLY-1.46-c", "OLY-6.3-split", "OLY-2.30", "external:TDA-odd-chips", POT_WON),
    title="{who} was given another amount of a pot than was due",
    quotes=False,
    rule=("pot.pots",),
    area="money",
    follows=("POT006", "POT008", "DCK001", "DCK004"),
    games=POTS,
)
_RULE, _ODD = "pot.pots", "pot.pots.odd_chip"
_KINDS = ("flop", "stud", "draw")


def run(view: PotView) -> Tested:
    replayed, void = view.replayed, view.hands.void == 1
    compared = awards_compared(view)
    pot, pots = replayed.play.pot, replayed.settled.pots
    without = ~pot.pots_recorded
    unstated = np.ones(len(view), np.bool_)
    unstated[pot.pots.hand[pot.pots["awards"] != NOT_RECORDED]] = False
    return Tested(
        [
            *_of_void_hands(view),
            *(_finding(view, each, compared.shifted[each.hand]) for each in compared.differ),
            *beyond_pots(view, ~void & ~compared.hands(len(view)), _RULE, POT_WON),
        ],
        [
            (~void & (without | unstated), "the awards were not recorded"),
            (~void & ~pots.known, "the chips that seats put in were not recorded"),
            (~void & pots.known & ~pots.seats_known, "who could win the pots was not recorded"),
            (~void & ~replayed.settled.won.known.any(axis=1), "a hand that could win was not recorded"),
            (~void & ~replayed.under.fees.recorded, "the fees of the hand were not recorded"),
            (~void & ~compared.tested, "who won, or how the rake fell on the pots, is not on record"),
        ],
    )


def _finding(view: PotView, each: PotAwards, shifted: bool) -> Draft:
    over, under = each.over, each.under
    whose = max(over or under or each.given, key=lambda seat: (over or under or each.given)[seat])
    seat = whose if whose < view.hands.seat.shape[1] else None
    stated, expected = each.given[whose], each.due[whose]
    rule = _rule(view, each) if _odd_chip(view, each) else _RULE
    clause = view.ruleset.cite(rule, naming=CHECK.clauses, otherwise=POT_WON)
    ending = "; every seat has in all what it was due" if shifted else ""
    return Draft(
        hand=each.hand,
        seat=seat,
        stated=stated,
        expected=expected,
        unit="money",
        money=None if shifted else each.astray,
        severity="minor" if shifted else None,
        clause=clause,
        rule=rule,
        fact=f"{each.pot}|{sorted(each.given.items())}|{sorted(each.due.items())}",
        message=f"{view.where(each.hand, seat)}: {_words(view, each, whose)}{ending} ({clause}).{_remedy(view, each)}",
    )


def _remedy(view: PotView, each: PotAwards) -> str:
    """Remedy for a pot given to a loser."""
    elsewhere = any(not each.due[seat] for seat in each.over)
    if not elsewhere or not view.ruleset.bound_by(_GIVEN_BACK):
        return ""
    return f" {catalogue()[_GIVEN_BACK].statement.removesuffix('.')} ({_GIVEN_BACK})."


def _words(view: PotView, each: PotAwards, whose: int) -> str:
    name, over, under = pot_name(view, each.hand, each.pot), each.over, each.under
    if not over and not under:
        return f"the awards of {name} are on record for other runs or halves than those that the seats won"
    given = view.money(each.given[whose])
    took = f"it was given {given} of {name}" if whose < view.hands.seat.shape[1] else _nobody(view, each)
    if _odd_chip(view, each):
        chips = "the odd chip of" if len(under) == 1 else "the odd chips of together"
        verb = "belongs" if len(under) == 1 else "belong"
        return f"{took}; {chips} {view.money(each.astray)} {verb} to {seats_words(_numbers(view, each.hand, under))}"
    others = [_other(view, each, seat) for seat in (*under, *over) if seat != whose]
    ending = f"; {listed(others)}" if others else ""
    if over and not each.due[whose]:
        return f"{took}, which it did not win{ending}"
    return f"{took}; {view.money(each.due[whose])} was due{ending}"


def _other(view: PotView, each: PotAwards, seat: int) -> str:
    if seat == view.hands.seat.shape[1]:
        return _nobody(view, each)
    number, due = int(view.hands.seat[each.hand, seat]), view.money(each.due[seat])
    if not each.given[seat]:
        return f"seat {number} was due {due} and was given nothing"
    return f"seat {number} was due {due} and was given {view.money(each.given[seat])}"


def _nobody(view: PotView, each: PotAwards) -> str:
    return f"{view.money(each.given[view.hands.seat.shape[1]])} of {pot_name(view, each.hand, each.pot)} went where nobody sat"


def _numbers(view: PotView, hand: int, seats: dict[int, int]) -> list[int]:
    return [int(view.hands.seat[hand, seat]) for seat in seats]


def _odd_chip(view: PotView, each: PotAwards) -> bool:
    """Whether only odd chips went to wrong seats."""
    if each.pot == EVERY_POT or any(bool(each.given[seat]) != bool(each.due[seat]) for seat in each.given):
        return False
    over, under = each.over, each.under
    unit = view.replayed.play.rules.pots.odd_chip.unit
    chip = int(view.replayed.outcome.chip[each.hand]) if unit == "smallest_chip" else 1
    shares = len(_shares(view, each))
    most = max(chip, 1) * max(shares - len(each.due) + 1, 1)
    return (
        bool(over)
        and sum(over.values()) == sum(under.values())
        and max(*over.values(), *under.values()) <= most
    )


def _shares(view: PotView, each: PotAwards) -> Ints:
    due = view.replayed.charged.awards
    return np.flatnonzero((due.hand == each.hand) & (due.pot == each.pot))


def _rule(view: PotView, each: PotAwards) -> str:
    """Path of an odd chip: equal hands, halves, or runs."""
    due, rows = view.replayed.charged.awards, _shares(view, each)
    parts = {(run, half) for run, half in zip(due.run[rows].tolist(), due.half[rows].tolist(), strict=True)}
    if len(parts) < len(rows):
        return f"{_ODD}.{_KINDS[int(view.replayed.play.kind[each.hand])]}"
    return f"{_ODD}.halves" if len({half for _, half in parts}) > 1 else f"{_ODD}.runs"


def _of_void_hands(view: PotView) -> Iterator[Draft]:
    awards = view.replayed.play.pot.awards
    given = np.zeros(len(view), np.int64)
    np.add.at(given, awards.hand, awards["amount"])
    for hand in np.flatnonzero((view.hands.void == 1) & (given > 0)).tolist():
        mine = awards.hand == hand
        seats = sorted(set(awards["seat"][mine & (awards["amount"] > 0)].tolist()))
        yield Draft(
            hand=hand,
            seat=view.hands.position(hand, seats[0]) if len(seats) == 1 else None,
            stated=int(given[hand]),
            expected=0,
            unit="money",
            money=int(given[hand]),
            clause=POT_WON,
            rule=_RULE,
            message=(
                f"{view.where(hand)}: the hand was void, so that every chip goes back; {view.money(int(given[hand]))} was "
                f"given to {seats_words(seats)}."
            ),
        )

"""A recorded pot is not what the chips put in come to.

Finds: a pot whose recorded amount, or whose recorded seats, differ from the chips put in; and pots whose awards and fees
do not add up to their amounts.
Why: chips that are in no pot are won by nobody, and a seat that is in the wrong pot can win chips that it never matched.
Example: three seats put $100.00 in, and the main pot is recorded as $290.00.
Needs: `pots`, and `acts` or what each seat put in; for the sum, the awards of every pot and `fees`. Where one amount is
recorded for all pots of a hand, or several for the one pot that there is, their sum is tested.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.pots.awarded import awards_compared
from rules.checks.pots.recorded_pots import every_award_stated, taken
from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested
from rules.checks.support.pot_names import listed, pot_name, seats_words
from rules.checks.support.views import PotView
from rules.hands import Flags
from rules.results import Finding


def _other_title(found: Finding) -> str | None:
    if found.unit != "seats":
        return None
    return "Who can win a pot is on record in another way than the chips put in say"


CHECK = Check(
    "POT008",
    "pot-differs",
    "discrepancy",
    "major",
    ("external:RROP-betting",),
    title="A pot differs from the chips put in",
    other_title=_other_title,
    quotes=False,
    rule=("pot.betting.calls",),
    area="money",
    follows=("BET006", "BET007"),
    games=POTS,
)
_RULE = "pot.betting.calls"


def run(view: PotView) -> Tested:
    pot, void = view.replayed.play.pot, view.hands.void == 1
    chips = view.replayed.settled.pots.chips_known
    compared = pot.pots_recorded & chips & ~void
    amounts = list(_amounts(view, compared))
    found = np.zeros(len(view), np.bool_)
    found[[each.hand for each in amounts if each.hand is not None]] = True
    found |= awards_compared(view).hands(len(view))
    fees_known = taken(view.replayed) != NOT_RECORDED
    sums = every_award_stated(view.replayed) & ~void
    return Tested(
        [*amounts, *_sums(view, sums & ~found)],
        [
            (~void & ~pot.pots_recorded, "the pots were not recorded"),
            (~void & ~chips & ~(sums & fees_known), "the chips that seats put in were not recorded"),
        ],
        inapplicable=void if void.any() else None,
    )


def _amounts(view: PotView, compared: Flags) -> Iterator[Draft]:
    """Pots that differ from the chips put in, else in seats; one a hand."""
    due, pots = view.replayed.settled.pots, view.replayed.play.pot.pots
    compared = compared & _suspects(view)
    rows = np.flatnonzero(compared[pots.hand] & (pots["amount"] != NOT_RECORDED))
    stated: dict[int, dict[int, int]] = {}
    for hand, pot, amount in zip(
        pots.hand[rows].tolist(), pots["pot"][rows].tolist(), pots["amount"][rows].tolist(), strict=True
    ):
        mine = stated.setdefault(hand, {})
        mine[pot] = mine.get(pot, 0) + amount
    for hand in np.flatnonzero(compared).tolist():
        mine = {pot: int(due.amounts[hand, pot]) for pot in range(int(due.count[hand]))}
        theirs = stated.get(hand, {})
        wrong = [pot for pot in sorted({*mine, *theirs}) if mine.get(pot, 0) != theirs.get(pot, 0)]
        if (
            wrong
            and 1 in (len(mine), sum(1 for amount in theirs.values() if amount))
            and sum(theirs.values()) == sum(mine.values())
        ):
            continue  # one sum for all pots of the hand, or parts of a pot that the same seats contest
        if wrong:
            yield _amount(view, hand, wrong, theirs, mine)
        else:
            yield from _seats(view, hand)


def _suspects(view: PotView) -> Flags:
    """(H,) hands to compare by pot."""
    outcome, due = view.replayed.outcome, view.replayed.settled.pots
    pots, eligible = view.replayed.play.pot.pots, view.replayed.play.pot.eligible
    most = due.amounts.shape[1]
    number, of = (np.clip(each["pot"], 0, most - 1) for each in (pots, eligible))
    off = -due.amounts
    np.add.at(off, (pots.hand, number), np.where(pots["amount"] == NOT_RECORDED, 0, pots["amount"]))
    theirs = np.zeros(off.shape, np.int64)  # seats as bits
    np.bitwise_or.at(theirs, (eligible.hand, of), np.int64(1) << eligible["seat"])
    bits = np.int64(1) << view.hands.seat.astype(np.int64)
    mine = np.where(due.eligible, bits[:, None, :], 0).sum(axis=2)
    out = np.where(outcome.mucked | outcome.cannot_win, bits, 0).sum(axis=1)
    others = (mine ^ theirs)[pots.hand, number] & ~out[pots.hand]
    found: Flags = (off != 0).any(axis=1)
    found[pots.hand[(others != 0) & (pots["eligible"] != NOT_RECORDED)]] = True
    found[pots.hand[number != pots["pot"]]] = True
    return found


def _amount(view: PotView, hand: int, wrong: list[int], stated: dict[int, int], due: dict[int, int]) -> Draft:
    said = listed(
        [f"{pot_name(view, hand, pot)} is on record as {view.money(stated.get(pot, 0))}" for pot in wrong]
    )
    right = listed([view.money(due.get(pot, 0)) for pot in wrong])
    first = wrong[0]
    return Draft(
        hand=hand,
        stated=stated.get(first, 0),
        expected=due.get(first, 0),
        unit="money",
        money=_astray([stated.get(pot, 0) - due.get(pot, 0) for pot in wrong]),
        money_kind="misrecorded",
        rule=_RULE,
        fact="|".join(f"{pot}:{stated.get(pot, 0)}:{due.get(pot, 0)}" for pot in wrong),
        message=f"{view.where(hand)}: {said}; the chips put in come to {right}.",
    )


def _astray(differences: list[int]) -> int:
    return max(sum(max(each, 0) for each in differences), sum(max(-each, 0) for each in differences))


def _seats(view: PotView, hand: int) -> Iterator[Draft]:
    """First pot whose recorded seats are not those that matched it; seats that cannot win do not count."""
    replayed, pot = view.replayed, view.replayed.play.pot
    if not replayed.settled.pots.seats_known[hand]:
        return
    able = ~(replayed.outcome.mucked[hand] | replayed.outcome.cannot_win[hand])
    numbers = view.hands.seat[hand]
    out = set(numbers[~able].tolist())
    rows = np.arange(*np.searchsorted(pot.pots.hand, [hand, hand + 1]))
    of = np.arange(*np.searchsorted(pot.eligible.hand, [hand, hand + 1]))
    for row in rows.tolist():
        place = int(pot.pots["pot"][row])
        if pot.pots["eligible"][row] == NOT_RECORDED:
            continue
        theirs = set(pot.eligible["seat"][of[pot.eligible["pot"][of] == place]].tolist()) - out
        mine = set(numbers[replayed.settled.pots.eligible[hand, place]].tolist()) - out
        if theirs != mine:
            yield Draft(
                hand=hand,
                stated=", ".join(map(str, sorted(theirs))),
                expected=", ".join(map(str, sorted(mine))),
                unit="seats",
                rule=_RULE,
                fact=f"{place}|seats|{sorted(theirs)}|{sorted(mine)}",
                message=(
                    f"{view.where(hand)}: {pot_name(view, hand, place)} is on record as open to "
                    f"{seats_words(sorted(theirs))}; by the chips put in {seats_words(sorted(mine))} can win it."
                ),
            )
            return


def _sums(view: PotView, tested: Flags) -> Iterator[Draft]:
    """Pots that differ from awards and fees, or are below awards."""
    pot, fees = view.replayed.play.pot, taken(view.replayed)
    amounts, awards = np.zeros(len(view), np.int64), np.zeros(len(view), np.int64)
    stated = pot.pots["amount"] != NOT_RECORDED
    np.add.at(amounts, pot.pots.hand[stated], pot.pots["amount"][stated])
    np.add.at(awards, pot.awards.hand, pot.awards["amount"])
    known = fees != NOT_RECORDED
    off = awards + np.where(known, fees, 0) - amounts
    off[pot.pots.hand[~stated]] = 0
    for hand in np.flatnonzero(tested & np.where(known, off != 0, off > 0)).tolist():
        total, whole = int(awards[hand]), int(amounts[hand])
        beside = f", and {view.money(int(fees[hand]))} was taken" if known[hand] else ""
        left = whole - (int(fees[hand]) if known[hand] else 0)
        yield Draft(
            hand=hand,
            stated=total,
            expected=left,
            unit="money",
            money=abs(total - left),
            rule=_RULE,
            fact=f"sum|{total}|{left}",
            message=(
                f"{view.where(hand)}: {view.money(total)} was given out of pots of {view.money(whole)}{beside}: "
                f"{view.money(abs(total - left))} {'too much' if total > left else 'is missing'}."
            ),
        )

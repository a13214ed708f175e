"""A clock expired, and what the controls require did not follow.

Finds: a seat that, by the call or by an irregularity, never acted on its clock. Its hand was not fouled where the
controls foul it, or its card was not placed in the front-most row that does not make a foul certain, where they force
it there.
Why: the controls state what follows an expired clock so that nobody chooses it in favour of the player or against the
player.
Example: seat 2 let the clock run out and its queen was put at the back; the front had room, and a legal hand was still
possible.
Needs: `clock_calls` or an irregularity; where cards are forced, the placements.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.procedure.forced_cards import followed, forced_by
from rules.checks.procedure.recorded_clock_calls import (
    CalledClock,
    answered,
    calls,
    expired,
    expired_by_record,
    fouled,
    mask_of,
    rules_of,
    unclocked,
)
from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.views import BlockView
from rules.replay.placement.clock_forcing import ClockRules

CHECK = Check(
    "CLK003",
    "expiry-not-followed",
    "violation",
    "major",
    ("CARN-clock-forced", "OFC1-clock-expired"),
    title="The consequence of {whose} expired clock was not applied",
    quotes=False,
    rule=("clock.expiry",),
    area="procedure",
    follows=("CLK002", "CLK007"),
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    rules = rules_of(view)
    if rules is None or not rules.follows:
        return inapplicable(view)
    open_ = [call.hand for call in expired(view, rules) if followed(view, call, rules) is None]
    open_ += [call.hand for call in calls(view) if answered(view, call, rules)]
    if not rules.forces:
        open_ += [hand for hand, seat in expired_by_record(view) if fouled(view, hand, seat) is None]
    if rules.forces:  # an irregularity alone does not say which card
        called = {(call.hand, call.seat) for call in calls(view)}
        open_ += [hand for hand, seat in expired_by_record(view) if (hand, seat) not in called]
    return Tested(
        _findings(view, rules),
        [
            unclocked(view),
            (mask_of(view, open_), "the record does not show where the card was placed or where it must go"),
        ],
    )


def _findings(view: BlockView, rules: ClockRules) -> Iterator[Draft]:
    reported = set()
    for call in expired(view, rules):
        if followed(view, call, rules) is False:
            reported.add((call.hand, call.seat))
            yield _finding(view, call, rules)
    if rules.forces:
        return
    for hand, seat in expired_by_record(view):
        paid_on = fouled(view, hand, seat) is False
        if paid_on and (hand, seat) not in reported and not view.replayed.void[hand]:
            yield _not_fouled(view, hand, seat)


def _finding(view: BlockView, call: CalledClock, rules: ClockRules) -> Draft:
    assert call.seat is not None
    forced = None if call.act is None or not rules.forces else forced_by(view, call.act, rules)
    if forced is None:
        return _not_fouled(view, call.hand, call.seat)
    return Draft(
        hand=call.hand,
        seat=call.seat,
        stated=forced.row,
        expected=forced.due,
        unit="row",
        fact=f"{call.at}|{forced.row}|{forced.due}",
        clause=view.ruleset.cite("clock.expiry"),
        message=f"{view.where(call.hand, call.seat)}: the clock ran out, and {forced.described()}.",
    )


def _not_fouled(view: BlockView, hand: int, seat: int) -> Draft:
    return Draft(
        hand=hand,
        seat=seat,
        stated="not fouled",
        expected="fouled",
        unit="ruling",
        clause=view.ruleset.cite("clock.expiry"),
        message=f"{view.where(hand, seat)}: the clock ran out, but the hand was not fouled.",
    )

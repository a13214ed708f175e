"""The players recorded as eliminated are not the players whom the hand eliminates.

Finds: a seat that is recorded as eliminated and has chips left or paid all that it owed. Also finds a seat that is out
and not recorded as eliminated. In the file of a tournament: an elimination whose hand, stack or chips left differ from the
log of the table.
Why: an eliminated player has lost the entry. A player who should be out and is not plays with chips that do not exist.
Example: seat 1 could not pay seat 2 in full, and nobody is recorded as eliminated.
Needs: `eliminated`, the stacks, a unit, the button and the rows of every player. In a tournament's file: the table, hand and
stack of the elimination, and `stack` and `net` of the player in the log.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, hand_seats, inapplicable, nothing_to_test
from rules.checks.support.root_codes import SETTING
from rules.checks.support.street_acts import recorded_out
from rules.checks.support.views import BlockView
from rules.clauses import ambiguities
from rules.hands import Flags, any_seat, every_seat
from rules.replay.readings import other_readings
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled

CHECK = Check(
    "TRN003",
    "elimination-differs",
    "violation",
    "critical",
    ("OFC1-eliminated", "CARN-pay-short-stack"),
    title="{whose} recorded elimination contradicts its chips",
    rule=("chips.elimination", "chips.zero", "event.bust_order"),
    area="procedure",
    follows=(*SETTING, "SCR001", "PAY001", "TRN002"),
    mutations=("ofc",),
)
UNKNOWN = "the chips, the button or what was due are not known"


def run(view: BlockView) -> Tested:
    face, stakes = view.hands.open_face, view.replayed.stakes
    if face is None or not view.ruleset.sections.eliminates:
        return inapplicable(view)
    if stakes is None:
        return nothing_to_test(view, UNKNOWN)
    void = view.replayed.void
    recorded = recorded_out(view.hands)
    return Tested(
        [*_findings(view, recorded), *_strangers(view)],
        [
            (~face.eliminated_recorded & ~void, "the players whom the hand eliminated were not recorded"),
            (~stakes.out_known & ~void, UNKNOWN),
        ],
    )


def _findings(view: BlockView, recorded: Flags) -> Iterator[Draft]:
    face, stakes = view.hands.open_face, view.replayed.stakes
    assert face is not None and stakes is not None
    testable = face.eliminated_recorded & stakes.out_known
    differs = (recorded != stakes.out) & testable[:, None] & view.hands.present
    open_reading = _by_another_reading(view, recorded, differs)
    for hand, seat in hand_seats(differs):
        out = bool(stakes.out[hand, seat])
        left = int(view.hands.stack[hand, seat] + view.replayed.net[hand, seat])
        why = "could not pay in full" if left else "has no chips left"
        state = (
            f"{why} and is not recorded as eliminated"
            if out
            else (f"is recorded as eliminated and has {view.money(left)} left")
        )
        yield Draft(
            hand=hand,
            seat=seat,
            stated="in" if out else "out",
            expected="out" if out else "in",
            unit="elimination",
            kind="undetermined" if open_reading[hand] else None,
            severity="note" if open_reading[hand] else None,
            message=f"{view.where(hand, seat)}: the seat {state}{_OPEN * bool(open_reading[hand])}.",
        )


_OPEN = "; under another reading that the controls leave open, the record is right"
_TOPICS = ("short_debt", "chips_bind")


def _by_another_reading(view: BlockView, recorded: Flags, differs: Flags) -> Flags:
    """(H,) differing hands that fit another reading of debts."""
    found = np.zeros(len(view), np.bool_)
    which = np.flatnonzero(any_seat(differs))
    if not len(which):
        return found
    hands, seats = view.hands.take(which, acts=False), view.replayed.seats.take(which)
    for ambiguity in ambiguities().values():
        if ambiguity.touches not in _TOPICS or ambiguity.id in view.ruleset.readings:
            continue
        for other in other_readings(view.ruleset, ambiguity).values():
            stakes = replay(hands, compiled(other), seats).stakes
            assert stakes is not None
            found[which] |= every_seat(stakes.out == recorded[which]) & stakes.out_known
    return found


def _strangers(view: BlockView) -> Iterator[Draft]:
    face = view.hands.open_face
    assert face is not None
    for hand, number in zip(face.eliminated.hand.tolist(), face.eliminated["seat"].tolist(), strict=True):
        if view.hands.position(hand, number) is None:
            yield Draft(
                hand=hand,
                stated=number,
                expected="a seat of the hand",
                unit="seat",
                fact=f"nobody|{number}",
                message=f"{view.where(hand)}: seat {number} is recorded as eliminated, and nobody sat there.",
            )

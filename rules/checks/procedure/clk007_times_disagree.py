"""The times within an open-face hand contradict each other.

Finds: placements that go back in time, or that are before the deal or after the settlement. Also finds clock calls
outside the hand, answered before they were made, or answered at a different time than the placement that answers them.
Why: these times show how long each player had to think. Where they contradict each other, one of them is false.
Example: seat 2's clock was called at 19:20:30 and answered at 19:20:41, and its placement is recorded at 19:20:52.
Needs: the times of placements or clock calls, and those of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.procedure.recorded_clock_calls import CalledClock, calls
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.ruleset_conditions import open_face
from rules.checks.support.street_acts import act_number
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints
from rules.open_face_hands import columns_of
from rules.times import text_of, zone_of

CHECK = Check(
    "CLK007",
    "times-disagree",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable", "CARN-clock-time", "OFC1-clock"),
    title="The times within the hand contradict each other",
    quotes=False,
    area="procedure",
    applies=open_face,
    follows=("LOG005", "LOG006", "LOG007", "LOG019"),
    mutations=("ofc",),
)
SECOND = 1_000_000  # microseconds


def run(view: BlockView) -> Tested:
    face = view.hands.open_face
    if face is None:
        return inapplicable(view)
    untimed = np.zeros(len(view), np.bool_)
    untimed[face.acts.hand[face.acts.at == NOT_RECORDED]] = True
    return Tested(
        [*_of_acts(view), *_of_calls(view)],
        [
            (~face.acts_recorded & ~face.clock_recorded, "neither placements nor clock calls were recorded"),
            (untimed, "when a card was set was not recorded"),
        ],
    )


def _of_acts(view: BlockView) -> Iterator[Draft]:
    face = view.hands.open_face
    assert face is not None
    acts = face.acts
    if not len(acts):
        return
    timed = (acts.at != NOT_RECORDED) & ~view.replayed.void[acts.hand]
    columns = columns_of(view.hands, acts)
    for act in np.flatnonzero(_back(acts.hand, acts.at, timed)).tolist():
        hand, number = int(acts.hand[act]), act_number(acts, act)
        seat = int(columns[act])
        yield Draft(
            hand=hand,
            seat=None if seat < 0 else seat,
            stated=_time(view, int(acts.at[act])),
            expected="no earlier than the one before it",
            unit="time",
            fact=f"back|{number}",
            message=(
                f"{view.where(hand, None if seat < 0 else seat)}, placement {number}: it is recorded at "
                f"{_time(view, int(acts.at[act]))}, earlier than a placement before it."
            ),
        )
    begins, ends = view.hands.at[acts.hand], view.hands.ended_at[acts.hand]
    before = timed & (begins != NOT_RECORDED) & (acts.at < begins)
    after = timed & (ends != NOT_RECORDED) & (acts.at > ends)
    for mask, contradiction in ((before, "before the hand was dealt"), (after, "after the hand was settled")):
        for hand in np.unique(acts.hand[mask]).tolist():
            count = int((acts.hand[mask] == hand).sum())
            yield Draft(
                hand=hand,
                stated=count,
                expected=0,
                unit="placements",
                fact=contradiction,
                message=f"{view.where(hand)}: {count} placement{'s' * (count != 1)} {contradiction}.",
            )


def _back(hand: Ints, at: Ints, timed: Flags) -> Flags:
    """(N,) acts before an earlier one of their hand."""
    found = np.zeros(len(hand), np.bool_)
    which = np.flatnonzero(timed)
    falls = (np.diff(at[which]) < 0) & (np.diff(hand[which]) == 0)
    which = which[np.isin(hand[which], hand[which[1:][falls]])]  # usually few hands or none
    order = np.unique(at[which], return_inverse=True)[
        1
    ]  # by rank, a far time takes no more room than another
    key = hand[which] * len(which) + order
    found[which] = key < np.maximum.accumulate(key)
    return found


def _of_calls(view: BlockView) -> Iterator[Draft]:
    for call in calls(view):
        if view.replayed.void[call.hand]:
            continue
        for contradiction in _contradictions(view, call):
            yield Draft(
                hand=call.hand,
                seat=call.seat,
                stated=_time(view, call.at),
                expected="a time that fits the hand",
                unit="time",
                fact=f"{call.at}|{contradiction}",
                message=f"{view.where(call.hand, call.seat)}: the clock called at {_time(view, call.at)} {contradiction}.",
            )


def _contradictions(view: BlockView, call: CalledClock) -> Iterator[str]:
    begins, ends = int(view.hands.at[call.hand]), int(view.hands.ended_at[call.hand])
    if begins != NOT_RECORDED and call.at < begins:
        yield "was called before the hand was dealt"
    if ends != NOT_RECORDED and call.at > ends:
        yield "was called after the hand was settled"
    if call.acted_at == NOT_RECORDED:
        return
    if call.acted_at < call.at:
        yield f"was answered at {_time(view, call.acted_at)}, before it was called"
    elif ends != NOT_RECORDED and call.acted_at > ends:
        yield f"was answered at {_time(view, call.acted_at)}, after the hand was settled"
    face = view.hands.open_face
    assert face is not None
    if call.act is not None and abs(int(face.acts.at[call.act]) - call.acted_at) > SECOND:
        placed = _time(view, int(face.acts.at[call.act]))
        yield f"was answered at {_time(view, call.acted_at)}, and the card was set at {placed}"


def _time(view: BlockView, instant: int) -> str:
    return text_of(instant, zone_of(view.session.opened_at)) or ""

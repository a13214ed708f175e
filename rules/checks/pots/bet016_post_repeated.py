"""A seat posted the same blind or ante twice.

Finds: a second post of one kind by a seat in a hand: a small blind, a big blind, an ante, a blind for what was missed. Not where
the seat took the first one back.
Why: a blind is posted once. A second one is chips that the seat did not owe, or one post that was written twice.
Example: seat 1 posts the small blind of $1.00 twice and calls.
Needs: `acts`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested
from rules.checks.support.replayed_acts import act_of, act_words, acts_needed, not_offered
from rules.checks.support.views import PotView
from rules.pot_hands import ACTS, POSTS

CHECK = Check(
    "BET016",
    "post-repeated",
    "violation",
    "minor",
    ("external:RROP-blinds",),
    title="{who} posted the same blind or ante twice",
    quotes=False,
    area="money",
    games=POTS,
)
_POST, _TAKE_BACK = ACTS.index("post"), ACTS.index("take_back")


def run(view: PotView) -> Tested:
    return Tested(_findings(view), [not_offered(view), acts_needed(view)])


def _findings(view: PotView) -> Iterator[Draft]:
    acts, without = view.replayed.play.acts, not_offered(view)[0]
    posts = np.flatnonzero(acts.kind == _POST)
    key = (acts.hand[posts].astype(np.int64) * 16 + acts.seat[posts]) * len(POSTS) + acts.post[posts]
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    back = set(
        zip(
            acts.hand[acts.kind == _TAKE_BACK].tolist(),
            acts.seat[acts.kind == _TAKE_BACK].tolist(),
            strict=True,
        )
    )
    for at in np.flatnonzero(first[which] != np.arange(len(posts))).tolist():
        row = int(posts[at])
        hand, seat = int(acts.hand[row]), int(acts.seat[row])
        if (hand, seat) in back or without[hand]:
            continue
        act = act_of(view.replayed, hand, int(acts.place[row]))
        amount = None if int(acts.amount[row]) == NOT_RECORDED else int(acts.amount[row])
        before = int(acts.place[posts[first[which[at]]]])
        column = view.hands.position(hand, seat)
        yield Draft(
            hand=hand,
            seat=column,
            stated=amount,
            expected=0,
            unit="money",
            fact=f"{acts.place[row]}|{POSTS[int(acts.post[row])]}|{amount}",
            message=(
                f"{view.where(hand, column)}, act {int(acts.place[row])}: "
                f"{act_words(view, act)}, as the seat did in act {before}."
            ),
        )

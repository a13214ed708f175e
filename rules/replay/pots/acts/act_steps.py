"""Acts of a block in the order of the walk: each hand's first, then its second, kinds together."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints
from rules.pot_hands import ACTS, Small
from rules.replay.pots.acts.played_acts import COMPLETE, FOLD, POST, RUN, TAKE_BACK, Play, killed

_POSTS, _BETS, _RUNS, _BACKS, _OTHERS, _KINDS = range(6)
Rows = slice | Ints  # positions among the acts in this order


class Steps(Struct, frozen=True, eq=False):
    """N acts in the walk's order. order: position of each in the block. begins: of each kind, by place in a hand's list.

    deals: a card dealt or withdrawn. killed: a fold not of the player's own doing.
    """

    order: Ints
    begins: list[list[int]]
    hand: Ints
    column: Ints
    seat: Small
    kind: Small
    post: Small
    amount: Ints
    all_in: Small
    round: Ints
    begins_round: Flags
    deals: Flags
    killed: Flags


def steps_of(play: Play) -> Steps:
    acts = play.acts
    key = acts.place * _KINDS + _among_kinds()[acts.kind]
    order = np.argsort(key, kind="stable")
    places = int(acts.place.max(initial=-1)) + 1
    begins = np.searchsorted(key[order], np.arange(places)[:, None] * _KINDS + np.arange(_KINDS + 1))
    deals = (acts.street >= 0) & (play.begins | (acts.withdrawn == 1))
    return Steps(
        order=order,
        begins=begins.tolist(),
        hand=acts.hand[order],
        column=play.column[order],
        seat=acts.seat[order],
        kind=acts.kind[order],
        post=acts.post[order],
        amount=acts.amount[order],
        all_in=acts.all_in[order],
        round=play.round[order],
        begins_round=play.begins[order],
        deals=deals[order],
        killed=killed(acts)[order],
    )


def among(rows: Rows, mask: Flags) -> Ints:
    """Positions of the rows where ``mask`` holds."""
    return rows[mask] if isinstance(rows, np.ndarray) else np.flatnonzero(mask) + rows.start


def _among_kinds() -> Ints:
    found = np.full(len(ACTS), _OTHERS)
    found[FOLD : COMPLETE + 1] = _BETS
    found[[POST, RUN, TAKE_BACK]] = _POSTS, _RUNS, _BACKS
    return found

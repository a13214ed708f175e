"""Would-have-been results: hands replayed as if nobody had ruled, surrendered or declared the deal void.

Left out are ``void``, the rulings LEFT_OUT and surrenders; nothing else is changed. Only hands with one of these are
replayed again.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.hands import Flags, Hands, Ints
from rules.ragged import Ragged
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import SHARES

LEFT_OUT = ("hand_dead", "hand_fouled", "misdeal")  # rulings


class WouldHaveBeen(Struct, frozen=True, eq=False):
    """Results of seats without rulings. units: (H, S) in parts of 2,520 to one unit, 0 where not known."""

    units: Ints
    known: Flags  # (H, S)


def would_have_been(replayed: ReplayedRows) -> WouldHaveBeen:
    """Results of a block of hands with rows."""
    units, known = _of(replayed)
    apart = np.flatnonzero(ruled_or_given_up(replayed.hands))
    if len(apart):
        again = replay(without_rulings(replayed.hands.take(apart, payments=False)), replayed.scoring)
        units, known = units.copy(), known.copy()
        units[apart], known[apart] = _of(again)
    return WouldHaveBeen(units, known)


def _of(replayed: ReplayedRows) -> tuple[Ints, Flags]:
    known = replayed.seat_known & replayed.hands.dealt_in
    return np.where(known, replayed.units * (SHARES // replayed.scoring.denominator), 0), known


def ruled_or_given_up(hands: Hands) -> Flags:
    """(H,) hands whose result may have been another one without a ruling, a surrender or a void deal."""
    found: Flags = (hands.void == 1) | hands.gave_up.any(axis=1)
    found[hands.irregularities.hand[_ruled(hands)]] = True
    return found


def without_rulings(hands: Hands) -> Hands:
    """The hands without void deals, surrenders and the rulings LEFT_OUT."""
    kept = ~_ruled(hands)
    listed = hands.irregularities
    rest = Ragged(listed.hand[kept], {name: column[kept] for name, column in listed.columns.items()})
    return replace(
        hands,
        void=np.zeros_like(hands.void),
        surrendered=np.zeros_like(hands.surrendered),
        irregularities=rest,
    )


def _ruled(hands: Hands) -> Flags:
    """(n,) irregularities with a ruling that is left out."""
    return ruled_by_words(hands, LEFT_OUT)


def ruled_by_words(hands: Hands, words: Iterable[str]) -> Flags:
    """(n,) irregularities with one of some rulings."""
    ruling = hands.irregularities["ruling"]
    found = np.zeros(len(ruling), np.bool_)
    for word in words:
        found |= hands.named(ruling, word)
    return found

"""Penalties for a missed hand or an exposed card: units to each active opponent.

OFC1-missed-hand, OFC1-missed-no-royalties, OFC1-missed-no-receive, OFC1-expose; AMB-OFC1-active, AMB-OFC1-missed-receives.
"""

from __future__ import annotations

import numpy as np

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.replay.by_rows import ALL_ROWS, changed
from rules.replay.pairs import Pairs
from rules.replay.scoring import Scoring

MISSED, EXPOSED, PENALTY = "missed_hand", "exposed_card", "penalty"


def penalties(pairs: Pairs) -> tuple[Ints, Flags, Flags]:
    """(H, P) units; where they are known; pairs with a price for an absent player."""
    units = np.zeros(pairs.there.shape, np.int64)
    known = np.ones(pairs.there.shape, np.bool_)
    priced = known
    rules = pairs.scoring.penalties
    if pairs.by_absence.any():
        if rules.missed is None:
            known = priced = ~pairs.by_absence
        else:
            units += _missed(pairs)
            known = priced = ~_unpriced(pairs)
    if rules.exposed is not None and len(pairs.hands.irregularities):
        shown, unsure = exposures(pairs.hands)
        units += _exposed(pairs, shown)
        known = known & ~(unsure[:, pairs.a] | unsure[:, pairs.b])
    return units, known, priced


def _missed(pairs: Pairs) -> Ints:
    rules, seats = pairs.scoring.penalties, pairs.seats
    assert rules.missed is not None
    active = seats.present & ~seats.missed
    paid = active & ~seats.fouled if rules.missed_pays_legal_only else active
    units = _to(pairs, seats.missed.astype(np.int64), paid) * rules.missed
    if rules.missed_gets_fouls:
        fouled = (active & seats.fouled).astype(np.int64)
        units += _to(pairs, fouled, seats.missed) * (foul_of_rows(pairs.scoring) or 0)  # none: `_unpriced`
    return np.where(pairs.there, units, 0)


def _unpriced(pairs: Pairs) -> Flags:
    seats = pairs.seats
    if not pairs.scoring.penalties.missed_gets_fouls or foul_of_rows(pairs.scoring) is not None:
        return np.zeros(pairs.there.shape, np.bool_)
    owes = seats.present & ~seats.missed & seats.fouled
    return pairs.there & (
        (owes[:, pairs.a] & seats.missed[:, pairs.b]) | (owes[:, pairs.b] & seats.missed[:, pairs.a])
    )


def foul_of_rows(scoring: Scoring) -> int | None:
    """Units of a fouled hand beside royalties; where rows price it, all three and their sweep. None: unpriced."""
    if scoring.foul_price != "rows":
        return scoring.foul_units
    rows = scoring.rows[[ALL_ROWS]]
    sweep = changed(scoring.sweep, np.ones(1, np.int64), {"rows": rows}) if scoring.sweep else 0
    return int((rows + sweep).item())


def _exposed(pairs: Pairs, shown: Ints) -> Ints:
    rules, seats = pairs.scoring.penalties, pairs.seats
    assert rules.exposed is not None
    active = seats.present & ~seats.missed
    if rules.exposed_pays_legal_only:
        active = active & ~seats.fouled
    return np.where(pairs.there & ~pairs.by_absence, _to(pairs, shown, active) * rules.exposed, 0)


def _to(pairs: Pairs, times: Ints, payees: Flags) -> Ints:
    """(H, P) payments of b to a less those of a to b. times: (H, S) payments of a seat to every payee."""
    a, b = pairs.a, pairs.b
    found: Ints = times[:, b] * payees[:, a] - times[:, a] * payees[:, b]
    return found


def exposures(hands: Hands) -> tuple[Ints, Flags]:
    """(H, S) a seat's penalties for exposed cards; seats where unknown: a penalty without a seat, or a card without a ruling."""
    listed = hands.irregularities
    times, unsure = np.zeros(hands.seat.shape, np.int64), np.zeros(hands.seat.shape, np.bool_)
    ruled = hands.named(listed["ruling"], PENALTY)
    for at in np.flatnonzero(hands.named(listed["kind"], EXPOSED)).tolist():
        hand, number = int(listed.hand[at]), listed["seat"][at]
        here = hands.present[hand] if number == NOT_RECORDED else hands.seat[hand] == number
        if ruled[at] and number != NOT_RECORDED:
            times[hand] += here
        elif ruled[at] or listed["ruling"][at] == NOT_RECORDED:
            unsure[hand] |= here
    return times, unsure

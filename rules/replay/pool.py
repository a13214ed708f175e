"""Games for a pool: all pay in, the best of each row is paid. VAR-pool-*; AMB-POOL-*."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Hands, Ints, every_seat
from rules.replay.scoring import Scoring
from rules.replay.scoring.unit_settlement import PoolRules
from rules.replay.seat_facts import Seats


class SettledPool(Struct, frozen=True, eq=False):
    """A block settled from the pool. Units are in parts; money in minor units."""

    best: Flags  # (H, S, 3) seats with the best of a row; nobody where the row has no legal hand
    units: Ints  # (H, S)
    money: Ints  # (H, S) NOT_RECORDED where it is not known
    prize: Ints  # (H,) units of a row
    awards: Ints  # (H, S, 3) money paid out of the pool; meaningless where ``money`` is not known
    known: Flags  # (H,) the hands of all seats are known
    taken: Flags  # (H,) every row has a legal hand to take its prize
    shared: Flags  # (H, 3) rows with more than one best hand
    kept: Flags  # (H,) a prize stays in the pool


def from_the_pool(hands: Hands, seats: Seats, scoring: Scoring) -> SettledPool:
    """Settle a block from the pool."""
    rules = scoring.pool
    assert rules is not None
    players = seats.present.sum(axis=1)
    known = every_seat((seats.known & ~seats.surrendered) | ~seats.present)
    best = _best(seats)
    winners = best.sum(axis=1)
    shared = winners > 1
    prize = np.full(len(hands), rules.prize, np.int64) if rules.prize else players * rules.ante // 3
    paid = (winners == 1) | (shared & (rules.tie == "split"))
    share = np.where(paid, prize[:, None] // np.maximum(winners, 1), 0)[:, None] * best
    taken = (winners > 0).all(axis=1)
    back = shared & (rules.tie == "returned")
    returned = (back * (prize // np.maximum(players, 1))[:, None]).sum(axis=1)[:, None] * seats.present
    extra = _extra(rules, best, winners, seats)
    units = share.sum(axis=-1) + returned + extra - rules.ante * seats.present
    awards, exact = _awards(hands, paid, _prizes(hands, rules, prize, players, scoring), best, winners)
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)[:, None]
    rest = (returned + extra - rules.ante * seats.present) * unit // scoring.denominator
    priced = (known & taken & (hands.unit != NOT_RECORDED) & exact)[:, None] & seats.present
    money = np.where(priced, awards.sum(axis=-1) + rest, NOT_RECORDED)
    kept = (shared & (rules.tie == "carry")).any(axis=1)
    return SettledPool(best, units, money, prize, awards, known, taken, shared, kept)


def _best(seats: Seats) -> Flags:
    legal = (seats.present & ~seats.fouled)[..., None]
    strength = np.where(legal, seats.strength, -1)
    best: Flags = (strength == strength.max(axis=1)[:, None]) & legal & (strength >= 0)
    return best


def _extra(rules: PoolRules, best: Flags, winners: Ints, seats: Seats) -> Ints:
    """(H, S) payment of each other player to the sole best of every row. VAR-pool-all-three."""
    alone = (best & (winners == 1)[:, None]).all(axis=-1)
    others = seats.present.sum(axis=1) - 1
    swept = alone.any(axis=1)[:, None]
    return np.where(alone, rules.extra * others[:, None], np.where(swept & seats.present, -rules.extra, 0))


def _prizes(hands: Hands, rules: PoolRules, prize: Ints, players: Ints, scoring: Scoring) -> Ints:
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)
    whole = np.repeat((prize * unit // scoring.denominator)[:, None], 3, axis=1)
    if rules.prize is None:
        whole[:, 0] += players * rules.ante * unit // scoring.denominator - whole.sum(axis=1)
    return whole


def _awards(hands: Hands, paid: Flags, whole: Ints, best: Flags, winners: Ints) -> tuple[Ints, Flags]:
    """(H, S, 3) money of each prize by seat; where an odd unit's receiver is known: the first winner from the dealer."""
    each = whole // np.maximum(winners, 1)
    awards = np.where(best & paid[:, None], each[:, None], 0)
    odd = np.where(paid, whole - each * winners, 0)
    exact = np.ones(len(hands), np.bool_)
    for hand, row in zip(*(axis.tolist() for axis in np.nonzero(odd)), strict=True):
        first = _first(hands, hand, best[hand, :, row])
        if first is None:
            exact[hand] = False
        else:
            awards[hand, first, row] += odd[hand, row]
    return awards, exact


def _first(hands: Hands, hand: int, among: Flags) -> int | None:
    button = int(hands.dealer[hand])
    if button == NOT_RECORDED:
        return None
    columns = np.flatnonzero(among).tolist()
    return min(columns, key=lambda column: (int(hands.seat[hand, column]) - button - 1) % 10)

"""Replay of Chinese poker, closed and open-face.

A surrender replaces all in a pair, a natural the rows; else rows, royalties, sweeps and the overall point count. Side bets, a
forced dealer's compensation, penalties and limits of stacks follow. Games for a pool or a single winner settle by seats.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints, any_seat
from rules.replay import by_rows, naturals_and_surrenders, side_bets, single_winner, table_stakes
from rules.replay.pairs import NO_SEAT, Pairs, pairs_of
from rules.replay.penalties import penalties
from rules.replay.pool import SettledPool, from_the_pool
from rules.replay.scoring import Scoring
from rules.replay.seat_facts import Seats, seats_of
from rules.replay.table_stakes import TableStakes

PARTS = ("rows", "sweep", "royalties", "natural", "surrender", "overall", "side_bets", "penalties", "other")


class ReplayedRows(Struct, frozen=True, eq=False):
    """A block replayed. P pairs (a, b), a < b; units from a's side, ``scoring.denominator`` parts to one.

    Where ``known`` is false, a pair's figures are meaningless zeros.
    """

    hands: Hands
    scoring: Scoring
    seats: Seats
    compared: Pairs
    a: Ints  # (P,)
    b: Ints  # (P,)
    pairs: Flags  # (H, P) two players who settle with each other
    known: Flags  # (H, P)
    signs: NDArray[np.int8]  # (H, P, 3) +1 where a wins the row, -1 where b does
    by_rows: Flags  # (H, P) settled by rows
    outcome: NDArray[np.int8]  # (H, P) rows won * 4 + rows lost
    parts: dict[str, Ints]  # (H, P) by name; an absent part is 0
    pair_units: Ints  # (H, P)
    seat_known: Flags  # (H, S) units of the seat are known
    units: Ints  # (H, S) due
    net: Ints  # (H, S) money paid, NOT_RECORDED where it is not known
    void: Flags  # (H,)
    priced: Flags  # (H,) the controls have a price for everything that happened
    pool: SettledPool | None = None
    winner: Ints | None = None  # (H,) column of the single winner; NO_SEAT or single_winner.UNKNOWN
    stakes: TableStakes | None = None

    @property
    def silent(self) -> Flags:
        """(H, P) pairs whose outcome no source prices."""
        return self.by_rows & self.scoring.silent[self.outcome]


def whole(parts: int, denominator: int) -> int | Fraction:
    """Parts of a unit as units: an integer where whole."""
    if denominator == 1:
        return parts
    units = Fraction(parts, denominator)
    return units.numerator if units.denominator == 1 else units


def replay(hands: Hands, scoring: Scoring, seats: Seats | None = None) -> ReplayedRows:
    """Replay a block under one scoring. seats: facts of its seats, if computed already."""
    return settled(pairs_of(hands, scoring, seats or seats_of(hands, scoring)))


def settled(compared: Pairs) -> ReplayedRows:
    """Settlement of pairs under their scoring."""
    scoring = compared.scoring
    if scoring.pool:
        return _by_pool(compared, from_the_pool(compared.hands, compared.seats, scoring))
    if scoring.single_winner:
        return _by_winner(compared, single_winner.winner(compared))
    parts, known, priced = _parts(compared)
    return _settled(compared, parts, known, priced)


def _parts(pairs: Pairs) -> tuple[dict[str, Ints], Flags, Flags]:
    scoring = pairs.scoring
    priced = np.ones(len(pairs.hands), np.bool_)
    units, known, has_price = by_rows.rows(pairs)
    priced &= has_price.all(axis=1)
    parts = {"rows": units}
    if scoring.royalties is not None:
        parts["royalties"] = by_rows.royalties(pairs, units)
    if scoring.sweep or scoring.sweep_of_all:
        parts["sweep"], known = by_rows.sweeps(pairs, parts, known)
    if scoring.royalties is not None and scoring.royalties.against_fixed:
        parts["royalties"] += np.where(
            pairs.by_natural | pairs.by_surrender, by_rows.held_difference(pairs), 0
        )
    if pairs.by_natural.any():
        parts["natural"], has_price = naturals_and_surrenders.naturals(pairs)
        known = known & has_price
        priced &= has_price.all(axis=1)
    if pairs.by_surrender.any():
        known = (
            known | naturals_and_surrenders.surrendered(pairs)
            if scoring.surrender
            else known & ~pairs.by_surrender
        )
        priced &= (scoring.surrender is not None) | ~pairs.by_surrender.any(axis=1)
        naturals_and_surrenders.surrender(pairs, parts)
    if scoring.overall is not None:
        parts["overall"] = by_rows.overall(pairs, parts)
    if pairs.hands.open_face is not None:
        parts["penalties"], sure, has_price = penalties(pairs)
        known = known & sure
        priced &= has_price.all(axis=1)
    if scoring.side_bets:
        parts["side_bets"], sure = side_bets.side_bets(pairs)
        known = known & sure
    if scoring.dealer_units and (pairs.hands.forced_dealer == 1).any():
        parts["other"], sure = side_bets.compensation(pairs)
        known = known & sure
    return parts, known & pairs.there, priced


def _settled(compared: Pairs, parts: dict[str, Ints], known: Flags, priced: Flags) -> ReplayedRows:
    hands, scoring, seats, pairs = compared.hands, compared.scoring, compared.seats, compared.there
    void, rows = hands.void == 1, compared.by_rows
    if void.any():
        known = known | (pairs & void[:, None])
        rows = rows & ~void[:, None]
        parts = {name: np.where(void[:, None], 0, units) for name, units in parts.items()}
    if not known.all():
        parts = {name: np.where(known, units, 0) for name, units in parts.items()}
    pair_units = sum(parts.values(), np.zeros(pairs.shape, np.int64))
    sides, open_pairs = compared.sides, pairs & ~known
    units = pair_units @ sides
    seat_known = seats.present.copy()
    if compared.bank is not None:
        seat_known &= ((compared.bank != NO_SEAT) | void)[:, None]
    if open_pairs.any():
        seat_known &= ~(open_pairs @ (sides != 0))
    net, stakes = _money(compared, pair_units, units, seat_known, void), None
    if scoring.chips:
        stakes = table_stakes.pay(compared, parts, known, net)
        net = np.where(void[:, None] & seats.present, 0, stakes.net)
    return ReplayedRows(
        hands, scoring, seats, compared, compared.a, compared.b, pairs, known, compared.signs, rows,
        compared.outcome, parts, pair_units, seat_known, units, net, void, priced | void, stakes=stakes,
    )  # fmt: skip


def _money(compared: Pairs, pair_units: Ints, units: Ints, known: Flags, void: Flags) -> Ints:
    """(H, S) money or NOT_RECORDED.

    Where a unit has parts, each pair pays whole minor units, so that payments balance.
    """
    hands, parts = compared.hands, compared.scoring.denominator
    priced = known & ((hands.unit != NOT_RECORDED) | void)[:, None]
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)[:, None]
    if parts == 1:
        return np.where(priced, units * unit, NOT_RECORDED)
    paid = np.sign(pair_units) * (np.abs(pair_units) * unit // parts)
    return np.where(priced, paid @ compared.sides, NOT_RECORDED)


def _by_pool(compared: Pairs, pool: SettledPool) -> ReplayedRows:
    void, present = compared.hands.void == 1, compared.seats.present
    known = (pool.known & pool.taken | void)[:, None] & present
    units = np.where(known & ~void[:, None], pool.units, 0)
    money = np.where(void[:, None] & present, 0, pool.money)
    surrendered = any_seat(compared.seats.surrendered & present)
    return _by_seats(
        compared, units, money, known, void, ~surrendered & (pool.taken | ~pool.known), pool=pool
    )


def _by_winner(compared: Pairs, winner: Ints) -> ReplayedRows:
    """A block with a single winner. The prize has no price; where nobody wins, nothing moves."""
    hands, present = compared.hands, compared.seats.present
    void = hands.void == 1
    nothing = (winner == NO_SEAT) | void
    units = np.zeros(hands.seat.shape, np.int64)
    known = nothing[:, None] & present
    money = np.where(known, 0, NOT_RECORDED)
    priced = np.less(winner, 0) & ~any_seat(compared.seats.surrendered & present)
    return _by_seats(compared, units, money, known, void, priced, winner=winner)


def _by_seats(
    compared: Pairs, units: Ints, money: Ints, known: Flags, void: Flags, priced: Flags,
    *, pool: SettledPool | None = None, winner: Ints | None = None,
) -> ReplayedRows:  # fmt: skip
    none = np.zeros_like(compared.there)
    return ReplayedRows(
        compared.hands, compared.scoring, compared.seats, compared, compared.a, compared.b, none, none,
        compared.signs, none, compared.outcome, {}, np.zeros(none.shape, np.int64), known, units, money, void,
        priced | void, pool=pool, winner=winner,
    )  # fmt: skip

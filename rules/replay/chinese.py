"""Closed Chinese poker, replayed by arrays: what every pair owes, whatever was recorded.

Order of evaluation of a pair: a surrender replaces everything; else a natural replaces the rows; else rows and
royalties. Nothing here knows a ruleset by name: all figures come from the compiled Scoring.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.replay.scoring import Scoring
from rules.replay.seats import Seats, seats_of

PARTS = ("rows", "sweep", "royalties", "natural", "surrender", "overall", "side_bets", "penalties", "other")


def _outcome_table() -> NDArray[np.int8]:
    """Rows won * 4 + rows lost, by the three signs as one number in base three (from -13 to 13)."""
    table = np.zeros(27, np.int8)
    for signs in product((-1, 0, 1), repeat=3):
        table[signs[0] * 9 + signs[1] * 3 + signs[2]] = signs.count(1) * 4 + signs.count(-1)
    return table


_OUTCOMES = _outcome_table()


@dataclass(frozen=True, eq=False)
class Replayed:
    """A block replayed. P pairs of seat columns, (a, b) with a < b; units are from a's side.

    Where ``known`` is false a pair's figures are 0 and mean nothing; a seat of such a pair has no units.
    """

    hands: Hands
    scoring: Scoring
    seats: Seats
    a: Ints  # (P,)
    b: Ints  # (P,)
    pairs: Flags  # (H, P) two players
    known: Flags  # (H, P)
    signs: NDArray[np.int8]  # (H, P, 3) +1 where a wins the row, -1 where b does
    by_rows: Flags  # (H, P) settled by rows
    outcome: NDArray[np.int8]  # (H, P) rows won * 4 + rows lost
    parts: dict[str, Ints]  # (H, P) by name; a part that is not there is 0
    pair_units: Ints  # (H, P)
    seat_known: Flags  # (H, S) units and net of the seat are known
    units: Ints  # (H, S)
    net: Ints  # (H, S) money, NOT_RECORDED where it is not known
    void: Flags  # (H,)

    @property
    def silent(self) -> Flags:
        """(H, P) pairs whose outcome the source does not price."""
        return self.by_rows & self.scoring.silent[self.outcome]


def replay(hands: Hands, scoring: Scoring, seats: Seats | None = None) -> Replayed:
    """Replay a block under one scoring. ``seats``: what they bring, where another scoring worked it out alike."""
    seats = seats or seats_of(hands, scoring)
    a, b = np.triu_indices(hands.seat.shape[1], 1)
    void = hands.void == 1
    pairs = seats.present[:, a] & seats.present[:, b]
    signs = _signs(seats, a, b)
    outcome = _OUTCOMES[signs[..., 0] * 9 + signs[..., 1] * 3 + signs[..., 2]]
    by_surrender = (seats.surrendered[:, a] | seats.surrendered[:, b]) & pairs
    by_natural = _by_natural(seats, a, b, scoring) & pairs & ~by_surrender
    by_rows = pairs & ~by_surrender & ~by_natural
    known = pairs & seats.known[:, a] & seats.known[:, b]
    by_rows &= known
    parts = {"rows": np.where(by_rows, scoring.rows[outcome], 0)}
    known &= _foul_prices(seats, a, b, scoring, by_rows, parts)
    if scoring.royalties is not None:
        parts["royalties"] = _royalties(seats, a, b, scoring, signs, by_rows, parts["rows"])
        if scoring.royalties.against_fixed:
            parts["royalties"] += np.where(by_natural | by_surrender, _held_difference(seats, a, b), 0)
    if by_natural.any():
        parts["natural"] = np.where(by_natural, _natural_units(seats, a, b, scoring), 0)
    if by_surrender.any():
        known &= ~by_surrender if scoring.surrender is None else pairs
        _surrender(seats, a, b, scoring, by_surrender, parts)
    return _settled(hands, scoring, seats, a, b, pairs, known, signs, by_rows, outcome, parts, void)


def _settled(
    hands: Hands,
    scoring: Scoring,
    seats: Seats,
    a: Ints,
    b: Ints,
    pairs: Flags,
    known: Flags,
    signs: NDArray[np.int8],
    by_rows: Flags,
    outcome: NDArray[np.int8],
    parts: dict[str, Ints],
    void: Flags,
) -> Replayed:
    """Sum the parts to pairs, seats and money; a void deal moves nothing."""
    if void.any():
        known = known | (pairs & void[:, None])
        by_rows = by_rows & ~void[:, None]
        parts = {name: np.where(void[:, None], 0, units) for name, units in parts.items()}
    if not known.all():
        parts = {name: np.where(known, units, 0) for name, units in parts.items()}
    pair_units = sum(parts.values(), np.zeros(pairs.shape, np.int64))
    units = np.zeros(hands.seat.shape, np.int64)
    seat_known = seats.present.copy()
    for place, (i, j) in enumerate(zip(a, b, strict=True)):
        units[:, i] += pair_units[:, place]
        units[:, j] -= pair_units[:, place]
        open_pair = pairs[:, place] & ~known[:, place]
        seat_known[:, i] &= ~open_pair
        seat_known[:, j] &= ~open_pair
    priced = seat_known & ((hands.unit != NOT_RECORDED) | void)[:, None]
    net = np.where(priced, units * np.where(hands.unit == NOT_RECORDED, 0, hands.unit)[:, None], NOT_RECORDED)
    return Replayed(
        hands,
        scoring,
        seats,
        a,
        b,
        pairs,
        known,
        signs,
        by_rows,
        outcome,
        parts,
        pair_units,
        seat_known,
        units,
        net,
        void,
    )


def _signs(seats: Seats, a: Ints, b: Ints) -> NDArray[np.int8]:
    """(H, P, 3) who wins each row; a foul loses all of them, and nothing passes between two fouls. AMB-FOUL."""
    signs = np.sign(seats.strength[:, a] - seats.strength[:, b]).astype(np.int8)
    if seats.fouled.any():
        foul_a, foul_b = seats.fouled[:, a], seats.fouled[:, b]
        signs[foul_a & ~foul_b] = -1
        signs[foul_b & ~foul_a] = 1
        signs[foul_a & foul_b] = 0
    return signs


def _by_natural(seats: Seats, a: Ints, b: Ints, scoring: Scoring) -> Flags:
    """Pairs that a natural settles. AMB-WSGC-NAT-VS-NAT: two naturals may be played by their rows."""
    nat_a, nat_b = seats.natural[:, a] >= 0, seats.natural[:, b] >= 0
    if scoring.naturals and scoring.naturals.against_natural == "rows":
        return nat_a ^ nat_b
    return nat_a | nat_b


def _natural_units(seats: Seats, a: Ints, b: Ints, scoring: Scoring) -> Ints:
    """WSGC-natural-payers: everybody else pays; naturals against each other by the ruleset's rule."""
    assert scoring.naturals is not None
    units_a, units_b = seats.natural_units[:, a], seats.natural_units[:, b]
    if scoring.naturals.against_natural != "higher_rank_full":
        return units_a - units_b
    ranks = np.array([each.rank for each in scoring.naturals.list] + [0], np.int64)
    rank_a, rank_b = ranks[seats.natural[:, a]], ranks[seats.natural[:, b]]
    return np.where(rank_a > rank_b, units_a, np.where(rank_b > rank_a, -units_b, 0))


def _foul_prices(
    seats: Seats, a: Ints, b: Ints, scoring: Scoring, by_rows: Flags, parts: dict[str, Ints]
) -> Flags | bool:
    """Price pairs of one fouled hand otherwise than by rows, where the ruleset does; which pairs have a price."""
    if scoring.foul_price == "rows" or not seats.fouled.any():
        return True
    side = (seats.fouled[:, b].astype(np.int64) - seats.fouled[:, a].astype(np.int64)) * by_rows
    if scoring.foul_units is None:
        return side == 0
    parts["rows"] = np.where(side != 0, side * scoring.foul_units, parts["rows"])
    return True


def _held_difference(seats: Seats, a: Ints, b: Ints) -> Ints:
    total = seats.royalties.sum(axis=-1)
    return total[:, a] - total[:, b]


def _royalties(
    seats: Seats, a: Ints, b: Ints, scoring: Scoring, signs: NDArray[np.int8], by_rows: Flags, rows: Ints
) -> Ints:
    """WSGC-bonus-payers: royalties between two hands that are compared by rows."""
    rules = scoring.royalties
    assert rules is not None
    if scoring.foul_price in ("surrender", "void"):
        by_rows = by_rows & ~(seats.fouled[:, a] | seats.fouled[:, b])
    if rules.simple:
        return np.where(by_rows, _held_difference(seats, a, b), 0)
    live = (~seats.fouled)[..., None]
    place = np.arange(3)
    held, won, net = (
        np.where(live, table[place, seats.classes], 0) for table in (rules.held, rules.won, rules.net_winner)
    )
    units = won[:, a] * (signs > 0) - won[:, b] * (signs < 0)
    winner = np.sign(rows)[..., None]
    units = units + net[:, a] * (winner > 0) - net[:, b] * (winner < 0)
    units = units + _meeting(held[:, a], signs, held[:, b], seats, a, b, scoring)
    return np.where(by_rows, units.sum(axis=-1), 0)


def _meeting(
    held_a: Ints, signs: NDArray[np.int8], held_b: Ints, seats: Seats, a: Ints, b: Ints, scoring: Scoring
) -> Ints:
    """Royalties paid when held, where both sides hold one or the row is tied. AMB-BONUS-BOTH, AMB-BONUS-TIED-ROW."""
    rules = scoring.royalties
    assert rules is not None
    both = (held_a > 0) & (held_b > 0)
    if rules.both == "higher_only":
        held_a, held_b = np.where(both & (signs < 0), 0, held_a), np.where(both & (signs > 0), 0, held_b)
    elif rules.both == "cancel":
        same = both & (seats.classes[:, a] == seats.classes[:, b])
        held_a, held_b = np.where(same, 0, held_a), np.where(same, 0, held_b)
    units = held_a - held_b
    return np.where(signs == 0, 0, units) if rules.tied == "none" else units


def _surrender(
    seats: Seats, a: Ints, b: Ints, scoring: Scoring, by_surrender: Flags, parts: dict[str, Ints]
) -> None:
    """WSGC-surrender: the set amount to every live player; AMB-SUR-SPECIAL, AMB-SUR-BONUS."""
    rules = scoring.surrender
    if rules is None:
        return
    side = seats.surrendered[:, b].astype(np.int64) - seats.surrendered[:, a].astype(np.int64)
    side = np.where(by_surrender, side, 0)
    natural = seats.natural_units[:, a] + seats.natural_units[:, b]  # of the live side; the other has none
    amount = np.full(side.shape, rules.units, np.int64)
    if rules.against_natural == "natural_value":
        amount = np.where(natural > 0, 0, amount)
    parts["surrender"] = side * amount
    if rules.against_natural != "surrender_amount":
        parts["natural"] = parts.get("natural", 0) + side * natural
    if rules.royalties == "pays" and scoring.royalties is not None:
        total = np.where(seats.surrendered, 0, seats.royalties.sum(axis=-1))
        parts["royalties"] = parts["royalties"] + np.where(side != 0, total[:, a] - total[:, b], 0)

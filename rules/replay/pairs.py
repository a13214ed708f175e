"""Pairs of seats that settle with each other, compared by rows."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.replay.row_strengths import NO_STRENGTH
from rules.replay.scoring import Scoring
from rules.replay.scoring.unit_settlement import BankerRules
from rules.replay.seat_facts import Seats

Signs = NDArray[np.int8]
NO_SEAT = -1


def _outcome_table() -> Signs:
    table = np.zeros(27, np.int8)
    for signs in product((-1, 0, 1), repeat=3):
        table[signs[0] * 9 + signs[1] * 3 + signs[2]] = signs.count(1) * 4 + signs.count(-1)
    return table


_OUTCOMES = _outcome_table()


def outcome_of(signs: Signs) -> Signs:
    """(H, P, 3) signs to (H, P) rows won * 4 + rows lost."""
    found: Signs = _OUTCOMES[signs[..., 0] * 9 + signs[..., 1] * 3 + signs[..., 2]]
    return found


class Pairs(Struct, frozen=True, eq=False):
    """Pairs of seat columns (a, b), a < b; signs are from a's side."""

    hands: Hands
    seats: Seats
    scoring: Scoring
    a: Ints  # (P,)
    b: Ints  # (P,)
    there: Flags  # (H, P) two players who settle with each other
    bank: (
        Ints | None
    )  # (H,) the banker's column, NO_SEAT where it is not known; None in games without a banker
    signs: Signs  # (H, P, 3) +1 where a wins the row, -1 where b does
    real: Signs  # (H, P, 3) the same without level rows that go to the banker
    outcome: Signs  # (H, P) rows won * 4 + rows lost
    by_surrender: Flags  # (H, P)
    by_natural: Flags  # (H, P)
    by_absence: Flags  # (H, P) one of the two missed the hand
    by_rows: Flags  # (H, P) both sides known
    known: Flags  # (H, P) both sides known

    @property
    def sides(self) -> Ints:
        """(P, S) 1 for a's seat, -1 for b's: (H, P) owed @ this is (H, S) got."""
        return _pairs(self.hands.seat.shape[1])[2]

    @property
    def fouled(self) -> Flags:
        """(H, P) pairs with a fouled hand."""
        return self.seats.fouled[:, self.a] | self.seats.fouled[:, self.b]


@cache
def _pairs(seats: int) -> tuple[Ints, Ints, Ints]:
    a, b = np.triu_indices(seats, 1)
    sides = np.zeros((len(a), seats), np.int64)
    pair = np.arange(len(a))
    sides[pair, a], sides[pair, b] = 1, -1
    for each in (a, b, sides):
        each.flags.writeable = False  # all blocks share them
    return a, b, sides


def pairs_of(hands: Hands, scoring: Scoring, seats: Seats) -> Pairs:
    """Pairs of a block that settle under a scoring, compared."""
    a, b, _ = _pairs(hands.seat.shape[1])
    there = seats.present[:, a] & seats.present[:, b]
    bank = None
    if scoring.banker:
        bank = banker(hands, scoring.banker)
        there &= (bank[:, None] == a) | (bank[:, None] == b)
    real = signs = _signs(seats, a, b, fouls_compare=scoring.fouls_compare)
    if bank is not None and scoring.banker and scoring.banker.wins_ties:
        signs = _with_ties(real, seats, a, b, bank)
    by_surrender = (seats.surrendered[:, a] | seats.surrendered[:, b]) & there
    by_natural = _by_natural(seats, a, b, scoring) & there & ~by_surrender
    known = there & seats.known[:, a] & seats.known[:, b]
    by_absence = (seats.missed[:, a] | seats.missed[:, b]) & there
    by_rows = known & ~by_surrender & ~by_natural & ~by_absence
    return Pairs(
        hands, seats, scoring, a, b, there, bank, signs, real, outcome_of(signs), by_surrender, by_natural,
        by_absence, by_rows, known,
    )  # fmt: skip


def banker(hands: Hands, rules: BankerRules) -> Ints:
    """(H,) the banker's column; NO_SEAT where unrecorded or empty. AMB-BANK-SEAT."""
    return seated(hands, hands.dealer if rules.dealer_banks else hands.banker)


def seated(hands: Hands, number: Ints) -> Ints:
    """(H,) columns of seat numbers (H,); NO_SEAT where nobody sat."""
    here = (hands.seat == number[:, None]) & (number != NOT_RECORDED)[:, None]
    return np.where(here.any(axis=1), here.argmax(axis=1), NO_SEAT)


def _signs(seats: Seats, a: Ints, b: Ints, *, fouls_compare: bool) -> Signs:
    """Signs of each row; two fouls are level, or compare by rows. AMB-FOUL, AMB-CARN-foul-vs-foul."""
    mine, theirs = seats.strength.take(a, axis=1), seats.strength.take(b, axis=1)
    signs: Signs = (mine > theirs).view(np.int8) - (mine < theirs).view(np.int8)
    if seats.fouled.any():
        foul_a, foul_b = seats.fouled[:, a], seats.fouled[:, b]
        signs[foul_a & ~foul_b] = -1
        signs[foul_b & ~foul_a] = 1
        both = foul_a & foul_b
        if fouls_compare:  # except rows that cannot be ranked
            ranked = (seats.strength[:, a] != NO_STRENGTH) & (seats.strength[:, b] != NO_STRENGTH)
            signs[both[..., None] & ~ranked] = 0
        else:
            signs[both] = 0
    return signs


def _with_ties(real: Signs, seats: Seats, a: Ints, b: Ints, bank: Ints) -> Signs:
    """Signs with level rows to the banker, except between two fouls. VAR-house-ties, MY-bank-ties."""
    side = (bank[:, None] == a).astype(np.int8) - (bank[:, None] == b).astype(np.int8)
    side[seats.fouled[:, a] & seats.fouled[:, b]] = 0
    return np.where(real == 0, side[..., None], real)


def _by_natural(seats: Seats, a: Ints, b: Ints, scoring: Scoring) -> Flags:
    """Pairs that a natural settles; two naturals may play by rows. AMB-WSGC-NAT-VS-NAT."""
    nat_a, nat_b = seats.natural[:, a] >= 0, seats.natural[:, b] >= 0
    if scoring.naturals and scoring.naturals.against_natural == "rows":
        return nat_a ^ nat_b
    return nat_a | nat_b

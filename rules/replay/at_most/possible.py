"""Possible states, naturals and rows of seats."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import UNRECORDED_FLAG, Flags, Hands, Ints, any_seat, every_row
from rules.replay.pairs import Pairs
from rules.replay.row_strengths import NO_STRENGTH
from rules.replay.scoring import Scoring
from rules.replay.scoring.natural_scores import NaturalRules

STATES = SURRENDERED, NATURAL, ABSENT, LEGAL, FOULED = 1, 2, 4, 8, 16
UNPRICED = 32  # beside NATURAL: the controls do not price one that the seat may hold
OPEN = -2  # a kind of hand that the record does not show


class Possible(Struct, frozen=True, eq=False):
    """(W, S). states: as bits; value of the natural to each opponent; kinds (W, S, 3): OPEN for an incomplete row."""

    states: NDArray[np.int8]
    natural_low: Ints
    natural_high: Ints
    kinds: NDArray[np.int16]


def possible(pairs: Pairs, impossible: Flags) -> Possible:
    """Possible hands of each seat. impossible: (H,) deals whose cards cannot be right."""
    hands, seats, scoring = pairs.hands, pairs.seats, pairs.scoring
    doubted = impossible[:, None]
    complete = (seats.strength != NO_STRENGTH) & ~doubted[..., None]
    blank = ~(hands.some_row | (hands.dealt_size >= 0)) | doubted
    settled = seats.known & ~doubted
    states = np.where(seats.fouled & ~doubted, FOULED, LEGAL | FOULED)
    states = np.where(settled & ~seats.fouled, LEGAL, states)
    low, high = np.zeros(states.shape, np.int64), np.zeros(states.shape, np.int64)
    if scoring.naturals is not None:
        states, low, high = _with_naturals(hands, pairs, states, settled, doubted)
    if scoring.surrender is not None:
        may = blank & ~settled & (hands.surrendered == UNRECORDED_FLAG)
        states = np.where(may, states | SURRENDERED, states)
    if hands.open_face is not None and scoring.penalties.missed is not None:
        states = np.where(blank & ~settled, states | ABSENT, states)
    states = np.where(seats.missed, ABSENT, states)
    states = np.where(seats.surrendered, SURRENDERED, states)
    kinds = np.where(complete, seats.kinds, OPEN)
    return Possible(states.astype(np.int8), low, high, kinds.astype(np.int16))


def _with_naturals(
    hands: Hands, pairs: Pairs, states: Ints, settled: Flags, doubted: Flags
) -> tuple[Ints, Ints, Ints]:
    seats, rules = pairs.seats, pairs.scoring.naturals
    assert rules is not None
    least, most = _worth_of_any(rules)
    named, units, priced = _named(hands, pairs.scoring, rules)
    counts = (seats.natural >= 0) & ~doubted
    claimed = named & ~settled & ~counts
    without = (settled & ~seats.fouled) | counts | claimed | (seats.claim_known & ~doubted)
    if rules.only_declared:
        without |= every_row(hands.sizes >= 0)
    any_other = ~without & seats.present
    states = np.where(counts | claimed, NATURAL, states)
    states = np.where(any_other, states | NATURAL, states)
    without_price = np.array([each.units is None for each in rules.list] + [False])
    unpriced = claimed & ~priced
    if without_price.any():
        unpriced |= any_other
    no_price: Flags = without_price[seats.natural]
    unpriced |= counts & no_price
    states = np.where(unpriced, states | UNPRICED, states)
    low = np.where(counts, seats.natural_units, np.where(claimed, units, least))
    by_claim = rules.several != "sum" and (rules.declare == "required" or rules.several == "claimed")
    claimed_most = units if by_claim else np.full(units.shape, most)
    high = np.where(counts, seats.natural_units, np.where(claimed, claimed_most, most))
    if rules.in_all:
        opponents = np.maximum(_opponents(pairs), 1)
        low, high = low // opponents, high // opponents
    return states, low, high


def _worth_of_any(rules: NaturalRules) -> tuple[int, int]:
    units = [each.units or 0 for each in rules.list]
    return min(units), sum(units) if rules.several == "sum" else max(units)


def _named(hands: Hands, scoring: Scoring, rules: NaturalRules) -> tuple[Flags, Ints, Flags]:
    shape = hands.declared.shape
    named, units, priced = np.zeros(shape, np.bool_), np.zeros(shape, np.int64), np.ones(shape, np.bool_)
    for place, name in enumerate(scoring.natural_names):
        if name in hands.names:
            mine = hands.declared == hands.names.index(name)
            named |= mine
            units[mine] = rules.list[place].units or 0
            priced[mine] = rules.list[place].units is not None
    return named, units, priced


def _opponents(pairs: Pairs) -> Ints:
    found: Ints = pairs.there.astype(np.int64) @ np.abs(pairs.sides)
    return found


def no_card(hands: Hands) -> Flags:
    """(H,) hands without a recorded card."""
    return ~any_seat(hands.some_row | (hands.dealt_size >= 0))

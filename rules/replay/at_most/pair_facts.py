"""Facts of pairs that the record does not settle, as columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.replay.at_most.possible import LEGAL, Possible
from rules.replay.pairs import NO_SEAT, Pairs
from rules.replay.penalties import EXPOSED, exposures
from rules.replay.row_strengths import NO_STRENGTH
from rules.replay.side_bets import compensation, side_bet

EITHER = 2  # of a row: won, lost or level; of the banker: either of the two, or neither
Span = tuple[Ints, Ints]  # at least and at most, from a's side


class PairFacts(Struct, frozen=True, eq=False):
    """N pairs (a, b). rows (N, 3): +1 a wins, -1 b wins, 0 level, EITHER open; bank: +1 a banks, -1 b banks, 0 none.

    states, natural_low, natural_high, sweeps_all (N, 2): of both sides; kinds (N, 2, 3). side_bets, penalties, other: spans.
    """

    rows: Ints
    bank: Ints
    states: Ints
    natural_low: Ints
    natural_high: Ints
    kinds: Ints
    sweeps_all: Flags
    side_bets: Ints  # (N, 2) at least, at most
    penalties: Ints
    other: Ints

    def __len__(self) -> int:
        return len(self.bank)

    def take(self, which: Ints) -> PairFacts:
        return PairFacts(**{each: getattr(self, each)[which] for each in self.__struct_fields__})

    def columns(self) -> list[Ints]:
        found = []
        for each in self.__struct_fields__:
            values = getattr(self, each).reshape(len(self), -1)
            found += [values[:, column] for column in range(values.shape[1])]
        return found


def pair_facts(pairs: Pairs, seats: Possible, impossible: Flags, hand: Ints, pair: Ints) -> PairFacts:
    """Facts of N pairs of a block. impossible: (H,) deals that cannot have happened."""
    a, b = pairs.a[pair], pairs.b[pair]

    def both(values: NDArray[Any]) -> NDArray[Any]:
        return np.stack([values[hand, a], values[hand, b]], axis=1)

    complete = (pairs.seats.strength != NO_STRENGTH) & ~impossible[:, None, None]
    ranked = complete[hand, a] & complete[hand, b]
    mine, theirs = pairs.seats.strength[hand, a], pairs.seats.strength[hand, b]
    signs = (mine > theirs).astype(np.int64) - (mine < theirs)
    rows = np.where(ranked, signs, EITHER)
    return PairFacts(
        rows=rows,
        bank=_bank(pairs, hand, a, b),
        states=both(seats.states.astype(np.int64)),
        natural_low=both(seats.natural_low),
        natural_high=both(seats.natural_high),
        kinds=both(seats.kinds.astype(np.int64)),
        sweeps_all=both(_may_sweep_all(pairs, impossible)),
        side_bets=_side_bets(pairs, impossible)[hand, pair],
        penalties=_exposed(pairs, seats)[hand, pair],
        other=_compensation(pairs)[hand, pair],
    )


def _bank(pairs: Pairs, hand: Ints, a: Ints, b: Ints) -> Ints:
    if pairs.bank is None:
        return np.zeros(len(hand), np.int64)
    bank = pairs.bank[hand]
    return np.where(bank == NO_SEAT, EITHER, (bank == a).astype(np.int64) - (bank == b))


def _may_sweep_all(pairs: Pairs, impossible: Flags) -> Flags:
    rules, shape = pairs.scoring.sweep_of_all, pairs.seats.present.shape
    if rules is None:
        return np.zeros(shape, np.bool_)
    met = pairs.there.astype(np.int64) @ np.abs(pairs.sides)
    may: Flags = met >= rules.min_opponents
    if pairs.bank is not None:
        may |= (pairs.bank == NO_SEAT)[:, None]
    enough = 2 if rules.two_and_a_tie else 3
    seen = pairs.by_rows & ~impossible[:, None]
    won, lost = pairs.outcome // 4, pairs.outcome % 4
    for place, (a, b) in enumerate(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)):
        may[:, a] &= ~seen[:, place] | (won[:, place] >= enough)
        may[:, b] &= ~seen[:, place] | (lost[:, place] >= enough)
    return may


def _side_bets(pairs: Pairs, impossible: Flags) -> Ints:
    found = np.zeros((*pairs.there.shape, 2), np.int64)
    for bet in pairs.scoring.side_bets:
        whole = replace(pairs, there=np.ones_like(pairs.there))
        units, sure = side_bet(whole, bet)
        sure = sure & ~impossible[:, None]
        known = pairs.hands.cards_known & ~impossible[:, None]
        mine, theirs = known[:, pairs.a], known[:, pairs.b]
        span = int(bet.values.max() - bet.values.min())
        open_ = ~(mine & theirs)
        most = np.where(open_, span, np.abs(units))
        taking = pairs.hands.aces != 0
        both = taking[:, pairs.a] & taking[:, pairs.b]
        low, high = np.where(sure, units, -most), np.where(sure, units, most)
        if not bet.against_fixed:
            low, high = np.minimum(low, 0), np.maximum(high, 0)
        found[..., 0] += np.where(both, low, 0)
        found[..., 1] += np.where(both, high, 0)
    return found


def _exposed(pairs: Pairs, seats: Possible) -> Ints:
    found = np.zeros((*pairs.there.shape, 2), np.int64)
    hands, rules = pairs.hands, pairs.scoring.penalties
    if hands.open_face is None or rules.exposed is None or not len(hands.irregularities):
        return found
    times, unsure = exposures(hands)
    listed = hands.irregularities
    shown = np.bincount(listed.hand[hands.named(listed["kind"], EXPOSED)], minlength=len(hands))
    most = times + np.where(unsure, shown[:, None], 0)
    sure = (seats.states == LEGAL) | (~np.array(rules.exposed_pays_legal_only) & ~pairs.seats.missed)
    active = pairs.seats.present & ~pairs.seats.missed
    a, b = pairs.a, pairs.b
    pays_least = [np.where(sure[:, to], times[:, by], 0) * active[:, to] for by, to in ((a, b), (b, a))]
    pays_most = [most[:, by] * active[:, to] for by, to in ((a, b), (b, a))]
    found[..., 0] = (pays_least[1] - pays_most[0]) * rules.exposed
    found[..., 1] = (pays_most[1] - pays_least[0]) * rules.exposed
    return found


def _compensation(pairs: Pairs) -> Ints:
    found = np.zeros((*pairs.there.shape, 2), np.int64)
    units = pairs.scoring.dealer_units
    if units and (pairs.hands.forced_dealer == 1).any():
        paid, sure = compensation(pairs)
        found[..., 0] = np.where(sure, paid, -units)
        found[..., 1] = np.where(sure, paid, units)
    return found

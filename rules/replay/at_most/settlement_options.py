"""Possible settlements of a pair, each with its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints
from rules.replay.at_most import royalties
from rules.replay.at_most.pair_facts import EITHER, PairFacts, Span
from rules.replay.at_most.possible import ABSENT, FOULED, NATURAL, STATES, SURRENDERED, UNPRICED
from rules.replay.at_most.royalties import Signs, added, nothing
from rules.replay.penalties import foul_of_rows
from rules.replay.scoring import Scoring
from rules.replay.scoring.row_scores import SweepRules

LEVEL: Signs = (0, 0, 0)
Parts = dict[str, Span]


class SettlementOption(Struct, frozen=True, eq=False):
    """One way to settle the pairs at positions `which`: parts that a gets from b; priced: by the controls."""

    which: Ints
    parts: Parts
    priced: bool | Flags = True


def options(facts: PairFacts, scoring: Scoring) -> Iterator[SettlementOption]:
    """Every possible settlement of pairs, with amounts beside the rows."""
    mine, theirs = facts.states[:, 0], facts.states[:, 1]
    for a, b in product(STATES[::-1], repeat=2):  # of equal amounts rows go first
        which = np.flatnonzero((mine & a != 0) & (theirs & b != 0))
        if len(which):
            for each in _settled_as(facts.take(which), scoring, a, b):
                option = SettlementOption(which[each.which], each.parts, each.priced)
                yield _with_others(facts, option, absent=ABSENT in (a, b))


def _settled_as(facts: PairFacts, scoring: Scoring, a: int, b: int) -> Iterator[SettlementOption]:
    if SURRENDERED in (a, b):
        yield _surrender(facts, scoring, a, b)
    elif ABSENT in (a, b):
        parts, priced = _absence(facts, scoring, a, b)
        fixed = _natural(facts, scoring, a, b) if NATURAL in (a, b) else SettlementOption(_all(facts), {})
        yield SettlementOption(_all(facts), {**parts, **fixed.parts}, fixed.priced & np.array(priced))
    elif a == b == NATURAL and scoring.naturals and scoring.naturals.against_natural == "rows":
        yield from _by_rows(facts, scoring, (False, False))
    elif NATURAL in (a, b):
        yield _natural(facts, scoring, a, b)
    else:
        yield from _by_rows(facts, scoring, (a == FOULED, b == FOULED))


def _with_others(facts: PairFacts, option: SettlementOption, *, absent: bool) -> SettlementOption:
    """The option with what is paid beside it. A player who missed the hand showed no card."""
    which, parts = option.which, dict(option.parts)
    shown = np.zeros_like(facts.penalties) if absent else facts.penalties
    for name, span in (("side_bets", facts.side_bets), ("penalties", shown), ("other", facts.other)):
        low, high = parts.get(name, nothing(facts.take(which)))
        parts[name] = low + span[which, 0], high + span[which, 1]
    return SettlementOption(which, parts, option.priced)


def _all(facts: PairFacts) -> Ints:
    return np.arange(len(facts))


# ------------------------------------------------------------ rows


def _by_rows(facts: PairFacts, scoring: Scoring, fouled: tuple[bool, bool]) -> Iterator[SettlementOption]:
    side = int(fouled[1]) - int(fouled[0])
    if side:
        everything = (side,) * 3
        yield _rows(facts, scoring, _all(facts), (everything, everything), fouled)
        return
    if all(fouled) and not scoring.fouls_compare:
        yield _rows(facts, scoring, _all(facts), (LEVEL, LEVEL), fouled)
        return
    for real in product((-1, 0, 1), repeat=3):
        fits = ((facts.rows == real) | (facts.rows == EITHER)).all(axis=1)
        for bank in (-1, 0, 1):
            mine = fits & ((facts.bank == bank) | (facts.bank == EITHER))
            if mine.any():
                ties = bank if scoring.banker and scoring.banker.wins_ties and not all(fouled) else 0
                signs = tuple(each or ties for each in real)
                yield _rows(facts, scoring, np.flatnonzero(mine), (real, signs), fouled)


def _rows(
    facts: PairFacts, scoring: Scoring, which: Ints, both: tuple[Signs, Signs], fouled: tuple[bool, bool]
) -> SettlementOption:
    facts, (real, signs) = facts.take(which), both
    units, priced = int(scoring.rows[_outcome(signs)]), True
    side = int(fouled[1]) - int(fouled[0])
    if side and scoring.foul_price != "rows":
        units, priced = side * (scoring.foul_units or 0), scoring.foul_units is not None
    rows = np.full(len(facts), units)
    parts: Parts = {"rows": (rows, rows)}
    parts["royalties"] = royalties.of_rows(facts, scoring, real, signs, units, fouled)
    parts["sweep"] = _sweeps(facts, scoring, both, fouled, parts)
    parts["overall"] = _overall(facts, scoring, signs, fouled, parts)
    return SettlementOption(which, parts, priced)


def _outcome(signs: Signs) -> int:
    return signs.count(1) * 4 + signs.count(-1)


def _sweeps(
    facts: PairFacts, scoring: Scoring, both: tuple[Signs, Signs], fouled: tuple[bool, bool], parts: Parts
) -> Span:
    found = nothing(facts)
    if any(fouled) and scoring.foul_price != "rows":
        return found
    real, signs = both
    outcome = _outcome(real if scoring.banker and not scoring.banker.tied_sweeps else signs)
    if scoring.sweep:
        found = _changed(scoring.sweep, _swept(scoring.sweep, outcome), parts, found)
    if scoring.sweep_of_all:
        side = _swept(scoring.sweep_of_all, outcome)
        may = facts.sweeps_all[:, 0 if side > 0 else 1] & (side != 0)
        low, high = _changed(scoring.sweep_of_all, side, parts, found)
        found = (
            np.where(may, np.minimum(found[0], low), found[0]),
            np.where(may, np.maximum(found[1], high), found[1]),
        )
    return found


def _swept(rules: SweepRules, outcome: int) -> int:
    won, lost = divmod(outcome, 4)
    enough = 2 if rules.two_and_a_tie else 3
    return int(won >= enough and lost == 0) - int(lost >= enough and won == 0)


def _changed(rules: SweepRules, side: int, parts: Parts, none: Span) -> Span:
    if not side:
        return none
    rows = parts["rows"][0]
    if rules.op == "add":
        return _sure(np.full(len(rows), side * rules.figure))
    if rules.op == "set":
        return _sure(side * rules.figure - rows)
    low, high = parts["royalties"] if rules.royalties_too else none
    ends = [(rows + each) * (rules.figure - 1) for each in (low, high)]
    return np.minimum(*ends), np.maximum(*ends)


def _sure(values: Ints) -> Span:
    return values, values


def _overall(
    facts: PairFacts, scoring: Scoring, signs: Signs, fouled: tuple[bool, bool], parts: Parts
) -> Span:
    rules = scoring.overall
    if rules is None or (any(fouled) and scoring.foul_price in ("surrender", "void")):
        return nothing(facts)
    if rules.by_rows:
        side = np.full(len(facts), np.sign(signs.count(1) - signs.count(-1)))
        low, high = side * rules.units, side * rules.units
    else:
        low, high = (np.sign(each) * rules.units for each in added(parts.values()))
    if rules.beside_sweep or not (parts["sweep"][0].any() or parts["sweep"][1].any()):
        return low, high
    least, most = parts["sweep"]
    changed = (least > 0) | (most < 0)
    unchanged = (least == 0) & (most == 0)
    low = np.where(changed, 0, np.where(unchanged, low, np.minimum(low, 0)))
    high = np.where(changed, 0, np.where(unchanged, high, np.maximum(high, 0)))
    return low, high


# ------------------------------------------------------------ what takes the place of rows


def _natural(facts: PairFacts, scoring: Scoring, a: int, b: int) -> SettlementOption:
    rules = scoring.naturals
    assert rules is not None
    low_a, low_b = facts.natural_low.T
    high_a, high_b = facts.natural_high.T
    if b != NATURAL:
        span = low_a, high_a
    elif a != NATURAL:
        span = -high_b, -low_b
    else:  # level ones may be decided for either
        nobodys = rules.equal == rules.equal_value == "nobody"
        apart = (low_a > high_b) | (low_b > high_a) | np.array(nobodys)
        apart &= rules.against_natural == "difference"
        span = np.where(apart, low_a - high_b, -high_b), np.where(apart, high_a - low_b, high_a)
    parts: Parts = {"natural": span}
    parts["overall"] = _overall_of_fixed(facts, scoring, parts)
    if scoring.royalties is not None and scoring.royalties.against_fixed:
        parts["royalties"] = _difference(facts, scoring, a, b)
    return SettlementOption(_all(facts), parts, _priced_naturals(facts, a, b))


def _priced_naturals(facts: PairFacts, a: int, b: int) -> Flags:
    priced = np.ones(len(facts), np.bool_)
    for side, state in enumerate((a, b)):
        if state == NATURAL:
            priced &= facts.states[:, side] & UNPRICED == 0
    return priced


def _overall_of_fixed(facts: PairFacts, scoring: Scoring, parts: Parts) -> Span:
    rules = scoring.overall
    if rules is None or not rules.with_fixed:
        return nothing(facts)
    low, high = added(span for name, span in parts.items() if name in ("natural", "surrender"))
    return np.sign(low) * rules.units, np.sign(high) * rules.units


def _difference(facts: PairFacts, scoring: Scoring, a: int, b: int) -> Span:
    low, high = nothing(facts)
    for side, state in enumerate((a, b)):
        least, most = _royalties_of(facts, scoring, side, state)
        low, high = (low + least, high + most) if side == 0 else (low - most, high - least)
    return low, high


def _royalties_of(facts: PairFacts, scoring: Scoring, side: int, state: int) -> Span:
    assert scoring.royalties is not None
    if state == FOULED and scoring.foul_keeps != "kept":
        return nothing(facts)
    return royalties.held(facts, scoring.royalties, side)


def _surrender(facts: PairFacts, scoring: Scoring, a: int, b: int) -> SettlementOption:
    rules = scoring.surrender
    side = int(b == SURRENDERED) - int(a == SURRENDERED)
    parts, has_price = _absence(facts, scoring, a, b) if ABSENT in (a, b) else ({}, True)
    priced: bool | Flags = has_price
    if rules is None:
        return SettlementOption(_all(facts), parts, False)
    if scoring.royalties is not None and scoring.royalties.against_fixed:
        parts["royalties"] = _difference(facts, scoring, a, b)
    if not side:
        return SettlementOption(_all(facts), parts, priced)
    live, state = (0, a) if side > 0 else (1, b)
    amount = np.full(len(facts), rules.units)
    natural = nothing(facts)
    if state == NATURAL and rules.against_natural != "surrender_amount":
        natural = facts.natural_low[:, live], facts.natural_high[:, live]
        priced = priced & _priced_naturals(facts, a, b)
    least = most = amount
    if rules.against_natural == "natural_value":
        least, most = np.where(natural[1] > 0, 0, amount), np.where(natural[0] > 0, 0, amount)
    parts["surrender"] = _towards(side, (least, most))
    parts["natural"] = _towards(side, natural)
    parts["overall"] = _overall_of_fixed(facts, scoring, parts)
    if rules.royalties == "pays" and scoring.royalties is not None:
        more = _towards(side, _royalties_of(facts, scoring, live, state))
        before = parts.get("royalties", nothing(facts))
        parts["royalties"] = before[0] + more[0], before[1] + more[1]
    return SettlementOption(_all(facts), parts, priced)


def _towards(side: int, span: Span) -> Span:
    low, high = span
    return (low, high) if side > 0 else (-high, -low)


def _absence(facts: PairFacts, scoring: Scoring, a: int, b: int) -> tuple[Parts, bool]:
    rules = scoring.penalties
    if a == b:
        return {}, True
    if rules.missed is None:
        return {}, False
    side, other = (-1, b) if a == ABSENT else (1, a)
    units, priced = rules.missed, True
    if rules.missed_pays_legal_only and other == FOULED:
        units = 0
    if rules.missed_gets_fouls and other == FOULED:
        price = foul_of_rows(scoring)
        units, priced = units - (price or 0), price is not None
    return {"penalties": _sure(np.full(len(facts), side * units))}, priced

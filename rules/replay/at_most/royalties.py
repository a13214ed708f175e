"""Bounds of the royalties between two seats with incomplete rows."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rules.cards import RANKS, ROWS
from rules.hands import Flags, Ints
from rules.replay.at_most.pair_facts import PairFacts, Span
from rules.replay.at_most.possible import OPEN
from rules.replay.scoring import Scoring
from rules.replay.scoring.row_scores import RoyaltyRules

Signs = tuple[int, ...]


def nothing(facts: PairFacts) -> Span:
    none = np.zeros(len(facts), np.int64)
    return none, none


def held(facts: PairFacts, rules: RoyaltyRules, side: int) -> Span:
    """Least and most value of one side's royalties, whatever the condition of payment."""
    return added(_span(facts, rules.units, side, row) for row in range(len(ROWS)))


def added(spans: Iterable[Span]) -> Span:
    """Sum of spans."""
    low = high = np.zeros((), np.int64)
    for least, most in spans:
        low, high = low + least, high + most
    return low, high


def of_rows(
    facts: PairFacts, scoring: Scoring, real: Signs, signs: Signs, rows: int, fouled: tuple[bool, bool]
) -> Span:
    """(N,) royalties from a's side. real: signs without level rows to the banker. rows: units of the rows. fouled: a, b."""
    rules = scoring.royalties
    if rules is None or all(fouled) or (any(fouled) and not scoring.foul_pays_royalties):
        return nothing(facts)
    live = [not foul or scoring.foul_keeps == "kept" for foul in fouled]
    low, high = np.zeros(len(facts), np.int64), np.zeros(len(facts), np.int64)
    for row in range(len(ROWS)):
        mine, theirs = _of_row(facts, scoring, rules, row, (real, signs), rows)
        if live[0]:
            low, high = low + mine[0], high + mine[1]
        if live[1]:
            low, high = low - theirs[1], high - theirs[0]
    if scoring.foul_keeps == "paid":
        for side, sign in ((0, -1), (1, 1)):
            if fouled[side]:
                least, most = (sign * each for each in held(facts, rules, side))
                low, high = low + np.minimum(least, most), high + np.maximum(least, most)
    return low, high


def _of_row(
    facts: PairFacts, scoring: Scoring, rules: RoyaltyRules, row: int, both: tuple[Signs, Signs], rows: int
) -> tuple[Span, Span]:
    if rules.simple:
        return _span(facts, rules.units, 0, row), _span(facts, rules.units, 1, row)
    real, signs = both
    won_by = real[row] if scoring.banker and not scoring.banker.tied_royalties else signs[row]
    found = []
    for side, mine in ((0, 1), (1, -1)):
        table = np.zeros_like(rules.held)
        if won_by == mine:
            table = table + rules.won
        if rows * mine > 0:
            table = table + rules.net_winner
            if signs[row] == mine:
                table = table + rules.won_by_net_winner
        found.append(_span(facts, table, side, row))
    meeting = _meeting(facts, rules, row, real[row])
    one, other = (added(each) for each in zip(found, meeting, strict=True))
    return one, other


def _meeting(facts: PairFacts, rules: RoyaltyRules, row: int, real: int) -> tuple[Span, Span]:
    """Royalties where both sides may hold one or the row is level."""
    mine, theirs = _span(facts, rules.held, 0, row), _span(facts, rules.held, 1, row)
    if real == 0 and rules.tied == "none":
        return nothing(facts), nothing(facts)
    if rules.both == "both_pay":
        return mine, theirs
    kinds = facts.kinds[:, :, row]
    shown = (kinds != OPEN).all(axis=1)
    if rules.both == "higher_only":
        out_a, out_b = (theirs[0] > 0) & (real < 0), (mine[0] > 0) & (real > 0)
        may_a, may_b = np.full(len(facts), real < 0), np.full(len(facts), real > 0)
    else:
        alike = (kinds[:, 0] // len(RANKS)) == (kinds[:, 1] // len(RANKS))
        out_a = out_b = shown & alike & (mine[0] > 0) & (theirs[0] > 0)
        may_a = may_b = ~shown
    return _without(mine, out_a, may_a & ~shown), _without(theirs, out_b, may_b & ~shown)


def _without(span: Span, out: Flags, may: Flags) -> Span:
    low, high = span
    low = np.where(may, np.minimum(low, 0), low)
    high = np.where(may, np.maximum(high, 0), high)
    return np.where(out, 0, low), np.where(out, 0, high)


def _span(facts: PairFacts, table: Ints, side: int, row: int) -> Span:
    kinds = facts.kinds[:, side, row]
    shown = table[row][np.where(kinds == OPEN, -1, kinds)]
    open_ = kinds == OPEN
    return np.where(open_, table[row].min(), shown), np.where(open_, table[row].max(), shown)

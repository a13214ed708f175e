"""Payments that a natural or a surrender settles, in parts of a unit."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.by_rows import Parts
from rules.replay.naturals.tiebreaks import stronger
from rules.replay.pairs import Pairs
from rules.replay.scoring.natural_scores import NaturalRules
from rules.replay.seat_facts import thirteen


def naturals(pairs: Pairs) -> tuple[Ints, Flags]:
    """(H, P) units of pairs that a natural settles; where priced.

    WSGC-natural-payers, PAGAT-special-vs-special, MY-special-difference, SG-claim-vs-claim, HG-special-difference.
    """
    rules = pairs.scoring.naturals
    assert rules is not None
    units_a, units_b = _worth(pairs, pairs.a), _worth(pairs, pairs.b)
    priced = ~pairs.by_natural | (_priced(pairs, pairs.a) & _priced(pairs, pairs.b))
    if rules.against_natural == "difference":
        units = units_a - units_b
        level = pairs.by_natural & (units == 0) & (units_a != 0)
        winner = np.where(level, _tied_in_value(pairs, rules), 0)
        units = np.where(winner > 0, units_a, np.where(winner < 0, -units_b, units))
    else:
        winner = _higher(pairs, rules, units_a, units_b)
        units = np.where(winner > 0, units_a, np.where(winner < 0, -units_b, 0))
    return np.where(pairs.by_natural, units, 0), priced


def _worth(pairs: Pairs, column: Ints) -> Ints:
    worth = pairs.seats.natural_units[:, column]
    rules = pairs.scoring.naturals
    if not (rules and rules.in_all):
        return worth
    opponents = np.zeros(pairs.seats.present.shape, np.int64)
    for place, (i, j) in enumerate(zip(pairs.a, pairs.b, strict=True)):
        opponents[:, i] += pairs.there[:, place]
        opponents[:, j] += pairs.there[:, place]
    return worth // np.maximum(opponents, 1)[:, column]


def _priced(pairs: Pairs, column: Ints) -> Flags:
    rules = pairs.scoring.naturals
    assert rules is not None
    priced = np.array([each.units is not None for each in rules.list] + [True])
    found: Flags = priced[pairs.seats.natural[:, column]]
    return found


def _ranks(pairs: Pairs, rules: NaturalRules) -> tuple[Ints, Ints]:
    ranks = np.array([each.rank for each in rules.list] + [-1], np.int64)
    natural = pairs.seats.natural
    return ranks[natural[:, pairs.a]], ranks[natural[:, pairs.b]]


def _higher(pairs: Pairs, rules: NaturalRules, units_a: Ints, units_b: Ints) -> Ints:
    if rules.against_natural == "higher_rank_full":
        one, other = _ranks(pairs, rules)
    else:
        one, other = units_a, units_b
    winner = np.sign(one - other)
    return np.where(pairs.by_natural & (winner == 0), _same(pairs, rules, broken=True), winner)


def _tied_in_value(pairs: Pairs, rules: NaturalRules) -> Ints:
    """(H, P) winner of two naturals of one value. AMB-MY-EQUAL-VALUE, AMB-BANK-SPECIAL."""
    one, other = _ranks(pairs, rules)
    winner = np.zeros(one.shape, np.int64)
    if rules.equal_value == "rank":
        winner = np.sign(one - other)
    elif rules.equal_value == "banker":
        winner = _bankers_side(pairs)
    natural = pairs.seats.natural
    same = natural[:, pairs.a] == natural[:, pairs.b]
    return np.where(same, _same(pairs, rules, broken=False), winner)


def _same(pairs: Pairs, rules: NaturalRules, *, broken: bool) -> Ints:
    natural = pairs.seats.natural
    mine, theirs = natural[:, pairs.a], natural[:, pairs.b]
    same = pairs.by_natural & (mine == theirs)
    winner = np.zeros(mine.shape, np.int64)
    if broken and same.any():
        _break_ties(pairs, rules, same, winner)
    if rules.equal == "banker":
        winner = np.where(same & (winner == 0), _bankers_side(pairs), winner)
    return winner


def _break_ties(pairs: Pairs, rules: NaturalRules, same: Flags, winner: Ints) -> None:
    cards = thirteen(pairs.hands)
    for hand, place in zip(*(axis.tolist() for axis in np.nonzero(same)), strict=True):
        a, b = int(pairs.a[place]), int(pairs.b[place])
        kind = rules.list[int(pairs.seats.natural[hand, a])]
        if kind.tiebreak != "none":
            one, other = tuple(cards[hand, a].tolist()), tuple(cards[hand, b].tolist())
            winner[hand, place] = stronger(one, other, kind, rules, pairs.scoring.scale)


def _bankers_side(pairs: Pairs) -> Ints:
    if pairs.bank is None:
        return np.zeros(pairs.there.shape, np.int64)
    bank = pairs.bank[:, None]
    found: Ints = (bank == pairs.a).astype(np.int64) - (bank == pairs.b)
    return found


def surrendered(pairs: Pairs) -> Flags:
    """(H, P) pairs that a surrender settles for a known amount, which may depend on the live hand's cards."""
    scoring, seats = pairs.scoring, pairs.seats
    rules, royalties = scoring.surrender, scoring.royalties
    assert rules is not None
    by_natural = scoring.naturals is not None and rules.against_natural != "surrender_amount"
    by_royalty = royalties is not None and (rules.royalties == "pays" or royalties.against_fixed)
    if not by_natural and not by_royalty:
        return pairs.by_surrender
    sure = seats.surrendered | seats.known
    return pairs.by_surrender & sure[:, pairs.a] & sure[:, pairs.b]


def surrender(pairs: Pairs, parts: Parts) -> None:
    """Add the surrender amount to the parts. WSGC-surrender, VAR-surrender-*; AMB-SUR-SPECIAL, AMB-SUR-BONUS."""
    scoring, seats, a, b = pairs.scoring, pairs.seats, pairs.a, pairs.b
    rules = scoring.surrender
    if rules is None:
        return
    side = seats.surrendered[:, b].astype(np.int64) - seats.surrendered[:, a].astype(np.int64)
    side = np.where(pairs.by_surrender, side, 0)
    natural = _worth(pairs, a) + _worth(pairs, b)  # of the live side; the other has none
    amount = np.full(side.shape, rules.units, np.int64)
    if rules.against_natural == "natural_value":
        amount = np.where(natural > 0, 0, amount)
    parts["surrender"] = side * amount
    if rules.against_natural != "surrender_amount":
        parts["natural"] = parts.get("natural", 0) + side * natural
    if rules.royalties == "pays" and scoring.royalties is not None:
        total = np.where(seats.surrendered, 0, seats.royalties.sum(axis=-1))
        parts["royalties"] = parts["royalties"] + np.where(side != 0, total[:, a] - total[:, b], 0)

"""Payments of a pair for its rows, in parts of a unit."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pairs import Pairs, outcome_of
from rules.replay.scoring.row_scores import RoyaltyRules, SweepRules

ALL_ROWS = 12  # an outcome: rows won * 4 + rows lost
Parts = dict[str, Ints]  # (H, P) by the name of the part


def rows(pairs: Pairs) -> tuple[Ints, Flags, Flags]:
    """(H, P) units of the rows; where known; pairs with a price for a foul. AMB-FOUL."""
    scoring = pairs.scoring
    units = np.where(pairs.by_rows, scoring.rows[pairs.outcome], 0)
    priced = np.ones(pairs.there.shape, np.bool_)
    if scoring.foul_price == "rows" or not pairs.seats.fouled.any():
        return units, pairs.known, priced
    fouled = pairs.seats.fouled
    side = (fouled[:, pairs.b].astype(np.int64) - fouled[:, pairs.a].astype(np.int64)) * pairs.by_rows
    if scoring.foul_units is None:
        priced = side == 0
        return units, pairs.known & priced, priced
    return np.where(side != 0, side * scoring.foul_units, units), pairs.known, priced


def held_difference(pairs: Pairs) -> Ints:
    """(H, P) worth of a's royalties less b's, whoever won the rows."""
    total = pairs.seats.royalties.sum(axis=-1)
    found: Ints = total[:, pairs.a] - total[:, pairs.b]
    return found


def royalties(pairs: Pairs, row_units: Ints) -> Ints:
    """(H, P) royalties between hands compared by rows. WSGC-bonus-payers, PAGAT-inc-won-only, MY-extra-any."""
    rules = pairs.scoring.royalties
    assert rules is not None
    own = _own_of_fouls(pairs, rules) if pairs.scoring.foul_keeps == "paid" else 0
    if rules.simple:
        return np.where(_paid(pairs), held_difference(pairs) + own, 0)
    mine, theirs = _sides(pairs, rules, row_units)
    return np.where(_paid(pairs), (mine - theirs).sum(axis=-1) + own, 0)


def royalty_sides(pairs: Pairs, row_units: Ints) -> tuple[Ints, Ints]:
    """(H, P, 3) what a collects from b by row, and b from a, without a fouled hand's own royalties."""
    rules, seats = pairs.scoring.royalties, pairs.seats
    assert rules is not None
    if rules.simple:
        mine, theirs = seats.royalties[:, pairs.a], seats.royalties[:, pairs.b]
    else:
        mine, theirs = _sides(pairs, rules, row_units)
    paid = _paid(pairs)[..., None]
    return np.where(paid, mine, 0), np.where(paid, theirs, 0)


def _paid(pairs: Pairs) -> Flags:
    fouled = pairs.seats.fouled
    by_rows = pairs.by_rows & ~(
        fouled[:, pairs.a] & fouled[:, pairs.b]
    )  # two fouled hands pay each other none
    return by_rows if pairs.scoring.foul_pays_royalties else by_rows & ~pairs.fouled


def _sides(pairs: Pairs, rules: RoyaltyRules, row_units: Ints) -> tuple[Ints, Ints]:
    scoring, seats, a, b = pairs.scoring, pairs.seats, pairs.a, pairs.b
    live, place = _live(pairs), np.arange(3)
    signs = pairs.real if scoring.banker and not scoring.banker.tied_royalties else pairs.signs
    mine, theirs = np.zeros(signs.shape, np.int64), np.zeros(signs.shape, np.int64)
    if rules.won.any():
        won = np.where(live, rules.won[place, seats.kinds], 0)
        mine += won[:, a] * (signs > 0)
        theirs += won[:, b] * (signs < 0)
    if rules.net_winner.any() or rules.won_by_net_winner.any():
        winner = np.sign(row_units)[..., None]
        mine += _of_the_net_winner(pairs, rules, a, winner > 0, pairs.signs > 0)
        theirs += _of_the_net_winner(pairs, rules, b, winner < 0, pairs.signs < 0)
    if rules.held.any():
        held = np.where(live, rules.held[place, seats.kinds], 0)
        held_a, held_b = _meeting(pairs, rules, held)
        mine += held_a
        theirs += held_b
    return mine, theirs


def _own_of_fouls(pairs: Pairs, rules: RoyaltyRules) -> Ints:
    """(H, P) a fouled hand's own royalties, where it is paid them. AMB-OFC1-full-penalty."""
    seats = pairs.seats
    owed = np.where(seats.fouled, rules.units[np.arange(3), seats.kinds].sum(axis=-1), 0)
    return owed[:, pairs.b] - owed[:, pairs.a]


def _live(pairs: Pairs) -> Flags:
    """(H, S, 1) seats whose royalties count. AMB-OFC1-void-royalty."""
    fouled = pairs.seats.fouled
    return (np.ones_like(fouled) if pairs.scoring.foul_keeps == "kept" else ~fouled)[..., None]


def _of_the_net_winner(
    pairs: Pairs, rules: RoyaltyRules, column: Ints, won_pair: Flags, won_row: Flags
) -> Ints:
    """(H, P, 3) royalties that only the pair's winner by rows collects. AMB-WSGC-BONUS-COND, AMB-HG-ADD-LOSER."""
    seats, place, live = pairs.seats, np.arange(3), _live(pairs)
    units = np.zeros(pairs.signs.shape, np.int64)
    for table, won in ((rules.net_winner, won_pair), (rules.won_by_net_winner, won_pair & won_row)):
        units += np.where(live, table[place, seats.kinds], 0)[:, column] * won
    return units


def _meeting(pairs: Pairs, rules: RoyaltyRules, held: Ints) -> tuple[Ints, Ints]:
    """Royalties where both hold one or the row is tied. AMB-BONUS-BOTH, AMB-BONUS-TIED-ROW."""
    signs, classes = pairs.real, pairs.seats.classes
    held_a, held_b = held[:, pairs.a], held[:, pairs.b]
    both = (held_a > 0) & (held_b > 0)
    if rules.both == "higher_only":
        held_a, held_b = np.where(both & (signs < 0), 0, held_a), np.where(both & (signs > 0), 0, held_b)
    elif rules.both == "cancel":
        same = both & (classes[:, pairs.a] == classes[:, pairs.b])
        held_a, held_b = np.where(same, 0, held_a), np.where(same, 0, held_b)
    if rules.tied != "none":
        return held_a, held_b
    return np.where(signs == 0, 0, held_a), np.where(signs == 0, 0, held_b)


def sweeps(pairs: Pairs, parts: Parts, known: Flags) -> tuple[Ints, Flags]:
    """(H, P) change by sweeps, and pairs that remain known.

    A sweep of every opponent is paid at that level only. VAR-sweep-extra, VN-sweep-*, SG-sweep-all-double, HG-sweep-*;
    AMB-SWEEP-*, AMB-BANK-SWEEP.
    """
    scoring = pairs.scoring
    units = np.zeros(pairs.there.shape, np.int64)
    if scoring.sweep:
        units = changed(scoring.sweep, swept(pairs, scoring.sweep), parts)
    if scoring.sweep_of_all:
        rules = scoring.sweep_of_all
        side = swept(pairs, rules)
        of_all, open_still = _of_all(pairs, rules, side, known)
        units = np.where(of_all, changed(rules, side, parts), units)
        known = known & ~open_still
    return units, known


def swept(pairs: Pairs, rules: SweepRules) -> Ints:
    """(H, P) +1 where a won every row of b, -1 where b won every row of a."""
    scoring = pairs.scoring
    outcome = pairs.outcome
    if scoring.banker and not scoring.banker.tied_sweeps:
        outcome = outcome_of(pairs.real)
    won, lost = outcome // 4, outcome % 4
    enough = 2 if rules.two_and_a_tie else 3
    side = ((won >= enough) & (lost == 0)).astype(np.int64) - ((lost >= enough) & (won == 0))
    counted = pairs.by_rows
    if scoring.foul_price != "rows":  # a foul with a price of its own is not swept
        counted = counted & ~pairs.fouled
    return np.where(counted, side, 0)


def changed(rules: SweepRules, side: Ints, parts: Parts) -> Ints:
    """Change by a rule in swept pairs. side: as `swept` gives it."""
    if rules.op == "add":
        return side * rules.figure
    if rules.op == "set":
        return np.where(side != 0, side * rules.figure - parts["rows"], 0)
    paid = parts["rows"] + parts.get("royalties", 0) if rules.royalties_too else parts["rows"]
    return np.where(side != 0, paid * (rules.figure - 1), 0)


def _of_all(pairs: Pairs, rules: SweepRules, side: Ints, known: Flags) -> tuple[Flags, Flags]:
    """(H, P) pairs of a seat that swept everyone; swept pairs that missing cards leave open."""
    of_all = np.zeros(side.shape, np.bool_)
    open_still = np.zeros(side.shape, np.bool_)
    short = pairs.there & ~known & ~pairs.by_surrender & ~pairs.by_natural
    needed = pairs.there & (known | short) & (pairs.by_rows | short) if rules.live_only else pairs.there
    for seat in range(pairs.seats.present.shape[1]):
        mine = (pairs.a == seat) | (pairs.b == seat)
        won = (side * np.where(pairs.a == seat, 1, -1) > 0) & mine
        opponents, beaten = (needed & mine).sum(axis=1), won.sum(axis=1)
        unknown = (short & mine).sum(axis=1)
        enough = opponents >= rules.min_opponents
        of_all |= won & ((beaten == opponents) & enough)[:, None]
        open_still |= won & ((unknown > 0) & (beaten + unknown >= opponents) & enough)[:, None]
    return of_all, open_still


def overall(pairs: Pairs, parts: Parts) -> Ints:
    """(H, P) the overall point, to each pair's net winner. VAR-overall, VAR-overall-basis; AMB-OVERALL-*."""
    scoring = pairs.scoring
    rules = scoring.overall
    assert rules is not None
    counted = pairs.by_rows
    if scoring.foul_price in ("surrender", "void"):
        counted = counted & ~pairs.fouled
    if rules.by_rows:
        side = np.sign(pairs.outcome // 4 - pairs.outcome % 4)
    else:
        side = np.sign(sum(parts.values(), np.zeros(pairs.there.shape, np.int64)))
    if rules.with_fixed:
        counted = counted | pairs.by_natural | pairs.by_surrender
        fixed = np.sign(parts.get("natural", 0) + parts.get("surrender", 0))
        side = np.where(pairs.by_rows, side, fixed)
    if not rules.beside_sweep and "sweep" in parts:
        counted = counted & (parts["sweep"] == 0)
    return np.where(counted, side * rules.units, 0)

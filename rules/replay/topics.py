"""Hands that an open point can affect, by topic. A mask never omits an affected one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rules.cards import JOKER
from rules.hands import NOT_RECORDED, Flags, any_row, any_seat
from rules.replay.by_rows import ALL_ROWS
from rules.replay.naturals.counts import Thirteen
from rules.replay.penalties import exposures
from rules.replay.placement.fantasyland import earned
from rules.replay.row_replay import ReplayedRows
from rules.replay.row_strengths import ROYAL_FLUSH, scale
from rules.replay.seat_facts import thirteen


def touched(replayed: ReplayedRows, topic: str) -> Flags:
    """(H,) hands that a topic touches. Raises KeyError for an unknown topic."""
    return _TOPICS[topic](replayed) & ~replayed.void


def known_topics() -> frozenset[str]:
    return frozenset(_TOPICS)


def _foul(r: ReplayedRows) -> Flags:
    return any_seat(r.seats.fouled)


def _equal_rows(r: ReplayedRows) -> Flags:
    return any_seat(r.seats.equal[..., 1] & ~_fixed(r))


def _front_begins_middle(r: ReplayedRows) -> Flags:
    front, middle = r.seats.strength[..., 0], r.seats.strength[..., 1]
    level = scale(r.scoring.ruleset.sections.ranking.wheel, "equal").three_most[front]
    begins = (front < middle) & (middle <= level) & r.seats.ranked
    return any_seat(begins & ~_fixed(r))


def _fixed(r: ReplayedRows) -> Flags:
    return (r.seats.natural >= 0) | r.seats.surrendered


def _wheel(r: ReplayedRows) -> Flags:
    strength, (plain, suited) = r.seats.strength, r.scoring.scale.wheels
    found = any_seat(any_row((strength == plain) | (strength == suited)))
    rules = r.scoring.naturals
    if rules and any(each.by_rows for each in rules.list):
        found |= _naturals_meet(r)  # a tie-break looks at other rows than those set
    return found


def _royal(r: ReplayedRows) -> Flags:
    if r.scoring.royalties is None:
        return _nowhere(r)
    return any_seat(any_row(r.seats.classes == ROYAL_FLUSH))


def _outcome(won: int, lost: int) -> Callable[[ReplayedRows], Flags]:
    def mask(r: ReplayedRows) -> Flags:
        either = (r.outcome == won * 4 + lost) | (r.outcome == lost * 4 + won)
        return any_seat(either & r.by_rows)

    return mask


def _silent(won: int, lost: int) -> Callable[[ReplayedRows], Flags]:
    def mask(r: ReplayedRows) -> Flags:
        either = (r.outcome == won * 4 + lost) | (r.outcome == lost * 4 + won)
        return any_seat(either & r.silent)

    return mask


def _short_stack(r: ReplayedRows) -> Flags:
    if r.scoring.chips:
        return _nowhere(r)
    loss = np.where(r.net == NOT_RECORDED, 0, -r.net)
    return any_seat((r.hands.stack != NOT_RECORDED) & (loss > r.hands.stack))


def _table_priced(r: ReplayedRows) -> Flags:
    if r.scoring.ruleset.sections.rows.kind != "table":
        return _nowhere(r)
    return any_seat(r.by_rows)


def _holders(r: ReplayedRows) -> Flags:
    return any_row(r.seats.royalties > 0)


def _royalty(r: ReplayedRows) -> Flags:
    return any_seat(_holders(r))


def _royalty_of_no_winner(r: ReplayedRows) -> Flags:
    """Hands with a royalty of a side that won a row but not the pair."""
    held, rows = _holders(r), r.parts.get("rows", np.zeros(r.pairs.shape, np.int64))
    mine = held[:, r.a] & (rows <= 0) & (r.outcome >= 4)
    theirs = held[:, r.b] & (rows >= 0) & (r.outcome % 4 > 0)
    return any_seat(r.by_rows & (mine | theirs))


def _royalties_meet(r: ReplayedRows) -> Flags:
    """Hands with royalties on both sides of a pair or in a tied row, which both hold."""
    found: Flags = _holders(r).sum(axis=1) > 1
    return found


def _royalty_meets_fixed(r: ReplayedRows) -> Flags:
    return any_seat(_holders(r)) & any_seat(_fixed(r))


def _may_count(r: ReplayedRows) -> Flags:
    rules = r.scoring.naturals
    if rules is not None and rules.only_declared:
        return r.hands.declared >= 0
    return r.seats.natural_held >= 0


def _natural(r: ReplayedRows) -> Flags:
    return any_seat(_may_count(r))


def _natural_counts(r: ReplayedRows) -> Flags:
    return any_seat(r.seats.natural >= 0)


def _among(r: ReplayedRows, seats: Flags, test: Callable[[Thirteen], Flags]) -> Flags:
    """(H,) hands with a seat of ``seats`` whose thirteen cards meet a test."""
    found = np.zeros(seats.shape, np.bool_)
    found[seats] = test(Thirteen(thirteen(r.hands)[seats]))
    return any_seat(found)


def _natural_with_suited_run(r: ReplayedRows) -> Flags:
    return _among(r, _may_count(r), lambda cards: cards.suited_run)


def _natural_undeclared(r: ReplayedRows) -> Flags:
    """Hands with an undeclared natural, or a better one than declared."""
    less = ~r.seats.claim_held | (r.seats.natural != r.seats.natural_held)
    return any_seat((r.seats.natural_held >= 0) & less & ~r.seats.surrendered)


def _pairs_of_quads(r: ReplayedRows) -> Flags:
    return _among(r, _may_count(r), lambda cards: cards.quads > 0)


def _naturals_several(r: ReplayedRows) -> Flags:
    return any_seat(r.seats.naturals_several)


def _naturals_meet(r: ReplayedRows) -> Flags:
    found: Flags = (r.seats.natural >= 0).sum(axis=1) > 1
    return found


def _surrender(r: ReplayedRows) -> Flags:
    return any_seat(r.seats.surrendered)


def _surrender_meets_natural(r: ReplayedRows) -> Flags:
    return _surrender(r) & any_seat(r.seats.natural >= 0)


def _surrender_meets_royalty(r: ReplayedRows) -> Flags:
    return _surrender(r) & _royalty(r)


def _false_claim(r: ReplayedRows) -> Flags:
    return any_seat((r.hands.declared >= 0) & ~r.seats.claim_held & r.seats.claim_known)


def _nowhere(r: ReplayedRows) -> Flags:
    return np.zeros(len(r.hands), np.bool_)


def _natural_cards(r: ReplayedRows) -> Flags:
    """Hands with a natural held or declared: another reading may require other cards."""
    return any_seat((r.seats.natural_held >= 0) | (r.hands.declared >= 0))


def _natural_unpriced(r: ReplayedRows) -> Flags:
    if r.scoring.naturals is None:
        return _nowhere(r)
    unpriced = np.array([each.units is None for each in r.scoring.naturals.list] + [False])
    return any_seat(unpriced[r.seats.natural_held] | unpriced[r.seats.natural])


def _overall_meets_fixed(r: ReplayedRows) -> Flags:
    if r.scoring.overall is None:
        return _nowhere(r)
    return any_seat(r.compared.by_natural | r.compared.by_surrender)


def _sweep(r: ReplayedRows) -> Flags:
    return any_seat(r.by_rows & ((r.outcome == ALL_ROWS) | (r.outcome == ALL_ROWS // 4)))


def _sweep_of_few(r: ReplayedRows) -> Flags:
    rules = r.scoring.sweep_of_all
    if rules is None:
        return _nowhere(r)
    few = r.seats.present.sum(axis=1) <= rules.min_opponents
    always = (
        rules.live_only or r.scoring.banker is not None
    )  # then a seat's opponents are fewer than the others
    found: Flags = _sweep(r) & (few | always)
    return found


def _sweep_meets_fixed(r: ReplayedRows) -> Flags:
    return _sweep(r) & any_seat(r.compared.by_natural | r.compared.by_surrender)


def _sweep_with_royalty(r: ReplayedRows) -> Flags:
    return _sweep(r) & _royalty(r)


def _banker_tie(r: ReplayedRows) -> Flags:
    return any_seat(r.by_rows & any_row(r.compared.real == 0))


def _banker_seat(r: ReplayedRows) -> Flags:
    if r.scoring.banker is None:
        return _nowhere(r)
    found: Flags = (r.hands.banker != r.hands.dealer) & (r.hands.dealer != NOT_RECORDED)
    return found


def _side_bet_meets_fixed(r: ReplayedRows) -> Flags:
    if not r.scoring.side_bets:
        return _nowhere(r)
    return any_seat(r.compared.by_natural | r.compared.by_surrender)


def _chips_bind(r: ReplayedRows) -> Flags:
    return r.stakes.tight if r.stakes else _nowhere(r)


def _single_winner(r: ReplayedRows) -> Flags:
    return r.winner >= 0 if r.winner is not None else _nowhere(r)


def _single_tie(r: ReplayedRows) -> Flags:
    if r.winner is None:
        return _nowhere(r)
    return any_seat(r.compared.there & any_row(r.signs == 0))


def _pool_tie(r: ReplayedRows) -> Flags:
    return any_row(r.pool.shared) & r.pool.known if r.pool else _nowhere(r)


def _pool_players(r: ReplayedRows) -> Flags:
    """Hands whose share of the pool is not the printed prize."""
    pool = r.scoring.ruleset.sections.pool
    if r.pool is None or pool is None:
        return _nowhere(r)
    paid_in = r.seats.present.sum(axis=1) * pool.ante
    found: Flags = paid_in != 3 * pool.prize_units
    return found


def _royalty_of_lost_row(r: ReplayedRows) -> Flags:
    if r.scoring.royalties is None:
        return _nowhere(r)
    held, signs = r.seats.royalties > 0, r.signs
    idle = any_row((held[:, r.a] & (signs <= 0)) | (held[:, r.b] & (signs >= 0)))
    return any_seat(r.by_rows & idle)


def _fouls(r: ReplayedRows) -> Flags:
    return r.seats.fouled & r.seats.present


def _foul_meets_foul(r: ReplayedRows) -> Flags:
    found: Flags = _fouls(r).sum(axis=1) > 1
    return found


def _foul_meets_royalty(r: ReplayedRows) -> Flags:
    return _foul(r) & any_seat(_holders(r) & ~_fouls(r))


def _foul_with_royalty(r: ReplayedRows) -> Flags:
    if r.scoring.royalties is None:
        return _nowhere(r)
    worth = r.scoring.royalties.units[np.arange(3), r.seats.kinds]
    return any_seat(_fouls(r) & any_row(worth != 0))


def _missed_hand(r: ReplayedRows) -> Flags:
    return any_seat(r.seats.missed)


def _penalty(r: ReplayedRows) -> Flags:
    if r.scoring.penalties.exposed is None or not len(r.hands.irregularities):
        return _nowhere(r)
    return any_seat(exposures(r.hands)[0] > 0)


def _penalty_or_missed(r: ReplayedRows) -> Flags:
    return _penalty(r) | _missed_hand(r)


def _missed_meets_foul(r: ReplayedRows) -> Flags:
    return _missed_hand(r) & _foul(r)


def _missed_meets_missed(r: ReplayedRows) -> Flags:
    found: Flags = r.seats.missed.sum(axis=1) > 1
    return found


def _short_debt(r: ReplayedRows) -> Flags:
    if r.scoring.chips is None or not r.scoring.chips.in_full:
        return _nowhere(r)
    return _chips_bind(r)


def _joker(r: ReplayedRows) -> Flags:
    return any_seat((r.hands.cards == JOKER).any(axis=-1)) if r.scoring.jokers else _nowhere(r)


def _fantasyland(r: ReplayedRows) -> Flags:
    """Hands with a seat in fantasyland, or one that earns it. Nothing is paid for either."""
    if r.hands.open_face is None or r.scoring.ruleset.sections.fantasyland is None:
        return _nowhere(r)
    return any_seat((r.hands.open_face.fantasyland != NOT_RECORDED) | (earned(r) > 0))


_TOPICS: dict[str, Callable[[ReplayedRows], Flags]] = {
    "foul": _foul,
    "equal_rows": _equal_rows,
    "front_begins_middle": _front_begins_middle,
    "wheel": _wheel,
    "royal": _royal,
    "rows_2-0-1": _outcome(2, 0),
    "silent_1-0-2": _silent(1, 0),
    "silent_1-1-1": _silent(1, 1),
    "short_stack": _short_stack,
    "table_priced": _table_priced,
    "royalty": _royalty,
    "royalty_of_no_winner": _royalty_of_no_winner,
    "royalties_meet": _royalties_meet,
    "royalty_meets_fixed": _royalty_meets_fixed,
    "natural": _natural,
    "natural_with_suited_run": _natural_with_suited_run,
    "natural_undeclared": _natural_undeclared,
    "pairs_of_quads": _pairs_of_quads,
    "naturals_several": _naturals_several,
    "naturals_meet": _naturals_meet,
    "surrender": _surrender,
    "surrender_meets_natural": _surrender_meets_natural,
    "surrender_meets_royalty": _surrender_meets_royalty,
    "false_claim": _false_claim,
    "natural_cards": _natural_cards,
    "natural_unpriced": _natural_unpriced,
    "overall_meets_fixed": _overall_meets_fixed,
    "natural_counts": _natural_counts,
    "sweep": _sweep,
    "sweep_of_few": _sweep_of_few,
    "sweep_meets_fixed": _sweep_meets_fixed,
    "sweep_with_royalty": _sweep_with_royalty,
    "banker_tie": _banker_tie,
    "banker_seat": _banker_seat,
    "side_bet_meets_fixed": _side_bet_meets_fixed,
    "chips_bind": _chips_bind,
    "single_winner": _single_winner,
    "single_tie": _single_tie,
    "pool_tie": _pool_tie,
    "pool_players": _pool_players,
    "royalty_of_lost_row": _royalty_of_lost_row,
    "foul_meets_foul": _foul_meets_foul,
    "foul_meets_royalty": _foul_meets_royalty,
    "foul_with_royalty": _foul_with_royalty,
    "missed_hand": _missed_hand,
    "penalty": _penalty,
    "penalty_or_missed": _penalty_or_missed,
    "missed_meets_foul": _missed_meets_foul,
    "missed_meets_missed": _missed_meets_missed,
    "short_debt": _short_debt,
    "joker": _joker,
    "fantasyland": _fantasyland,
}

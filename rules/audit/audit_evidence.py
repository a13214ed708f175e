"""Level of record of each hand, and of those around it."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from rules.cards import UNKNOWN
from rules.controls.ruleset import Ruleset
from rules.hands import FAMILIES, NOT_RECORDED, Flags, Hands, Ints, every_seat, over_seats
from rules.pot_hands import GAMES, PotHands
from rules.record_levels import BELOW_RANK, NO_DEMAND, VOID_RANK, word_of

_WITHOUT_BOARD = ("stud5", "stud7", "stud_hilo", "razz", "draw5", "draw27", "draw27_single", "badugi")
_AROUND = 10  # hands before a hand, and after it


def evidence_of(hands: Hands) -> Ints:
    """(H,) rank of each hand's level of record; BELOW_RANK: not even fees; VOID_RANK: void."""
    steps = _pot_steps(hands, hands.pot) if hands.pot is not None else _row_steps(hands)
    rank = np.where(hands.fees_recorded, 0, BELOW_RANK)
    reached = np.ones(len(hands), np.bool_)
    for at, step in enumerate(steps, 1):
        reached &= step
        rank[reached] = at
    rank[hands.void == 1] = VOID_RANK
    return rank


def below_level(hands: Hands, evidence: Ints, ruleset: Ruleset) -> Flags:
    """(H,) hands with less on record than a ruleset demands."""
    records, family = ruleset.sections.records, hands.game
    if hands.pot is None:
        demanded = np.full(len(hands), records.demanded(family, family))
    else:
        demanded = np.array([records.demanded(family, each) for each in GAMES])[hands.pot.game]
    found: Flags = (evidence < demanded) & (evidence != VOID_RANK)
    return found


def demand_of(ruleset: Ruleset, family: str) -> int:
    """Highest rank that a ruleset demands of a family's games; NO_DEMAND: none."""
    games = GAMES if family == "pot" else (family,)
    return max((ruleset.sections.records.demanded(family, each) for each in games), default=NO_DEMAND)


def _dealt(hands: Hands, known: Flags) -> Flags:
    return every_seat(known | ~hands.dealt_in)


def _row_steps(hands: Hands) -> list[Flags]:
    moved = hands.transfers_recorded.copy()
    moved[list(hands.pools)] = True
    stacks = _dealt(hands, hands.stack != NOT_RECORDED)
    face = hands.open_face
    as_dealt = _dealt(hands, hands.dealt_size >= 0) if face is None else face.acts_recorded
    return [
        _dealt(hands, hands.net != NOT_RECORDED) | moved,
        _dealt(hands, hands.cards_known | hands.gave_up),
        as_dealt & stacks & moved,
    ]


def _pot_steps(hands: Hands, pot: PotHands) -> list[Flags]:
    acts = pot.acts_recorded
    put_in = _dealt(hands, (pot.live_in != NOT_RECORDED) | (pot.folded == 1))
    results = _dealt(hands, hands.net != NOT_RECORDED) | (pot.pots_recorded & _awarded(hands, pot))
    left = hands.dealt_in & (pot.folded != 1)
    shown = (pot.mucked == 1) | _known(pot.held, pot.held_size) | _known(pot.hole, pot.hole_size)
    alone = over_seats(left) <= 1
    boards = pot.boards_recorded | np.isin(pot.game, [GAMES.index(each) for each in _WITHOUT_BOARD])
    showdown = put_in & (alone | (every_seat(shown | ~left) & boards))
    return [
        results & (pot.pots_recorded | put_in | acts),
        showdown | acts,
        acts & _dealt(hands, hands.stack != NOT_RECORDED),
    ]


def _awarded(hands: Hands, pot: PotHands) -> Flags:
    found = np.zeros(len(hands), np.bool_)
    found[pot.awards.hand] = True
    return found


def _known(cards: NDArray[np.uint8], size: NDArray[np.int16]) -> Flags:
    found: Flags = (size > 0) & ~(cards == UNKNOWN).any(axis=-1)
    return found


def with_less(evidence: Ints, game: Ints) -> Flags:
    """(N,) hands with less on record than most of their game around, up to ten before and after."""
    found = np.zeros(len(evidence), np.bool_)
    for each in np.unique(game).tolist():
        mine = np.flatnonzero((game == each) & (evidence != VOID_RANK))
        rank = evidence[mine]
        for lowest in np.unique(rank).tolist()[:-1]:
            higher = np.concatenate([[0], np.cumsum(rank > lowest)])
            at = np.arange(len(rank))
            first, last = np.maximum(at - _AROUND, 0), np.minimum(at + _AROUND + 1, len(rank))
            most = 2 * (higher[last] - higher[first]) > last - first - 1
            found[mine[most & (rank == lowest)]] = True
    return found


def by_level(evidence: Ints, game: Ints) -> dict[str, int]:
    """Number of hands by level of record, highest first, void ones apart."""
    found: Counter[str] = Counter()
    pairs, counts = np.unique(np.stack([evidence, game]), axis=1, return_counts=True)
    for rank, family, count in zip(*pairs[:, ::-1].tolist(), counts[::-1].tolist(), strict=True):
        found[word_of(FAMILIES[family], rank)] += count
    return dict(found)

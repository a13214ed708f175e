"""Wagers of a hand: movements and bounds."""

from __future__ import annotations

import numpy as np

from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.views import BlockView
from rules.hands import Hands, Ints, every_seat


def moved_between(view: BlockView) -> Ints:
    """(H,) transfers between players; NOT_RECORDED: none, or to nobody."""
    hands, replayed = view.hands, view.replayed
    found = hands.transfers_recorded & ~moved(hands).strange
    open_ = replayed.void if replayed.pool is None and replayed.winner is None else True
    sums: Ints = np.where(found & ~open_, _transferred(hands), NOT_RECORDED)
    return sums


def _transferred(hands: Hands) -> Ints:
    found = np.zeros(len(hands), np.int64)
    np.add.at(found, hands.transfers.hand, hands.transfers["amount"])
    return found


def most_wagered(view: BlockView) -> Ints:
    """(H,) upper bound of wagers; NOT_RECORDED: none.

    Transfers bound them, and at least what was due or at stake in rows; without any, table stakes do. Void deals and pools
    have none.
    """
    hands, replayed, scoring = view.hands, view.replayed, view.replayed.scoring
    transferred = _transferred(hands)
    priced = hands.unit != NOT_RECORDED
    unit = np.where(priced, hands.unit, 0)
    due = np.abs(np.where(replayed.known, replayed.pair_units, 0)).sum(axis=1)
    at_stake = replayed.pairs.sum(axis=1) * int(np.abs(scoring.rows).max())
    units = np.maximum(due, at_stake) * unit
    largest = np.maximum(transferred, -(-units // scoring.denominator))
    from_transfers = hands.transfers_recorded & ~moved(hands).strange & priced & (largest > 0)

    stacks = every_seat((hands.stack != NOT_RECORDED) | ~hands.present)
    chips = view.ruleset.sections.chips
    stacks &= np.full(len(hands), chips is not None and chips.limit == "table_stakes")
    in_front = np.where(hands.present & (hands.stack != NOT_RECORDED), hands.stack, 0).sum(axis=1)

    found = np.where(from_transfers, largest, np.where(stacks, in_front, NOT_RECORDED))
    open_ = replayed.void if replayed.pool is None and replayed.winner is None else True
    bounded: Ints = np.where(open_, NOT_RECORDED, found)
    return bounded

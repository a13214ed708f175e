"""Jackpot events: strong rows, some only where an opponent won every row. HG-jackpot; AMB-JACKPOT."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, every_row
from rules.replay.by_rows import ALL_ROWS
from rules.replay.row_replay import ReplayedRows
from rules.replay.row_strengths import ROYAL_FLUSH, STRAIGHT_FLUSH
from rules.replay.scoring.unit_settlement import AllRowsJackpot


def jackpot_events(replayed: ReplayedRows) -> list[tuple[int, int, str]]:
    """(position of the hand, seat column, jackpot) of every event, in order of hands."""
    found = []
    for jackpot in replayed.scoring.jackpots:
        strong = _strong(replayed, jackpot)
        for hand, column in zip(*(axis.tolist() for axis in np.nonzero(strong)), strict=True):
            if not jackpot.loses_all or _swept(replayed, hand, column):
                found.append((hand, column, jackpot.id))
    return sorted(found)


def _strong(replayed: ReplayedRows, jackpot: AllRowsJackpot) -> Flags:
    classes, wanted = replayed.seats.classes, np.array(jackpot.classes)
    made = np.where(classes == ROYAL_FLUSH, STRAIGHT_FLUSH, classes)
    if jackpot.anywhere:
        made, wanted = np.sort(made, axis=-1), np.sort(wanted)
    settled = replayed.seats.present & ~replayed.seats.fouled & ~replayed.seats.surrendered
    return every_row(made == wanted) & settled & ~replayed.void[:, None]


def _swept(replayed: ReplayedRows, hand: int, column: int) -> bool:
    outcome, by_rows = replayed.outcome[hand], replayed.by_rows[hand]
    lost = (outcome == ALL_ROWS // 4) & (replayed.a == column)
    lost |= (outcome == ALL_ROWS) & (replayed.b == column)
    return bool((lost & by_rows).any())

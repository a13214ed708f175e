"""Chips of players before a log's first hand and after its last."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from rules.checks.support.chip_chains import ChipChains
from rules.checks.support.seat_history import LogSeating
from rules.hands import NOT_RECORDED, Flags


class ChipsLeft(Struct, frozen=True, kw_only=True):
    """Chips not cashed after a player's last hand. amount: None: uncertain. tracked: a purchase before the first hand is on
    record. cashed: some were cashed."""

    player: str
    amount: int | None
    tracked: bool
    cashed: bool = False


class ChipsBrought(Struct, frozen=True, kw_only=True):
    """Chips of a player before the first hand. change: chips moved and fees before the deal. None: uncertain. earlier: may
    hold more than was bought."""

    player: str
    seat: int
    stack: int | None
    change: int | None
    bought: bool
    earlier: bool = False


def chips_left(seating: LogSeating, found: ChipChains) -> Iterator[ChipsLeft]:
    """Chips left, of a piece of accounts."""
    of = found.entries
    last = np.append(-1, of.hand[:-1]) == len(seating) - 1
    rows = found.linked & of.ends & last & ~(of.took & found.cleared) & ~of.event
    banked = np.append(False, of.banks[:-1])
    sure = found.settled & ~banked & ~found.unpriced & ~found.unclear & ~found.earlier & _nothing_open(found)
    rows &= ~(of.took & sure & (found.expected < 0))  # more than the player had
    for row in np.flatnonzero(rows).tolist():
        yield ChipsLeft(
            player=seating.players[int(of.player[row])],
            amount=int(found.expected[row]) if sure[row] else None,
            tracked=bool(of.tracked[row]),
            cashed=bool(of.took[row]),
        )


def chips_brought(seating: LogSeating, found: ChipChains) -> Iterator[ChipsBrought]:
    """Chips brought, of a piece of accounts."""
    of = found.entries
    rows = of.begins & ~of.ends & (of.hand == 0) & ~of.event
    stacked = (of.stack != NOT_RECORDED) & ~of.banks
    sure = stacked & ~of.took & ~of.unrecorded_early & ~of.fined & ~of.unclear & _nothing_open(found)
    for row in np.flatnonzero(rows).tolist():
        yield ChipsBrought(
            player=seating.players[int(of.player[row])],
            seat=int(of.seat[row]),
            stack=int(of.stack[row]) if sure[row] else None,
            change=int(of.moved[row] - of.early[row]) if sure[row] else None,
            bought=bool(of.bought[row]),
            earlier=bool(of.earlier[row]),
        )


def _nothing_open(found: ChipChains) -> Flags:
    """(n,) rows with certain movements and no fee in doubt."""
    of = found.entries
    perhaps = found.maybe + found.slack + found.loose + of.maybe + of.charged
    known: Flags = ~of.unsure & (perhaps == 0)
    return known

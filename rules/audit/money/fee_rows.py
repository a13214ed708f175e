"""Fees too high or too low: a row a hand, kind and seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.narrow import narrow

NO_PLAYER = -1
_COLUMNS = ("hand", "line", "seat", "player", "kind", "over", "under")
FEES = ("hand_fee", "rake", "jackpot", "time")  # what `kind` counts


class FeeRows(Struct, frozen=True, eq=False):
    """F rows. seat 0: none named. player -1: nobody named. kind: position in FEES. over: taken and not due; under: due and not
    taken.
    """

    hand: Ints
    line: Ints
    seat: Ints
    player: Ints
    kind: Ints
    over: Ints
    under: Ints

    def __len__(self) -> int:
        return len(self.hand)


class FeeMoney(Struct, frozen=True, eq=False):
    """Fees of H hands: rows that differ, where amounts are known, and why not. taken: by kind, in all.

    least (H,): due in a hand without recorded fees; NOT_RECORDED: unknown, or recorded. None: of no hand.
    """

    rows: FeeRows
    over_known: Flags  # (H,)
    under_known: Flags
    reasons: Sequence[tuple[Flags, str]]
    taken: dict[str, int]
    least: Ints | None = None


def fee_rows(hands: Hands, found: Sequence[tuple[str, Ints, Ints, Ints, Ints]]) -> FeeRows:
    """Rows by hand. found: kind, positions of hands, seats (0: none), excess, deficit."""
    listed = [each for each in found if len(each[1])]
    if not listed:
        return NO_ROWS
    hand = np.concatenate([each[1] for each in listed])
    seat = np.concatenate([each[2] for each in listed])
    kind = np.concatenate([np.full(len(each[1]), FEES.index(each[0])) for each in listed])
    over, under = (np.concatenate([each[at] for each in listed]) for at in (3, 4))
    order = np.lexsort((seat, kind, hand))
    hand, seat = hand[order], seat[order]
    return FeeRows(
        hand=narrow(hands.number[hand]),
        line=narrow(hands.line[hand]),
        seat=seat.astype(np.int8),
        player=_players(hands, hand, seat).astype(np.int32),
        kind=kind[order].astype(np.int8),
        over=narrow(over[order]),
        under=narrow(under[order]),
    )


def _players(hands: Hands, hand: Ints, seat: Ints) -> Ints:
    there = (hands.seat[hand] == seat[:, None]) & (seat != 0)[:, None]
    found = hands.player[hand, there.argmax(axis=1)]
    return np.where(there.any(axis=1), found, NO_PLAYER)


def joined_rows(blocks: Sequence[FeeRows]) -> FeeRows:
    """Rows of several blocks."""
    if not blocks:
        return NO_ROWS
    return FeeRows(
        *(np.concatenate([getattr(each, name) for each in blocks]) for name in _COLUMNS)
    )  # fmt: skip


def chosen_rows(fees: FeeRows, over: Ints, under: Ints) -> FeeRows:
    """The rows with other amounts (F,), without empty ones."""
    kept = (over != 0) | (under != 0)
    columns = {name: getattr(fees, name)[kept] for name in _COLUMNS[:-2]}
    return FeeRows(**columns, over=narrow(over[kept]), under=narrow(under[kept]))


NO_ROWS = FeeRows(*(np.zeros(0, np.int64) for _ in _COLUMNS))
__all__ = [
    "FEES",
    "NOT_RECORDED",
    "NO_PLAYER",
    "NO_ROWS",
    "FeeMoney",
    "FeeRows",
    "chosen_rows",
    "fee_rows",
    "joined_rows",
]

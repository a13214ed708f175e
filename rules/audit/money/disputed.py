"""Hands whose two records of money differ: astray by either, and the one that next stacks support."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.audit.money.money_astray import Astray, Differences, astray_of
from rules.audit.money.money_records import MoneyRecords
from rules.hands import Flags, Hands, Ints, over_seats
from rules.replay.row_replay import ReplayedRows

DISPUTED = "transfers and nets differ, and nothing on record says which of them moved"
DISPUTED_POTS = "awards and nets differ, and nothing on record says which of them moved"
MOVES, NETS, NEITHER = range(3)  # the record that was chosen
Witness = Callable[
    [int], Mapping[str, Collection[int]]
]  # by the line of a hand: what its players may have won by their next stacks


class DecidedDisputes(Struct, frozen=True, eq=False):
    """D decided hands: winnings (D, S) by the chosen record."""

    line: Ints
    players: NDArray[Any]
    there: Flags
    won: Ints


class DisputedHands(Struct, frozen=True, eq=False):
    """D hands whose movements and nets differ; amounts as in MoneyRecords. moves_astray, nets_astray: by either. as_due (D,):
    movements are.
    """

    number: Ints
    line: Ints
    players: NDArray[Any]  # (D, S)
    there: Flags
    due: Ints
    moves: Ints
    nets: Ints
    known: Flags
    as_due: Flags
    moves_astray: Astray
    nets_astray: Astray
    reason: str


def disputed_hands(
    hands: Hands, records: MoneyRecords, disputed: Flags, replayed: ReplayedRows | None, reason: str
) -> DisputedHands:
    """Hands (H,) whose two records differ. reason: that it is unknown."""
    rows = np.flatnonzero(disputed)
    moves, nets, there = records.moves[rows], records.nets[rows], records.there[rows]
    known, due = records.known[rows], records.due[rows]
    apart = np.where(there, nets - moves, 0)

    def under(paid: Ints, written: Ints, linked: Flags, nobody: Flags) -> Astray:
        owed = np.where(known[:, None] & there, due - paid, 0)
        short = over_seats(np.where(there, paid, 0)) + records.away[rows]
        return astray_of(hands, Differences(rows, owed, written, linked, nobody, short), replayed)

    every = np.ones(len(rows), np.bool_)
    return DisputedHands(
        number=hands.number[rows],
        line=hands.line[rows],
        players=hands.player[rows],
        there=there,
        due=due,
        moves=moves,
        nets=nets,
        known=known,
        as_due=records.moved_as_due[rows],
        moves_astray=under(moves, apart, records.linked[rows], every),
        nets_astray=under(nets, -apart, ~every, every),
        reason=reason,
    )


def side_of(disputed: DisputedHands, at: int, players: Sequence[str], witness: Witness | None) -> int:
    """Record that the next stacks support, else the movements if as due. witness: winnings by next stacks."""
    moves, nets = disputed.moves[at], disputed.nets[at]
    differ = np.flatnonzero(disputed.there[at] & (moves != nets)).tolist()
    won = witness(int(disputed.line[at])) if witness is not None else {}
    by_stacks = [won.get(players[int(disputed.players[at, column])], ()) for column in differ]
    borne_out = [
        side
        for side, amounts in ((MOVES, moves), (NETS, nets))
        if all(int(amounts[column]) in fits for fits, column in zip(by_stacks, differ, strict=True))
    ]
    if len(borne_out) == 1:
        return borne_out[0]
    return MOVES if disputed.as_due[at] else NEITHER

"""Columns of a session's hands that the indicators read, kept block by block beside the replay.

N hands in log order, S seats at most. Players, decks and people are positions in ``players`` and ``names``, -1: not recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.narrow import narrow
from rules.one_value import has_one_value, of_one_value
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.row_replay import ReplayedRows
from rules.screening.dominated_settings import dominated
from rules.screening.open_face_columns import open_face_columns
from rules.screening.screened_pots import ScreenedPots, pot_columns
from rules.screening.screened_rulings import ScreenedRulings
from rules.screening.would_have_been import would_have_been

LISTED = (
    "paid",
    "rulings",
    "folds",
)  # columns that are lists of four values, the first one a position among the hands
_WITHOUT_SEATS = (*LISTED, "board")  # columns whose second axis is not of seats
_NARROW = (*LISTED, "player", "holder", "dealer", "deck", "shuffler", "ruled_by", "dead_by", "units")
_NOBODY = {"player": -1, "holder": -1, "dead_by": -1, "royalty": -1}  # in columns of seats; in others 0


class ScreenedHands(Struct, frozen=True, eq=False, dict=True):
    """Hands of one session. Money is in minor units; ``units`` in parts of 2,520 to one unit."""

    number: Ints  # (N,)
    line: Ints  # (N,)
    at: Ints  # (N,) microseconds since the epoch
    unit: Ints  # (N,) money of a unit
    void: Flags  # (N,)
    dealer: NDArray[Any]  # (N,) who dealt
    deck: NDArray[Any]  # (N,)
    shuffler: NDArray[Any]  # (N,)
    ruled_by: NDArray[Any]  # (N,) who ruled the misdeal
    seat: NDArray[Any]  # (N, S) the seat's number, 0: nobody
    player: NDArray[Any]  # (N, S) who was dealt in
    holder: NDArray[Any]  # (N, S) who held the seat, dealt in or not
    net: NDArray[Any]  # (N, S) as recorded
    units: NDArray[Any]  # (N, S) would-have-been result
    known: Flags  # (N, S) the result is known
    dead: Flags  # (N, S) ruled dead or fouled, and not foul by the cards
    dead_by: NDArray[Any]  # (N, S) who ruled it
    surrendered: Flags  # (N, S)
    dominated: Flags  # (N, S) set worse than one exchange of cards would
    ranked: Flags  # (N, S) whether that can be said
    cards: NDArray[np.uint8]  # (N, S, 13) front, middle, back as recorded
    thirteen: NDArray[
        np.uint64
    ]  # (N, S) one bit for each card as dealt, else as set; 0 where not all are known
    chose: Flags  # (N, S) had more than thirteen cards to set, or may have had
    dealt: NDArray[
        np.uint64
    ]  # (N, S) one bit for each card that an open-face seat was dealt; 0 where not all are known
    royalty: NDArray[np.int8]  # (N, S) an open-face seat has a royalty: 1 yes, 0 no, -1 not known
    paid: Ints  # (T, 4) what moved between seats by hand: position, payer column, payee column, money
    paid_known: Flags  # (N,) whether it is known between all seats
    rulings: Ints  # (R, 4) open rulings on a seat's play: position, column, who ruled, 1: a hard one
    players: Sequence[str]
    names: Sequence[str]
    pot: ScreenedPots | None = None  # of pot games

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def seated(self) -> Flags:
        """(N, S) where somebody was dealt in."""
        found: Flags = (self.seat > 0) & (self.player >= 0)
        return found

    @cached_property
    def netted(self) -> Flags:
        """(N, S) where a result is on record and the deal was not void."""
        found: Flags = self.seated & (self.net != NOT_RECORDED) & ~self.void[:, None]
        return found

    @cached_property
    def won(self) -> Flags:
        """(N, S) where the recorded result is above zero."""
        found: Flags = self.netted & (self.net > 0)
        return found


class ScreenedHandsKeeper:
    """Keeps the columns of blocks, and joins them at the end of the log."""

    def __init__(self) -> None:
        self._blocks: list[dict[str, NDArray[Any]]] = []
        self._hands = 0
        self._players: Sequence[str] = ()
        self._names: Sequence[str] = ()

    def add(self, replayed: ReplayedRows | ReplayedPots) -> None:
        """Take a block of hands of one game."""
        block = pot_columns(replayed) if isinstance(replayed, ReplayedPots) else _columns(replayed)
        for name in block.keys() & LISTED:
            block[name][:, 0] += self._hands
        block.update({name: narrow(block[name]) for name in block.keys() & _NARROW})
        self._hands += len(replayed.hands)
        self._players, self._names = replayed.hands.players, replayed.hands.names
        self._blocks.append(block)

    def close(self) -> ScreenedHands:
        """The hands of all blocks; there is at least one."""
        width = max(block["seat"].shape[1] for block in self._blocks)
        joined = {}
        for name in [*self._blocks[0]]:  # the blocks give their columns away, so that few are held twice
            joined[name] = _joined(name, [block.pop(name) for block in self._blocks], width)
        apart = {name: joined.pop(name) for name in ScreenedPots.__struct_fields__ if name in joined}
        pot = ScreenedPots(**apart) if apart else None
        return ScreenedHands(**joined, players=self._players, names=self._names, pot=pot)


def _joined(name: str, columns: list[NDArray[Any]], width: int) -> NDArray[Any]:
    """A column over all blocks; one value that also stands for nobody is held once."""
    if all(map(has_one_value, columns)):
        values = {column.flat[0] for column in columns}
        if values == {_NOBODY.get(name, 0)}:
            rows = sum(map(len, columns))
            return of_one_value(columns[0].flat[0], rows, width, *columns[0].shape[2:])
    return np.concatenate([_of_width(name, column, width) for column in columns])


def _of_width(name: str, column: NDArray[Any], width: int) -> NDArray[Any]:
    """A column with a seat axis of some width; what is added is the value that stands for nobody."""
    if name in _WITHOUT_SEATS or column.ndim < 2 or column.shape[1] >= width:
        return column
    spread = [(0, 0), (0, width - column.shape[1]), *[(0, 0)] * (column.ndim - 2)]
    return np.pad(column, spread, constant_values=_NOBODY.get(name, 0))


def _columns(replayed: ReplayedRows) -> dict[str, NDArray[Any]]:
    hands, results = replayed.hands, would_have_been(replayed)
    worse, ranked = _settings(replayed)
    there = hands.dealt_in
    rulings = ScreenedRulings.of(hands, replayed.seats.out_of_order | replayed.seats.wrong_size)
    return {
        "number": hands.number, "line": hands.line, "at": hands.at, "unit": hands.unit, "void": hands.void == 1,
        "dealer": hands.dealer_id, "deck": hands.deck, "shuffler": hands.shuffler, "ruled_by": rulings.misdeal_by,
        "seat": hands.seat, "player": np.where(there, hands.player, np.int32(-1)), "holder": hands.player,
        "net": hands.net, "units": results.units, "known": results.known,
        "dead": rulings.dead, "dead_by": rulings.dead_by, "surrendered": hands.gave_up,
        "dominated": worse & there, "ranked": ranked & there, "cards": hands.cards,
        "thirteen": _as_dealt(hands), **open_face_columns(replayed), "paid": _paid(replayed),
        "paid_known": hands.transfers_recorded | (replayed.known | ~replayed.pairs).all(axis=1),
        "rulings": rulings.open,
    }  # fmt: skip


def _settings(replayed: ReplayedRows) -> tuple[Flags, Flags]:
    """(H, S) settings worse than one exchange of cards would make them, and where that can be said: in closed games alone."""
    hands = replayed.hands
    if hands.open_face is None:
        return dominated(hands.cards, replayed.scoring.scale)
    nowhere = of_one_value(np.False_, *hands.seat.shape)
    return nowhere, nowhere


def _as_dealt(hands: Hands) -> NDArray[np.uint64]:
    """(H, S) the thirteen cards as dealt, else as set; 0 where not all are known."""
    dealt = np.bitwise_count(hands.held_at_deal) == 13
    found = np.where(dealt, hands.held_at_deal, hands.thirteen)
    return np.where(np.bitwise_count(found) == 13, found, np.uint64(0))


def _paid(replayed: ReplayedRows) -> Ints:
    """(T, 4) money between two seats of a hand: as transferred, else as due by pairs."""
    hands, listed = replayed.hands, replayed.hands.transfers
    pays = hands.seat[listed.hand] == listed["payer"][:, None]
    gets = hands.seat[listed.hand] == listed["payee"][:, None]
    between = pays.any(axis=1) & gets.any(axis=1)
    moved = np.column_stack((listed.hand, pays.argmax(axis=1), gets.argmax(axis=1), listed["amount"]))[
        between
    ]
    due = replayed.known & (replayed.pair_units != 0) & ~hands.transfers_recorded[:, None]
    due &= (hands.unit != NOT_RECORDED)[:, None]
    hand, pair = np.nonzero(due)
    money = replayed.pair_units[hand, pair] * hands.unit[hand] // replayed.scoring.denominator
    return np.concatenate((moved, np.column_stack((hand, replayed.b[pair], replayed.a[pair], money))))

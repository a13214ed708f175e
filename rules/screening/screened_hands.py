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
from rules.replay.row_replay import ReplayedRows
from rules.screening.dominated_settings import dominated
from rules.screening.open_face_columns import open_face_columns
from rules.screening.would_have_been import LEFT_OUT, would_have_been

FLOOR = ("hand_dead", "hand_fouled")  # rulings that take a hand away from a seat
HARD, SOFT = ("penalty", *FLOOR), ("play_on", "warning")  # rulings between which the floor can choose
LISTED = (
    "paid",
    "rulings",
)  # columns that are lists of four values, the first one a position among the hands
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

    def add(self, replayed: ReplayedRows) -> None:
        """Take a block of hands with rows."""
        block = _columns(replayed)
        for name in LISTED:
            block[name][:, 0] += self._hands
        self._hands += len(replayed.hands)
        self._players, self._names = replayed.hands.players, replayed.hands.names
        self._blocks.append(block)

    def close(self) -> ScreenedHands:
        """The hands of all blocks; there is at least one."""
        width = max(block["seat"].shape[1] for block in self._blocks)
        joined = {
            name: np.concatenate([_of_width(name, block[name], width) for block in self._blocks])
            for name in self._blocks[0]
        }
        return ScreenedHands(**joined, players=self._players, names=self._names)


def _of_width(name: str, column: NDArray[Any], width: int) -> NDArray[Any]:
    """A column with a seat axis of some width; what is added is the value that stands for nobody."""
    if name in LISTED or column.ndim < 2 or column.shape[1] >= width:
        return column
    spread = [(0, 0), (0, width - column.shape[1]), *[(0, 0)] * (column.ndim - 2)]
    return np.pad(column, spread, constant_values=_NOBODY.get(name, 0))


def _columns(replayed: ReplayedRows) -> dict[str, NDArray[Any]]:
    hands, results = replayed.hands, would_have_been(replayed)
    worse, ranked = _settings(replayed)
    there = hands.dealt_in
    dead, dead_by, ruled_by = _rulings(replayed)
    return {
        "number": hands.number, "line": hands.line, "at": hands.at, "unit": hands.unit, "void": hands.void == 1,
        "dealer": hands.dealer_id, "deck": hands.deck, "shuffler": hands.shuffler, "ruled_by": ruled_by,
        "seat": hands.seat, "player": np.where(there, hands.player, np.int32(-1)), "holder": hands.player,
        "net": hands.net, "units": narrow(results.units), "known": results.known,
        "dead": dead, "dead_by": dead_by, "surrendered": hands.gave_up,
        "dominated": worse & there, "ranked": ranked & there, "cards": hands.cards,
        "thirteen": _as_dealt(hands), **open_face_columns(replayed), "paid": _paid(replayed),
        "paid_known": hands.transfers_recorded | (replayed.known | ~replayed.pairs).all(axis=1),
        "rulings": _open_rulings(hands),
    }  # fmt: skip


def _settings(replayed: ReplayedRows) -> tuple[Flags, Flags]:
    """(H, S) settings worse than one exchange of cards would make them, and where that can be said: in closed games alone."""
    hands = replayed.hands
    if hands.open_face is None:
        return dominated(hands.cards, replayed.scoring.scale)
    nowhere = np.zeros(hands.seat.shape, np.bool_)
    return nowhere, nowhere


def _as_dealt(hands: Hands) -> NDArray[np.uint64]:
    """(H, S) the thirteen cards as dealt, else as set; 0 where not all are known."""
    dealt = np.bitwise_count(hands.held_at_deal) == 13
    found = np.where(dealt, hands.held_at_deal, hands.thirteen)
    return np.where(np.bitwise_count(found) == 13, found, np.uint64(0))


def _rulings(replayed: ReplayedRows) -> tuple[Flags, NDArray[Any], NDArray[Any]]:
    """(H, S) seats ruled out that are not foul by their cards, who ruled so; (H,) who ruled the misdeal."""
    hands, seats = replayed.hands, replayed.seats
    by_cards = seats.out_of_order | seats.wrong_size
    dead = hands.ruled_out & ~by_cards & hands.present
    dead_by = np.full(hands.seat.shape, -1, np.int32)
    misdeal_by = np.full(len(hands), -1, np.int32)
    listed = hands.irregularities
    for row in range(len(listed)):
        hand, by, ruling = int(listed.hand[row]), int(listed["by"][row]), int(listed["ruling"][row])
        word = hands.names[ruling] if ruling >= 0 else ""
        if word in FLOOR:
            number = listed["seat"][row]
            here = hands.seat[hand] == number if number != NOT_RECORDED else hands.fouled[hand] == 1
            dead_by[hand, here] = max(by, -1)
        elif word in LEFT_OUT:
            misdeal_by[hand] = max(by, -1)
    return dead, dead_by, misdeal_by


def _open_rulings(hands: Hands) -> Ints:
    """(R, 4) rulings HARD or SOFT on one seat: position, column, who ruled, 1 for a hard one."""
    listed = hands.irregularities
    places = {
        hard: [place for place, name in enumerate(hands.names) if name in words]
        for hard, words in ((True, HARD), (False, SOFT))
    }
    hard = np.isin(listed["ruling"], places[True])
    here = (hands.seat[listed.hand] == listed["seat"][:, None]) & (listed["seat"] != NOT_RECORDED)[:, None]
    kept = (hard | np.isin(listed["ruling"], places[False])) & here.any(axis=1)
    columns = listed.hand, here.argmax(axis=1), np.maximum(listed["by"], -1), hard
    return np.column_stack([each[kept].astype(np.int64) for each in columns])


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

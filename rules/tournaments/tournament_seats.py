"""Statements about seats, each with the state at that moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from rules.tournaments.tournament_records import Hand, Move, TableBreak


class Chair(NamedTuple):
    """A seat at a table: T1/2."""

    table: str
    seat: int

    def __str__(self) -> str:
        return f"{self.table}/{self.seat}"


class HeldSeat(Struct, frozen=True):
    """Seat by the file. chair None: out (``gone``), or not stated."""

    chair: Chair | None
    gone: bool = False

    @property
    def known(self) -> bool:
        return self.chair is not None or self.gone


class Claim(Struct, frozen=True):
    """An entry takes a seat. holder: another live entry that has it."""

    line: int
    entry: int
    chair: Chair
    holder: int | None


class SeatMove(Struct, frozen=True):
    """A move, the seat before it, and players at each table."""

    line: int
    record: Move
    held: HeldSeat
    sizes: Mapping[str, int]


class PlacedEntry(Struct, frozen=True):
    """A line that puts an entry at a table."""

    line: int
    entry: int
    table: str
    held: HeldSeat


class DealtEntry(Struct, frozen=True):
    """An entry dealt in. bust: line where it went out before this hand; None: in."""

    entry: int
    player: str
    chair: Chair
    held: HeldSeat
    bust: int | None


class ChipsWhileOut(Struct, frozen=True):
    """Chips listed for an entry that is out. bust: line where it went out."""

    line: int
    entry: int
    player: str
    table: str
    chips: int
    bust: int


class DealtHand(Struct, frozen=True):
    """A hand as it began, of the file (session None) or a log.

    players None: unrecorded. seats: number dealt in. sizes: players by table. unplaced: live entries without a seat. left, most:
    players in, now and at most before. undrawn: numbers of tables at which a draw is due. broken: its table was.
    """

    session: str | None
    line: int
    table: str
    hand: int
    record: Hand | None
    players: tuple[DealtEntry, ...] | None
    seats: int
    sizes: Mapping[str, int]
    unplaced: tuple[int, ...]
    left: int
    most: int
    waiting: bool
    undrawn: frozenset[int]
    broken: bool


class TableBroken(Struct, frozen=True):
    """A broken table. emptied: tables at which nobody sits any more."""

    line: int
    record: TableBreak
    emptied: frozenset[str]


class SeatingPlan(Struct, frozen=True):
    """Statements about seats, by time. recorded: the file has seats."""

    recorded: bool
    claims: tuple[Claim, ...]
    moves: tuple[SeatMove, ...]
    placed: tuple[PlacedEntry, ...]
    hands: tuple[DealtHand, ...]
    broken: tuple[TableBroken, ...]
    while_out: tuple[ChipsWhileOut, ...] = ()

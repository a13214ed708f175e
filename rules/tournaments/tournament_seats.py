"""Statements about seats in a tournament, each beside the state at that moment."""

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
    """Seat of an entry by the file. chair None: it is out (``gone``), or the file does not say."""

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
    """A move, where the entry sat before it, and the players at each table."""

    line: int
    record: Move
    held: HeldSeat
    sizes: Mapping[str, int]


class PlacedEntry(Struct, frozen=True):
    """A line says at which table an entry is. seat None: it names none."""

    line: int
    entry: int
    table: str
    held: HeldSeat


class DealtEntry(Struct, frozen=True):
    """An entry that was dealt in. bust: the line where it went out before; None: it is in, or this is the hand it went out in."""

    entry: int
    player: str
    chair: Chair
    held: HeldSeat
    bust: int | None


class ChipsWhileOut(Struct, frozen=True):
    """Chips that a count or a colour-up lists for an entry that is out. bust: the line where it went out."""

    line: int
    entry: int
    player: str
    table: str
    chips: int
    bust: int


class DealtHand(Struct, frozen=True):
    """A hand as it began, of the file (session None) or of a log.

    players: entrants dealt in, None: not recorded. seats: recorded number dealt in. sizes: players at each table. unplaced:
    live entries that lost their seats by a break or a draw and have no new ones on record. left: players still in; most:
    before. undrawn: number of tables left of more, without a draw since. broken: the table was broken before.
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
    """A table that was broken. emptied: the tables at which players sat, and none do any more."""

    line: int
    record: TableBreak
    emptied: frozenset[str]


class SeatingPlan(Struct, frozen=True):
    """Statements about seats, in order of time. recorded: whether the file has any seats."""

    recorded: bool
    claims: tuple[Claim, ...]
    moves: tuple[SeatMove, ...]
    placed: tuple[PlacedEntry, ...]
    hands: tuple[DealtHand, ...]
    broken: tuple[TableBroken, ...]
    while_out: tuple[ChipsWhileOut, ...] = ()

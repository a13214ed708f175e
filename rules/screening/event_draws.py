"""Draws of seats in a tournament's file, with the players of its entries, for SCN018."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, Struct

from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Draw, Entry, Move

_FEWEST = 2  # tables: at one table everybody meets
_Tables = tuple[tuple[str, ...], ...]


class ButtonOfFinal(Struct, frozen=True):
    """A drawn final table, with the player who had the button in its first hand."""

    players: tuple[str, ...]
    button: str


class DrawnEvent(Struct, frozen=True):
    """A tournament. draws: the players of each table in each draw that the file does not call assigned. moves: players who were
    moved to balance tables, with both tables.
    """

    room: str
    tournament: str
    draws: Sequence[_Tables]
    finals: Sequence[ButtonOfFinal]
    moves: Sequence[tuple[str, str, str]]


def draws_of(file: TournamentFile, buttons: Mapping[str, str]) -> DrawnEvent:
    """The draws of a file. buttons: who had the button in a final table's first hand, by table; from the tables' logs."""
    seated = _drawn(file)
    finals = [
        ButtonOfFinal(tuple(sorted(own)), buttons[table])
        for table, own in finals_of(file)
        if buttons.get(table) in own
    ]
    whole = [
        tuple(tables[table] for table in sorted(tables)) for _, tables in seated if len(tables) >= _FEWEST
    ]
    header = file.header
    return DrawnEvent(header.room, header.tournament, whole, finals, list(_balancing(file, _players(file))))


def finals_of(file: TournamentFile) -> list[tuple[str, frozenset[str]]]:
    """The drawn final tables of a file, with their players."""
    drawn = (tables for reason, tables in _drawn(file) if reason == "final_table")
    return [(table, frozenset(own)) for tables in drawn for table, own in tables.items()]


def _drawn(file: TournamentFile) -> list[tuple[str, dict[str, tuple[str, ...]]]]:
    """Reason and tables of each draw that the file does not call assigned."""
    players = _players(file)
    draws = (event for _, event in file.events if isinstance(event, Draw) and event.method != "assigned")
    return [(draw.reason, _tables(draw, players)) for draw in draws]


def _players(file: TournamentFile) -> dict[int, str]:
    return {event.entry: event.player for _, event in file.events if isinstance(event, Entry)}


def _tables(draw: Draw, players: Mapping[int, str]) -> dict[str, tuple[str, ...]]:
    """Players of each table; an entry that is not in the file stands for itself."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for seat in draw.seats:
        found[seat.table].add(players.get(seat.entry, f"entry {seat.entry}"))
    return {table: tuple(sorted(own)) for table, own in found.items()}


def _balancing(file: TournamentFile, players: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    for _, event in file.events:
        if isinstance(event, Move) and event.reason == "balance" and event.ruling is UNSET:
            yield players.get(event.entry, f"entry {event.entry}"), event.from_.table, event.to.table

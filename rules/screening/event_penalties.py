"""Penalties of a tournament's file with the players who sat at the table, for SCN017."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET, Struct

from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    Draw,
    Elimination,
    Entry,
    Event,
    Move,
    Penalty,
    Seating,
    Unregister,
)


class EventPenalty(Struct, frozen=True):
    """A penalty. ruler: who gave it, else the event's supervisor; None: not recorded. hard: more than a warning."""

    ruler: str | None
    table: str
    opponents: frozenset[str]
    hard: bool


def penalties_of(file: TournamentFile) -> list[EventPenalty]:
    """Penalties of entries whose table is known, with the other players of it as the file's lines seat them."""
    return list(_penalties(file))


def _penalties(file: TournamentFile) -> Iterator[EventPenalty]:
    players = {event.entry: event.player for _, event in file.events if isinstance(event, Entry)}
    staff = file.header.staff
    supervisor = None if staff is UNSET or staff.supervisor is UNSET else staff.supervisor
    tables: dict[int, str] = {}
    for _, event in file.events:
        if isinstance(event, Penalty) and event.entry in tables:
            table = tables[event.entry]
            others = frozenset(
                players[entry] for entry, own in tables.items() if own == table and entry in players
            )
            ruler = supervisor if event.by is UNSET else event.by
            hard = event.kind != "warning"
            yield EventPenalty(ruler, table, others - {players.get(event.entry, "")}, hard)
        tables = _seated(tables, event)


def _seated(tables: Mapping[int, str], event: Event) -> dict[int, str]:
    """The table of each entry after a line."""
    if isinstance(event, Draw):
        return {seat.entry: seat.table for seat in event.seats}
    if isinstance(event, Seating):
        return {**tables, event.entry: event.table}
    if isinstance(event, Move):
        return {**tables, event.entry: event.to.table}
    if isinstance(event, Elimination | Unregister) or (
        isinstance(event, Penalty) and event.kind == "disqualified"
    ):
        return {entry: table for entry, table in tables.items() if entry != event.entry}
    return dict(tables)

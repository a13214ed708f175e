"""Entries and players that events name."""

from __future__ import annotations

from collections.abc import Iterator

from rules.tournaments.tournament_records import (
    ColourUp,
    Count,
    Deal,
    Draw,
    Elimination,
    Event,
    Hand,
    Move,
    Payout,
    Penalty,
    Prize,
    RankingAward,
    Rebuy,
    RoyalHit,
    Seating,
    Unregister,
)

_OF_ONE_ENTRY = Rebuy | Unregister | Seating | Move | Elimination | Penalty | RoyalHit


def entries_named(event: Event) -> list[int]:
    """Other entries that an event names, each once."""
    return list(dict.fromkeys(_entries(event)))


def _entries(event: Event) -> Iterator[int]:
    if isinstance(event, _OF_ONE_ENTRY):
        yield event.entry
    if isinstance(event, Elimination):
        yield from _others(event)
    elif isinstance(event, Draw | Hand):
        yield from (each.entry for each in event.seats or ())
    elif isinstance(event, ColourUp):
        yield from (each.entry for table in event.tables for each in table.stacks)
    elif isinstance(event, Count):
        yield from (each.entry for table in event.tables for each in table.stacks or ())


def _others(event: Elimination) -> Iterator[int]:
    yield from event.knocked_out_by or ()
    yield from (each.entry for each in event.bounties or ())


def players_named(event: Event) -> list[str]:
    """Players that a deal, prize, payout or award names, each once."""
    if isinstance(event, Deal):
        return list(dict.fromkeys(each.player for each in event.players))
    return [event.player] if isinstance(event, Prize | Payout | RankingAward) else []

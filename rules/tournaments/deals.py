"""Deals: amounts due and official places. OLY-3.4-26."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct

from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Deal as DealLine
from rules.tournaments.tournament_undetermined import amount


class AgreedDeal(Struct, frozen=True):
    """The last deal of a file. amounts, places: by player. left: for the winner."""

    line: int
    amounts: Mapping[str, int]
    places: Mapping[str, int]
    left: int


def deal_of(file: TournamentFile) -> AgreedDeal | None:
    """The deal of a tournament; None: there was none."""
    deals = [(line, event) for line, event in file.events if isinstance(event, DealLine)]
    if not deals:
        return None
    line, deal = deals[-1]
    return AgreedDeal(
        line,
        {each.player: each.amount for each in deal.players},
        {each.player: each.place for each in deal.players if each.place is not UNSET},
        amount(deal.left_for_winner),
    )


def places_of(deal: DealLine, line: int, field: Field) -> list[int] | None:
    """Places whose prizes a deal divides: the best ones if all who are in divide, else those stated; None: unrecorded."""
    players = {each.player for each in deal.players}
    if players == _in_at(field, line):
        return list(range(1, len(players) + 1))
    stated = [each.place for each in deal.players if each.place is not UNSET]
    return stated if len(stated) == len(set(stated)) == len(deal.players) else None


def _in_at(field: Field, line: int) -> set[str]:
    return {
        each.player
        for each in field.counted
        if each.line < line and (each.out is None or each.out.line > line)
    }

"""Deals: amounts due to the players who divide the prizes, and official places. OLY-3.4-26."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct

from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Deal as DealLine
from rules.tournaments.tournament_undetermined import amount


class AgreedDeal(Struct, frozen=True):
    """The deal that holds: the last of the file. amounts, places: by player. left: for the winner besides."""

    line: int
    amounts: Mapping[str, int]
    places: Mapping[str, int]
    left: int


def deal_of(file: TournamentFile) -> AgreedDeal | None:
    """The deal of a tournament; None where there was none."""
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
    """The places whose prizes a deal divides: the best ones where all who are in divide, else the stated ones.

    None: some players still in are not in it, and their places were not recorded.
    """
    players = {each.player for each in deal.players}
    if players == _in_at(field, line):
        return list(range(1, len(players) + 1))
    stated = [each.place for each in deal.players if each.place is not UNSET]
    return stated if len(stated) == len(set(stated)) == len(deal.players) else None


def _in_at(field: Field, line: int) -> set[str]:
    """The players who are in at a line."""
    return {
        each.player
        for each in field.counted
        if each.line < line and (each.out is None or each.out.line > line)
    }

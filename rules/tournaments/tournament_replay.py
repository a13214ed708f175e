"""Replay of a tournament by its file and its tables' logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.controls.sections import Sections
from rules.tournaments.bounties import bounties_of
from rules.tournaments.deals import AgreedDeal, deal_of
from rules.tournaments.points_due import Points, points_of
from rules.tournaments.prizes import Satellite, by_places, divided, places_bp, rounding_of, satellite_of
from rules.tournaments.royal import RoyalDue, royal_of
from rules.tournaments.standing import prizes_of_players
from rules.tournaments.tournament_chips import ChipsInPlay, chips_of
from rules.tournaments.tournament_field import Field, field_of
from rules.tournaments.tournament_levels import DueLevel, due_levels
from rules.tournaments.tournament_logs import TournamentTableLog, of_tournament
from rules.tournaments.tournament_money import TournamentMoney, money_of
from rules.tournaments.tournament_places import Placing, placings_of
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_undetermined import Open


class Replay(Struct, frozen=True):
    """Amounts due. prizes: by place, None: not by place, or open. bounties None: none in the event; points
    None: outside the ranking.
    """

    ruleset: Ruleset
    file: TournamentFile
    logs: tuple[TournamentTableLog, ...]
    field: Field
    money: TournamentMoney
    deal: AgreedDeal | None
    prizes: tuple[int, ...] | None
    placings: tuple[Placing, ...]
    due: Mapping[str, int | None]
    bounties: Mapping[str, int | None] | None
    points: Mapping[str, Points]
    levels: tuple[DueLevel, ...]
    chips: tuple[ChipsInPlay, ...]
    royal: tuple[RoyalDue, ...]
    satellite: Satellite | None
    undetermined: tuple[Open, ...]


def replay_tournament(
    file: TournamentFile, ruleset: Ruleset, logs: Sequence[TournamentTableLog] = ()
) -> Replay:
    """Replay under a ruleset. ``logs``: of any tables; the tournament's are used."""
    rules = ruleset.sections
    own = of_tournament(logs, file.header.room, file.header.tournament)
    field, deal = field_of(file), deal_of(file)
    money = money_of(file.header, field, rules)
    prizes, of_prizes = _prizes(file, field, money, rules)
    placings = placings_of(file, field, rules, deal, own)
    due, of_due = prizes_of_players(file, field, money, rules, prizes, placings, deal)
    bounties, of_bounties = bounties_of(file, field, rules)
    levels, of_levels = due_levels(file)
    chips, of_chips = chips_of(file, rules)
    royal, of_royal = royal_of(file, field, rules)
    satellite = satellite_of(file.header, money.distributable)
    opened = [*of_prizes, *_of_places(placings), *of_due, *of_bounties, *of_levels, *of_chips, *of_royal]
    return Replay(
        ruleset, file, tuple(own), field, money, deal, prizes, tuple(placings), due, bounties,
        points_of(file.header, field, money, rules, placings, deal), tuple(levels), tuple(chips), tuple(royal), satellite,
        (*opened, *_of_satellite(satellite)),
    )  # fmt: skip


def _prizes(
    file: TournamentFile, field: Field, money: TournamentMoney, rules: Sections
) -> tuple[tuple[int, ...] | None, list[Open]]:
    if not by_places(file.header):
        return None, []
    shares = places_bp(file.header, field, rules)
    if shares is None:
        return None, [Open("prizes", "neither the tournament nor the ruleset has prizes for so many players")]
    return tuple(divided(money.distributable, shares, rounding_of(rules))), []


def _of_places(placings: Sequence[Placing]) -> list[Open]:
    because = "what decides who is placed better was not recorded, or is not compared in this game"
    return [
        Open("place", because, player=each.player)
        for each in placings
        if each.place is None and each.ranked and not each.still_in
    ]


def _of_satellite(satellite: Satellite | None) -> list[Open]:
    if satellite is None or satellite.remainder == 0:
        return []
    if satellite.remainder is None:
        return [Open("satellite", "what a ticket costs was not recorded")]
    return [Open("satellite", "to whom the remainder goes is not said")]

"""Prizes of players: by place, deal or chips. OLY-3.4-26, OLY-3.2-e, OLY-3.2-f."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from rules.controls.sections import Sections
from rules.tournaments.deals import AgreedDeal
from rules.tournaments.prizes import by_chips, evenly
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_money import TournamentMoney
from rules.tournaments.tournament_places import Placing
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Count
from rules.tournaments.tournament_undetermined import Open

Due = dict[str, int | None]


def prizes_of_players(
    file: TournamentFile,
    field: Field,
    money: TournamentMoney,
    rules: Sections,
    prizes: Sequence[int] | None,
    placings: Sequence[Placing],
    deal: AgreedDeal | None,
) -> tuple[Due, list[Open]]:
    """Prize due to each player; None: undetermined."""
    opened: list[Open] = []
    if file.header.prizes_by == "tickets":
        found: Due = dict.fromkeys(field.players)
    elif file.header.prizes_by == "chips":
        found, opened = _by_chips(file, field, money, placings)
    else:
        found = _by_places(prizes, placings)
    if deal is not None:
        found |= _by_deal(deal, placings)
    return found | {each.player: 0 for each in placings if not each.ranked}, opened


def _by_places(prizes: Sequence[int] | None, placings: Sequence[Placing]) -> Due:
    """Prizes by place; shared ones are divided evenly, odd units to the lowest entries."""
    if prizes is None:
        return {each.player: None for each in placings}
    found: Due = {}
    nth: Counter[int] = Counter()
    for each in placings:
        if each.place is None:
            found[each.player] = None if any(prizes[each.best - 1 : each.worst]) else 0
        else:
            held = prizes[each.place - 1 : each.place - 1 + each.sharing]
            nth[each.place] += 1  # placings of one place come by the number of the entry
            found[each.player] = evenly(sum(held), each.sharing)[nth[each.place] - 1]
    return found


def _by_deal(deal: AgreedDeal, placings: Sequence[Placing]) -> Due:
    """Amounts of a deal, the rest to the winner; unknown while there is none."""
    places = {each.player: each.place for each in placings}
    if deal.left and 1 not in places.values():
        return {each: None for each in deal.amounts if each in places}
    return {
        player: amount + (deal.left if places[player] == 1 else 0)
        for player, amount in deal.amounts.items()
        if player in places
    }


def _by_chips(
    file: TournamentFile, field: Field, money: TournamentMoney, placings: Sequence[Placing]
) -> tuple[Due, list[Open]]:
    found: Due = {each.player: None if each.still_in else 0 for each in placings}
    chips = _last_stacks(file)
    if chips is None:
        return found, [Open("prizes", "no count has every stack")]
    players = {each.number: each.player for each in field.counted}
    paid = by_chips(money.distributable, chips)
    shares = dict.fromkeys(found, 0)
    for entry, share in paid.items():
        if entry in players:
            shares[players[entry]] += share
    return {**shares}, []


def _last_stacks(file: TournamentFile) -> dict[int, int] | None:
    counts = [each for _, each in file.events if isinstance(each, Count)]
    for count in reversed(counts):
        tables = [each.stacks for each in count.tables if each.stacks is not UNSET]
        if count.tables and len(tables) == len(count.tables):
            return {stack.entry: stack.chips for stacks in tables for stack in stacks}
    return None

"""Charges of players by the published prices. WAC 230-15-210."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from rules.controls.sections import Sections
from rules.tournaments.header import Tournament
from rules.tournaments.prices import offered, price_of_entry
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_undetermined import amount


class Purchased(NamedTuple):
    """A purchase in minor units; the fee is part of the price."""

    line: int
    player: str
    price: int
    fee: int


class ChargedPlayer(NamedTuple):
    """A player's charges in minor units. line: of the last purchase."""

    line: int
    player: str
    fees: int
    buy_ins: int


def charged(header: Tournament, field: Field, rules: Sections) -> list[ChargedPlayer] | None:
    """Players in order of entry; None: the price is in another currency. Unregistered entries and purchases cost nothing."""
    price = price_of_entry(header, rules)
    if price is None:
        return None
    of: dict[str, list[Purchased]] = {player: [] for player in field.players}
    for each in _purchases(header, field, price):
        of[each.player].append(each)
    return [_together(player, bought) for player, bought in of.items()]


def _purchases(header: Tournament, field: Field, price: int) -> Iterator[Purchased]:
    owner = {each.number: each.player for each in reversed(field.counted)}  # of a number twice, the first
    for stake in field.counted:
        yield Purchased(stake.line, stake.player, price, amount(header.fee))
    for line, event in field.bought:
        offer = offered(header, event)
        if offer is not UNSET and event.entry in owner:
            yield Purchased(line, owner[event.entry], offer.price, amount(offer.fee))


def _together(player: str, bought: list[Purchased]) -> ChargedPlayer:
    fees = sum(each.fee for each in bought)
    return ChargedPlayer(
        max(each.line for each in bought), player, fees, sum(each.price for each in bought) - fees
    )

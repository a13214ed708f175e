"""Prices of entries, rebuys and add-ons. OLY-3.1-a, CARN-event-buyin."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from rules.controls.sections import Sections
from rules.tournaments.header import Purchase, Tournament
from rules.tournaments.tournament_records import AddOn, Rebuy


def price_of_entry(header: Tournament, rules: Sections) -> int | None:
    """The ruleset's price, else the published one, in minor units; None: it is in another currency."""
    own = rules.entry.price if rules.entry is not None else None
    if own is None or own.money is None:
        return header.buy_in
    return own.money if own.currency == header.currency else None


def offered(header: Tournament, event: Rebuy) -> Purchase | UnsetType:
    """Published offer of a rebuy or add-on; UNSET: none."""
    return header.add_on if isinstance(event, AddOn) else header.rebuy


def was_offered(header: Tournament, event: Rebuy) -> bool:
    """Whether a rebuy or add-on was published."""
    return offered(header, event) is not UNSET

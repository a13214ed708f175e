"""The totals of a tournament, by the names that its last line states them under."""

from __future__ import annotations

import msgspec

from rules.tournaments.field import Field
from rules.tournaments.money import Money
from rules.tournaments.reader import TournamentFile
from rules.tournaments.records import Payout

PAID = "paid"
OF_MONEY = frozenset((*Money.__struct_fields__, PAID))  # the others are numbers of entries and players


def totals_of(file: TournamentFile, field: Field, money: Money) -> dict[str, int]:
    """Each total that was due. ``paid``: all payouts together."""
    return {
        "entries": len(field.counted),
        "players": len(field.players),
        "reentries": field.reentries,
        "rebuys": len(field.rebuys),
        "add_ons": len(field.add_ons),
        **msgspec.structs.asdict(money),
        PAID: sum(each.amount for _, each in file.events if isinstance(each, Payout)),
    }

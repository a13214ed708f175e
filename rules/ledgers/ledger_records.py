"""Records of the lines of `cardroom-ledger/1`; conventions of `rules.records.events`. Amounts are 0 or more;
the event gives the direction.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from rules.pot_words import GameName
from rules.records.events import (
    Currency,
    Id,
    Money,
    Number,
    Record,
    SeatNumber,
    Source,
    Supersedes,
    Text,
    Time,
)
from rules.tournaments.tournament_records import Points

FORMAT = "cardroom-ledger/1"

Day = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        description="a gaming day, such as 2026-03-14",
        extra_json_schema={"format": "date"},
    ),
]
Quarter = Annotated[str, Meta(pattern=r"^\d{4}-Q[1-4]$", description="a quarter, such as 2026-Q1")]

AccountKind = Literal["jackpot", "ranking", "tournament_royal", "other"]
JackpotName = Literal["bad_beat", "royal_flush"]
Role = Literal["loser", "winner", "royal"]


class Account(Record):
    """opening: the balance before the first line. closing_level: the level of hits until the first closing."""

    account: Id
    kind: AccountKind
    opening: Money
    ruleset: Id | UnsetType = UNSET
    closing_level: Money | UnsetType = UNSET


class Ledger(Record, tag_field="event", tag="ledger"):
    """The first line."""

    format: str
    room: Id
    ledger: Id
    currency: Currency
    accounts: list[Account]
    number: Number | UnsetType = UNSET
    from_: Day | UnsetType = field(name="from", default=UNSET)
    until: Day | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    recorded_by: Id | UnsetType = UNSET
    recorded_at: Time | UnsetType = UNSET
    supersedes: Supersedes | UnsetType = UNSET


class LedgerLine(Record, kw_only=True):
    """Fields of every line after the first."""

    at: Time | UnsetType = UNSET
    by: Id | UnsetType = UNSET
    note: Text | UnsetType = UNSET


class Drop(LedgerLine, tag_field="event", tag="drop", kw_only=True):
    """Drop of a table session. hands: number that paid it."""

    account: Id
    amount: Money
    session: Id | UnsetType = UNSET
    hands: Number | UnsetType = UNSET


class Contribution(LedgerLine, tag_field="event", tag="contribution", kw_only=True):
    """A tournament's share. prize_pool: what it was taken from."""

    account: Id
    amount: Money
    tournament: Id | UnsetType = UNSET
    prize_pool: Money | UnsetType = UNSET


class Diversion(LedgerLine, tag_field="event", tag="diversion", kw_only=True):
    """Money moved between two accounts, one of which may lie outside the file."""

    from_: Id = field(name="from")
    to: Id
    amount: Money
    reason: Text | UnsetType = UNSET
    approved: bool | UnsetType = UNSET


class Closing(LedgerLine, tag_field="event", tag="closing", kw_only=True):
    """The level as read at the casino's close, at the end of a gaming day."""

    account: Id
    day: Day
    balance: Money


class Count(LedgerLine, tag_field="event", tag="count", kw_only=True):
    """The money itself, counted."""

    account: Id
    amount: Money
    counted_by: list[Id] | UnsetType = UNSET


class HitSeat(Record):
    seat: SeatNumber
    player: Id
    role: Role | UnsetType = UNSET
    amount: Money | UnsetType = UNSET


class Hit(LedgerLine, tag_field="event", tag="hit", kw_only=True):
    """A jackpot that was won. seats: everybody with a seat. players: dealt in. level: the one that the room used."""

    hit: Id
    account: Id
    jackpot: JackpotName
    seats: list[HitSeat]
    session: Id | UnsetType = UNSET
    hand: Number | UnsetType = UNSET
    game: GameName | UnsetType = UNSET
    players: Number | UnsetType = UNSET
    level: Money | UnsetType = UNSET
    amount: Money | UnsetType = UNSET


class Payout(LedgerLine, tag_field="event", tag="payout", kw_only=True):
    """Payout to a player, of a hit, or of a tournament's royal flush pool."""

    account: Id
    player: Id
    amount: Money
    hit: Id | UnsetType = UNSET
    tournament: Id | UnsetType = UNSET
    receipt: Id | UnsetType = UNSET


class Award(LedgerLine, tag_field="event", tag="award", kw_only=True):
    """Ranking points of a player."""

    account: Id
    player: Id
    points: Number | Points
    tournament: Id | UnsetType = UNSET


class RankingPrize(Record):
    player: Id
    amount: Money
    points: Number | Points | UnsetType = UNSET


class RankingPayout(LedgerLine, tag_field="event", tag="ranking_payout", kw_only=True):
    """The prizes of a quarter, and the pool that the room divided."""

    account: Id
    period: Quarter
    prizes: list[RankingPrize]
    pool: Money | UnsetType = UNSET


class Close(LedgerLine, tag_field="event", tag="close", kw_only=True):
    """The last line: the balance of each account."""

    balances: dict[Id, Money]


Event = (
    Drop | Contribution | Diversion | Closing | Count | Hit | Payout | Award | RankingPayout
)  # between the first line and the close
Line = Ledger | Event | Close

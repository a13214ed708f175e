"""Facts of a tournament or ledger, with amounts due.

Amounts are in minor units, chips are whole, points whole or fractions as text. None: not recorded or not determined.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

FieldCount = Literal["entries", "players", "reentries", "rebuys", "add_ons", "unregistered"]
Step = Literal[
    "entries", "reentries", "rebuys", "add_ons", "collected", "added", "fees", "bounties", "royal", "prize_pool",
    "ranking", "distributable", "prizes", "paid", "tickets", "left",
]  # fmt: skip
Part = Literal["in", "out", "sum", "beside"]  # beside: worked out, and not taken off
PaidAs = Literal["prize", "bounty", "royal", "refund", "ticket"]
Points = int | str | None


class FieldRow(Struct, frozen=True, kw_only=True):
    """Number of something, and the number that the close states."""

    what: FieldCount
    due: int
    stated: int | None


class MoneyStep(Struct, frozen=True, kw_only=True):
    """A step from the money collected to the prizes. A ``sum`` is all of ``in`` before it less all of ``out``.

    number: of entries or purchases. recorded: sum of the lines; None where one has no amount. stated: at the close, else as
    announced.
    """

    what: Step
    part: Part
    number: int | None
    due: int | None
    recorded: int | None
    stated: int | None


class PaidOut(Struct, frozen=True, kw_only=True):
    """Sum of one kind paid out, by ``lines`` payouts."""

    what: PaidAs
    lines: int
    recorded: int
    due: int | None


class PlaceRow(Struct, frozen=True, kw_only=True):
    """A player's place with what was due for it, the room's own figure (stated) and the payout."""

    player: str
    place: int | None
    tied: bool | None
    stated_place: int | None
    prize: int | None
    stated_prize: int | None
    paid: int | None
    bounty: int | None
    paid_bounty: int | None
    points: Points
    stated_points: Points


class LevelRow(Struct, frozen=True, kw_only=True):
    """A level as published and as it was played.

    planned: start if every level had its minutes from the start of the clock on. due: by the clock, from the announcement of
    the level before. late: seconds from due to begun. stakes: figures as published and as announced. hands: recorded ones for
    which the level was due; differing: those that state another level. first_hand, last_hand: hands of a table that have the
    level by their numbers; last_hand None: the last level goes on. Both None: levels do not go by the hands of a table.
    """

    level: int
    line: int | None
    minutes: int | None
    of_hands: int | None
    planned: str | None
    due: str | None
    begun: str | None
    late: int | None
    stakes: str | None
    stated_stakes: str | None
    hands: int
    differing: int
    first_hand: int | None = None
    last_hand: int | None = None


class TableHands(Struct, frozen=True, kw_only=True):
    """The recorded hands of a table, by number."""

    table: str
    first: int
    last: int
    hands: int


class Rest(Struct, frozen=True):
    """A time in which the clock did not run. ends None: it was not started again."""

    begins: str
    ends: str | None


class ChipCount(Struct, frozen=True, kw_only=True):
    """Chips in play where they were counted, or before a colour-up of every stack."""

    line: int
    at: str | None
    what: Literal["count", "colour_up"]
    tables: int
    counted: int
    due: int | None


class NotDetermined(Struct, frozen=True, kw_only=True):
    """Point that neither the record nor the ruleset decides, and the reason."""

    what: str
    because: str
    line: int | None
    player: str | None


class TournamentFacts(Struct, frozen=True, kw_only=True):
    """A tournament: as published, and as played. last_at: the last time in the file."""

    game: str
    kind: str
    prizes_by: str
    ranking: bool
    buy_in: int
    fee: int
    bounty: int
    stack: int | None
    published_at: str | None
    last_at: str | None
    levels_published: int
    by_hands: bool  # the ruleset has levels by the number of hands
    field: list[FieldRow]
    money: list[MoneyStep]
    payouts: list[PaidOut]
    places: list[PlaceRow]
    levels: list[LevelRow]
    tables: list[TableHands]
    rests: list[Rest]
    counts: list[ChipCount]
    undetermined: list[NotDetermined]


class BookDay(Struct, frozen=True, kw_only=True):
    """A gaming day of an account. day None: after the last closing. stated: the closing on record."""

    day: str | None
    line: int | None
    opening: int
    drops: int | None
    paid_in: int | None
    paid_out: int | None
    hits: int | None
    closing: int | None
    stated: int | None


class MoneyCount(Struct, frozen=True, kw_only=True):
    """The counted money of an account. balance: by its book."""

    line: int
    at: str | None
    counted: int
    balance: int | None


class Contributed(Struct, frozen=True, kw_only=True):
    """A tournament's share for an account."""

    line: int
    at: str | None
    tournament: str | None
    prize_pool: int | None
    amount: int


class LedgerBefore(Struct, frozen=True, kw_only=True):
    """The ledger directly before one, and the balance that it leaves in an account; None: unknown."""

    ledger: str
    balance: int | None


class Book(Struct, frozen=True, kw_only=True):
    """An account through the file. stated: its balance at the close of the file."""

    account: str
    kind: Literal["jackpot", "ranking", "tournament_royal", "other"]
    ruleset: str | None
    opening: int
    days: list[BookDay]
    balance: int | None
    stated: int | None
    counts: list[MoneyCount]
    contributions: list[Contributed]
    before: LedgerBefore | None = None  # the ledger of the months before, where it was given


class HitShare(Struct, frozen=True, kw_only=True):
    """Share of a seat in a jackpot: due, stated by the hit's line, and paid out."""

    seat: int
    player: str
    role: Literal["loser", "winner", "royal"] | None
    due: int | None
    stated: int | None
    paid: int | None


class BookHit(Struct, frozen=True, kw_only=True):
    """A jackpot that was won. day: the gaming day whose closing follows. qualified: enough players were dealt in."""

    account: str
    hit: str
    line: int
    jackpot: Literal["bad_beat", "royal_flush"]
    at: str | None
    day: str | None
    session: str | None
    hand: int | None
    players: int | None
    qualified: bool
    level: int | None
    stated_level: int | None
    amount: int | None
    stated_amount: int | None
    shares: list[HitShare]


class RankedPlayer(Struct, frozen=True, kw_only=True):
    """Player who shares the pool of a quarter, or was paid of it."""

    player: str
    points: Points
    stated_points: Points
    prize: int | None
    stated_prize: int | None


class Quarter(Struct, frozen=True, kw_only=True):
    """A quarter's ranking. points: of those who share the pool. price: of a point, in minor units. others: with points only."""

    account: str
    period: str
    line: int
    pool: int | None  # None: the ledgers of the quarter's earlier months were not given
    stated_pool: int | None
    points: Points
    price: Points
    players: list[RankedPlayer]
    others: int


class LedgerFacts(Struct, frozen=True, kw_only=True):
    """The accounts of a ledger, the jackpots that were won, and the quarters that were paid."""

    books: list[Book]
    hits: list[BookHit]
    quarters: list[Quarter]


class EventFile(Struct, frozen=True, kw_only=True):
    """A file that an event's audit read beside its own: the log of a table; of a ledger, a tournament or an earlier ledger."""

    kind: Literal["session", "tournament", "ledger"]
    id: str
    table: str | None
    sha256: str
    hands: int | None


class EventFacts(Struct, frozen=True, kw_only=True):
    """Statements of the file of a tournament or a ledger, and amounts due. Times are text as they stood in the file.

    begins: planned start of play, or the ledger's first day. due: as `auditor replay` prints it. missing: sessions or
    tournaments that the file names and the audit did not have. tournament, ledger: amounts due beside those of the file, as
    reports show them. pays_from: first day of the earliest quarter that a ledger pays prizes of.
    """

    kind: Literal["tournament", "ledger"]
    id: str
    room: str
    number: int | None
    title: str | None
    currency: str
    sha256: str
    bytes: int
    lines: int
    begins: str | None
    ends: str | None
    day: str | None  # of the room's gaming days, else the date of ``begins``
    ruleset: str | None  # the one that the room said
    source: str | None
    recorded_by: str | None
    recorded_at: str | None
    supersedes_sha256: str | None
    supersedes_reason: str | None
    supersedes_by: str | None
    files: list[EventFile]
    missing: list[str]
    due: dict[str, Any] | None  # None in the redacted edition
    tournament: TournamentFacts | None = None
    ledger: LedgerFacts | None = None
    pays_from: str | None = None

"""Records of the lines of `cardroom-tournament/1`; conventions of `rules.records.events`. Chips have no currency."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from rules.records.events import MOST, Cards, Id, Money, Number, Record, SeatNumber, Text, Time
from rules.tournaments.header import ChipCount, Level, Tournament

Points = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"^[0-9]+(\.[0-9]+|/[1-9][0-9]*)?$",
        description="points that are no whole number: 187.5 or 375/2",
    ),
]
Reason = Literal["start", "three_tables", "final_table", "other"]


class TournamentLine(Record, kw_only=True):
    """Fields of every line after the first."""

    at: Time | UnsetType = UNSET
    by: Id | UnsetType = UNSET
    note: Text | UnsetType = UNSET
    ruling: Text | UnsetType = UNSET


class Bought(TournamentLine, kw_only=True):
    """Chips of an entry, and their payment."""

    entry: Number
    paid: Money | UnsetType = UNSET
    chips: ChipCount | UnsetType = UNSET


class Entry(Bought, tag_field="event", tag="entry", kw_only=True):
    """One paid stack."""

    player: Id
    channel: Literal["cashier", "wire", "online_room", "ticket"] | UnsetType = UNSET
    offer: Id | UnsetType = UNSET
    ticket: Id | UnsetType = UNSET


class Reentry(Entry, tag_field="event", tag="reentry", kw_only=True):
    """A new entry of a player who is out."""


class Rebuy(Bought, tag_field="event", tag="rebuy", kw_only=True):
    """More chips for an entry. ``before``: the chips in front."""

    before: ChipCount | UnsetType = UNSET


class AddOn(Rebuy, tag_field="event", tag="add_on", kw_only=True):
    """Chips that everybody may add."""


class Unregister(TournamentLine, tag_field="event", tag="unregister", kw_only=True):
    entry: Number
    refund: Money | UnsetType = UNSET
    approved: bool | UnsetType = UNSET


class Waiting(TournamentLine, tag_field="event", tag="waiting", kw_only=True):
    action: Literal["join", "leave"]
    player: Id
    kind: Literal["entry", "reentry"] | UnsetType = UNSET
    position: Number | UnsetType = UNSET


class Seating(TournamentLine, tag_field="event", tag="seat", kw_only=True):
    """A seat of an entry. ``taken``: when the player sat down; absent: at this line."""

    entry: Number
    table: Id
    seat: SeatNumber
    method: Literal["draw", "assigned", "chosen"] | UnsetType = UNSET
    taken: Time | UnsetType = UNSET


class DrawnSeat(Record):
    entry: Number
    table: Id
    seat: SeatNumber
    taken: Time | UnsetType = UNSET


class Draw(TournamentLine, tag_field="event", tag="draw", kw_only=True):
    """All seats anew."""

    reason: Reason
    seats: list[DrawnSeat]
    method: Literal["draw", "assigned"] | UnsetType = UNSET


class Place(Record):
    """A seat at a table."""

    table: Id
    seat: SeatNumber


class Move(TournamentLine, tag_field="event", tag="move", kw_only=True):
    entry: Number
    from_: Place = field(name="from")
    to: Place
    reason: Literal["balance", "break", "ruling", "own"] | UnsetType = UNSET
    from_position: Id | UnsetType = UNSET
    to_position: Id | UnsetType = UNSET
    approved: bool | UnsetType = UNSET


class TableBreak(TournamentLine, tag_field="event", tag="table_break", kw_only=True):
    table: Id
    after_hand: Number | UnsetType = UNSET


class Clock(TournamentLine, tag_field="event", tag="clock", kw_only=True):
    action: Literal["start", "stop", "resume"]
    at: Time


class AnnouncedLevel(TournamentLine, tag_field="event", tag="level", kw_only=True):
    level: Number
    sb: ChipCount | UnsetType = UNSET
    bb: ChipCount | UnsetType = UNSET
    ante: ChipCount | UnsetType = UNSET
    point_value: ChipCount | UnsetType = UNSET


class StructureChange(TournamentLine, tag_field="event", tag="structure_change", kw_only=True):
    """The levels that change."""

    structure: list[Level]
    announced: bool | UnsetType = UNSET


class Break(TournamentLine, tag_field="event", tag="break", kw_only=True):
    """The clock rests from ``at`` to ``ends_at``."""

    at: Time
    ends_at: Time
    after_level: Number | UnsetType = UNSET


class HandSeat(Record):
    """Entry in a hand. ``chips``: before the deal."""

    entry: Number
    seat: SeatNumber
    chips: ChipCount | UnsetType = UNSET


class Hand(TournamentLine, tag_field="event", tag="hand", kw_only=True):
    """A hand of a table, beside its log or without one. ``round``: of hand-for-hand play."""

    table: Id
    hand: Number
    riffle_at: Time | UnsetType = UNSET
    ended_at: Time | UnsetType = UNSET
    level: Number | UnsetType = UNSET
    round: Number | UnsetType = UNSET
    seats: list[HandSeat] | UnsetType = UNSET


class RacedStack(Record):
    entry: Number
    before: ChipCount
    after: ChipCount


class RacedTable(Record):
    table: Id
    stacks: list[RacedStack]


class ColourUp(TournamentLine, tag_field="event", tag="colour_up", kw_only=True):
    """The chip ``chip`` leaves play; ``next`` is the smallest from here on."""

    chip: Annotated[int, Meta(ge=1, le=MOST)]
    next: Annotated[int, Meta(ge=1, le=MOST)]
    tables: list[RacedTable]
    after_level: Number | UnsetType = UNSET


class CountedStack(Record):
    entry: Number
    chips: ChipCount


class CountedTable(Record):
    """The chips of a table: in one sum, or stack by stack."""

    table: Id
    chips: ChipCount | UnsetType = UNSET
    stacks: list[CountedStack] | UnsetType = UNSET


class Count(TournamentLine, tag_field="event", tag="count", kw_only=True):
    tables: list[CountedTable]


class PaidBounty(Record):
    entry: Number
    amount: Money


class Elimination(TournamentLine, tag_field="event", tag="elimination", kw_only=True):
    """A bust. ``stack``: at the start of the hand; ``all_in``: what went in; ``cards``: the best five, high."""

    entry: Number
    table: Id | UnsetType = UNSET
    hand: Number | UnsetType = UNSET
    session: Id | UnsetType = UNSET
    round: Number | UnsetType = UNSET
    stack: ChipCount | UnsetType = UNSET
    all_in: ChipCount | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET
    place: Number | UnsetType = UNSET
    knocked_out_by: list[Number] | UnsetType = UNSET
    bounties: list[PaidBounty] | UnsetType = UNSET


class Penalty(TournamentLine, tag_field="event", tag="penalty", kw_only=True):
    """``removed``: chips taken out of play."""

    entry: Number
    kind: Literal["warning", "hand_dead", "round", "time", "disqualified"]
    rounds: Number | UnsetType = UNSET
    removed: ChipCount | UnsetType = UNSET
    place: Number | UnsetType = UNSET
    reason: Text | UnsetType = UNSET


class AnnouncedPool(TournamentLine, tag_field="event", tag="pool", kw_only=True):
    """The pool as announced. ``places``: how many are paid."""

    prize_pool: Money | UnsetType = UNSET
    ranking: Money | UnsetType = UNSET
    distributable: Money | UnsetType = UNSET
    places: Number | UnsetType = UNSET
    tickets: Number | UnsetType = UNSET


class DealShare(Record):
    """Share of a player in a deal. ``place``: the official one."""

    player: Id
    amount: Money
    place: Number | UnsetType = UNSET


class Deal(TournamentLine, tag_field="event", tag="deal", kw_only=True):
    players: list[DealShare]
    left_for_winner: Money | UnsetType = UNSET
    reported: bool | UnsetType = UNSET


class Prize(TournamentLine, tag_field="event", tag="prize", kw_only=True):
    """Prize that the room worked out."""

    player: Id
    amount: Money
    place: Number | UnsetType = UNSET


class Payout(TournamentLine, tag_field="event", tag="payout", kw_only=True):
    player: Id
    amount: Money
    of: Literal["prize", "bounty", "royal", "refund", "ticket"] | UnsetType = UNSET
    receipt: Id | UnsetType = UNSET


class RoyalHit(TournamentLine, tag_field="event", tag="royal_hit", kw_only=True):
    """``hole``: the player's own cards; in stud games all seven."""

    entry: Number
    kind: Literal["straight_flush", "royal_flush"]
    amount: Money
    table: Id | UnsetType = UNSET
    hand: Number | UnsetType = UNSET
    board: Cards | UnsetType = UNSET
    hole: Cards | UnsetType = UNSET


class RankingAward(TournamentLine, tag_field="event", tag="ranking_award", kw_only=True):
    player: Id
    points: Number | Points
    place: Number | UnsetType = UNSET


class Totals(Record):
    """The room's own sums. ``paid``: all `payout` lines together."""

    entries: Number | UnsetType = UNSET
    players: Number | UnsetType = UNSET
    reentries: Number | UnsetType = UNSET
    rebuys: Number | UnsetType = UNSET
    add_ons: Number | UnsetType = UNSET
    collected: Money | UnsetType = UNSET
    fees: Money | UnsetType = UNSET
    bounties: Money | UnsetType = UNSET
    royal: Money | UnsetType = UNSET
    added: Money | UnsetType = UNSET
    prize_pool: Money | UnsetType = UNSET
    ranking: Money | UnsetType = UNSET
    distributable: Money | UnsetType = UNSET
    paid: Money | UnsetType = UNSET


class Close(TournamentLine, tag_field="event", tag="close", kw_only=True):
    """The last line."""

    totals: Totals | UnsetType = UNSET


Event = (
    Entry | Reentry | Rebuy | AddOn | Unregister | Waiting | Seating | Draw | Move | TableBreak | Clock | AnnouncedLevel
    | StructureChange | Break | Hand | ColourUp | Count | Elimination | Penalty | AnnouncedPool | Deal | Prize | Payout
    | RoyalHit | RankingAward
)  # fmt: skip
Line = Tournament | Event | Close

"""Typed, strict records of the events of `cardroom-log/1`; source of its JSON Schema.

An unrecorded field is UNSET, never zero or false. Cards and times are decoded as text and checked by block, for speed.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from rules.pot_words import Charge, GameName, LimitName

FORMAT = "cardroom-log/1"

# Money is bounded so that no sum over a log leaves 64 bits: ten billion dollars in cents.
MOST = 10**12

Money = Annotated[int, Meta(ge=0, le=MOST, description="money in minor units of the currency (cents)")]
Net = Annotated[
    int, Meta(ge=-MOST, le=MOST, description="won (+) or lost (-), in minor units of the currency")
]
UnitValue = Annotated[int, Meta(ge=1, le=MOST, description="money per unit, in minor units of the currency")]
Units = Annotated[int, Meta(ge=0, le=10**6, description="units (points)")]
Number = Annotated[int, Meta(ge=0, le=MOST)]
SeatNumber = Annotated[int, Meta(ge=1, le=10, description="seats are 1 to 10, clockwise")]
Text = Annotated[str, Meta(max_length=4000)]
Id = Annotated[
    str, Meta(min_length=1, max_length=64, description="1 to 64 printable characters; never a name")
]
Currency = Annotated[str, Meta(pattern="^[A-Z]{3}$", description="ISO 4217")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256, 64 hexadecimal digits")]
Time = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="RFC 3339 with an offset",
        extra_json_schema={"format": "date-time"},
    ),
]
Cards = Annotated[
    str,
    Meta(
        max_length=400,
        description="cards without separators, each a rank 23456789TJQKA and a suit cdhs; ?? not recorded, JK a joker",
        extra_json_schema={"pattern": "^([2-9TJQKA][cdhs]|JK|\\?\\?)*$"},
    ),
]

FeeKind = Literal["rake", "hand_fee", "jackpot"]
SeatKind = Literal[
    "listed", "unlisted", "seated", "moved", "from_broken", "away", "break", "back", "left", "removed"
]
DropKind = Literal["rake", "hand_fee", "jackpot", "time"]
IrregularityKind = Literal[
    "misdeal", "exposed_card", "wrong_card_count", "duplicate_card", "fouled_deck", "boxed_card", "joker_dealt",
    "dealt_out_of_order", "missed_hand", "left_table", "acted_out_of_turn", "clock_expired", "unprotected_hand", "other",
]  # fmt: skip
Moment = Literal["deal", "setting", "play", "showdown", "settlement"]
Ruling = Literal["misdeal", "hand_fouled", "hand_dead", "play_on", "penalty", "warning"]
Source = Literal["table_system", "keyed", "video_review", "paper"]
Numbering = Literal["table", "site"]
SeenBy = Literal["table", "player"]
CardsFrom = Literal["deal", "shows"]


class Record(Struct, forbid_unknown_fields=True, gc=False):
    """An object of the format; unknown fields are errors."""


class Staff(Record):
    dealer: Id | UnsetType = UNSET
    supervisor: Id | UnsetType = UNSET


class Supersedes(Record):
    """A correction of an earlier file for the same session."""

    sha256: Digest
    reason: Text
    by: Id


class History(Record):
    """Coverage of a hand history, in the session line of a derived log.

    numbering: numbers count the hands of the table, or of a whole site. seen_by: every hand of the table, or those of one
    player. cards_from: cards as dealt, or as shown. left_out: number of unreadable hands.
    """

    numbering: Numbering
    seen_by: SeenBy
    cards_from: CardsFrom
    left_out: Number | UnsetType = UNSET


class Session(Record, tag_field="event", tag="session"):
    """The first line of a log, once."""

    format: str
    room: Id
    session: Id
    table: Id
    currency: Currency
    opened_at: Time
    number: Number | UnsetType = UNSET
    closed_at: Time | UnsetType = UNSET
    unit: UnitValue | UnsetType = UNSET
    ruleset: Id | UnsetType = UNSET
    tournament: Id | UnsetType = UNSET
    staff: Staff | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    recorded_by: Id | UnsetType = UNSET
    recorded_at: Time | UnsetType = UNSET
    supersedes: Supersedes | UnsetType = UNSET
    history: History | UnsetType = UNSET


def counts_hands(session: Session) -> bool:
    """Whether the next number is the table's next hand."""
    return session.history is UNSET or session.history.numbering == "table"


class Transfer(Record):
    """Chips as they moved."""

    payer: SeatNumber
    payee: SeatNumber
    amount: Money
    units: Units | UnsetType = UNSET


class Contribution(Record):
    seat: SeatNumber
    amount: Money


class Award(Record):
    seat: SeatNumber
    row: Literal["front", "middle", "back"]
    amount: Money


class Pool(Record):
    contributions: list[Contribution]
    awards: list[Award]


class HandFee(Record):
    kind: FeeKind
    amount: Money
    of: Money | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    before_deal: bool | UnsetType = UNSET


class HandIrregularity(Record):
    """Irregularity in a hand, and the floor's ruling."""

    kind: IrregularityKind
    when: Moment | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    cards: Number | UnsetType = UNSET
    ruling: Ruling | UnsetType = UNSET
    units: Units | UnsetType = UNSET
    by: Id | UnsetType = UNSET
    note: Text | UnsetType = UNSET


class ChineseSeat(Record):
    seat: SeatNumber
    player: Id
    stack: Money | UnsetType = UNSET
    dealt: Cards | UnsetType = UNSET
    front: Cards | UnsetType = UNSET
    middle: Cards | UnsetType = UNSET
    back: Cards | UnsetType = UNSET
    declared: Id | UnsetType = UNSET
    surrendered: bool | UnsetType = UNSET
    fouled: bool | UnsetType = UNSET
    aces: bool | UnsetType = UNSET
    net: Net | UnsetType = UNSET


class ChineseHand(Record, tag_field="event", tag="chinese_hand"):
    """One closed deal of 13 cards each."""

    hand: Number
    seats: Annotated[list[ChineseSeat], Meta(min_length=1, max_length=10)]
    at: Time | UnsetType = UNSET
    ended_at: Time | UnsetType = UNSET
    unit: UnitValue | UnsetType = UNSET
    dealer: SeatNumber | UnsetType = UNSET
    dealer_id: Id | UnsetType = UNSET
    deck: Id | UnsetType = UNSET
    shuffler: Id | UnsetType = UNSET
    video: Annotated[str, Meta(max_length=400)] | UnsetType = UNSET
    banker: SeatNumber | UnsetType = UNSET
    forced_dealer: bool | UnsetType = UNSET
    transfers: list[Transfer] | UnsetType = UNSET
    pool: Pool | UnsetType = UNSET
    fees: list[HandFee] | UnsetType = UNSET
    irregularities: list[HandIrregularity] | UnsetType = UNSET
    void: bool | UnsetType = UNSET


class OfcSeat(Record):
    seat: SeatNumber
    player: Id
    stack: Money | UnsetType = UNSET
    front: Cards | UnsetType = UNSET
    middle: Cards | UnsetType = UNSET
    back: Cards | UnsetType = UNSET
    fouled: bool | UnsetType = UNSET
    net: Net | UnsetType = UNSET
    status: Literal["played", "missed"] | UnsetType = UNSET
    discards: Cards | UnsetType = UNSET
    fantasyland: Annotated[int, Meta(ge=1, le=17)] | UnsetType = UNSET


class Placement(Record):
    seat: SeatNumber
    dealt: Cards
    front: Cards
    middle: Cards
    back: Cards
    at: Time | UnsetType = UNSET
    discard: Cards | UnsetType = UNSET


class ClockCall(Record):
    at: Time
    seat: SeatNumber
    called_by: SeatNumber | UnsetType = UNSET
    acted_at: Time | UnsetType = UNSET


class OfcHand(Record, tag_field="event", tag="ofc_hand"):
    """One open-face deal."""

    hand: Number
    variant: Literal["ofc", "pineapple"]
    seats: Annotated[list[OfcSeat], Meta(min_length=1, max_length=10)]
    at: Time | UnsetType = UNSET
    ended_at: Time | UnsetType = UNSET
    unit: UnitValue | UnsetType = UNSET
    dealer: SeatNumber | UnsetType = UNSET
    dealer_id: Id | UnsetType = UNSET
    deck: Id | UnsetType = UNSET
    shuffler: Id | UnsetType = UNSET
    video: Annotated[str, Meta(max_length=400)] | UnsetType = UNSET
    level: Number | UnsetType = UNSET
    placements: list[Placement] | UnsetType = UNSET
    clock_calls: list[ClockCall] | UnsetType = UNSET
    eliminated: list[SeatNumber] | UnsetType = UNSET
    transfers: list[Transfer] | UnsetType = UNSET
    fees: list[HandFee] | UnsetType = UNSET
    irregularities: list[HandIrregularity] | UnsetType = UNSET
    void: bool | UnsetType = UNSET


class Fee(Record, tag_field="event", tag="fee"):
    """A collection outside of a hand."""

    kind: Literal["time"]
    at: Time
    seat: SeatNumber
    player: Id
    amount: Money
    covers_from: Time
    covers_to: Time


class Chips(Record, tag_field="event", tag="chips"):
    """Chips brought to or taken from the table between hands."""

    at: Time
    seat: SeatNumber
    player: Id
    kind: Literal["buy_in", "add_on", "cash_out", "move"]
    amount: Money
    permission: bool | UnsetType = UNSET
    by: Id | UnsetType = UNSET
    medium: Literal["cash", "plaque", "cash_chips"] | UnsetType = UNSET


class Toke(Record, tag_field="event", tag="toke"):
    """A tip to the dealer."""

    at: Time
    seat: SeatNumber
    player: Id
    amount: Money


class Drop(Record, tag_field="event", tag="drop"):
    """A count of a drop box."""

    at: Time
    kind: DropKind
    amount: Money
    counted_by: list[Id]


class Irregularity(HandIrregularity, tag_field="event", tag="irregularity", kw_only=True):
    """Irregularity outside of a hand."""

    at: Time


class Stakes(Record):
    """Stakes of a table of pot games."""

    small_blind: Money | UnsetType = UNSET
    big_blind: Money | UnsetType = UNSET
    ante: Money | UnsetType = UNSET
    bring_in: Money | UnsetType = UNSET
    small_bet: Money | UnsetType = UNSET
    big_bet: Money | UnsetType = UNSET
    min_bet: Money | UnsetType = UNSET
    chip: Money | UnsetType = UNSET
    cap: Money | UnsetType = UNSET


class Terms(Record, tag_field="event", tag="terms"):
    """Terms of a table of pot games from here on. A field not stated stays as it was."""

    at: Time
    game: GameName | UnsetType = UNSET
    limit: LimitName | UnsetType = UNSET
    stakes: Stakes | UnsetType = UNSET
    min_buy_in: Money | UnsetType = UNSET
    max_buy_in: Money | UnsetType = UNSET
    charge: Charge | UnsetType = UNSET
    special_rake: bool | UnsetType = UNSET
    jackpot: bool | UnsetType = UNSET
    run_twice: bool | UnsetType = UNSET
    consent: list[SeatNumber] | UnsetType = UNSET
    by: Id | UnsetType = UNSET


class SeatEvent(Record, tag_field="event", tag="seat"):
    """Event of a player's seat between hands."""

    at: Time
    player: Id
    kind: SeatKind
    seat: SeatNumber | UnsetType = UNSET
    amount: Money | UnsetType = UNSET
    permission: bool | UnsetType = UNSET
    by: Id | UnsetType = UNSET
    from_table: Id | UnsetType = UNSET
    to_table: Id | UnsetType = UNSET
    from_seat: SeatNumber | UnsetType = UNSET
    waiting: Number | UnsetType = UNSET
    drawn: Cards | UnsetType = UNSET


class Payout(Record):
    """Share of a jackpot that was paid to a player."""

    seat: SeatNumber
    player: Id
    amount: Money


class Jackpot(Record, tag_field="event", tag="jackpot"):
    """The level of the jackpots when the house closed, or a jackpot that was hit. JACKPOT_FIELDS has what each states."""

    at: Time
    kind: Literal["close", "hit"]
    level: Money | UnsetType = UNSET
    hit: Literal["bad_beat", "royal_flush"] | UnsetType = UNSET
    hand: Number | UnsetType = UNSET
    payouts: list[Payout] | UnsetType = UNSET


JACKPOT_FIELDS = {"close": ("level",), "hit": ("hit", "hand", "payouts")}


class Totals(Record):
    rake: Money | UnsetType = UNSET
    hand_fee: Money | UnsetType = UNSET
    jackpot: Money | UnsetType = UNSET
    time: Money | UnsetType = UNSET


class Close(Record, tag_field="event", tag="close"):
    """The last line: the room's control totals."""

    at: Time
    hands: Number
    totals: Totals | UnsetType = UNSET


Event = Session | ChineseHand | OfcHand | Fee | Chips | Toke | Drop | Irregularity | Close
TableEvent = Fee | Chips | Toke | Drop | Irregularity | Terms | SeatEvent | Jackpot

RESERVED = ("level", "elimination", "payout")

"""Records of a hand of a pot game: seats, acts, pots."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from rules.pot_words import By, GameName, HalfName, LimitName, MixName, PostKind, Said, StreetName
from rules.records.events import (
    MOST,
    Cards,
    HandFee,
    Id,
    IrregularityKind,
    Moment,
    Money,
    Net,
    Number,
    Record,
    Ruling,
    SeatNumber,
    Stakes,
    Text,
    Time,
    Units,
)  # fmt: skip

PotIrregularityKind = (
    IrregularityKind
    | Literal[
        "button_not_moved", "player_not_seated", "premature_card", "string_bet", "wrong_bet", "pot_misawarded"
    ]
)
PotRuling = Ruling | Literal["call_only", "bet_stands", "bet_returned", "pot_returned"]
Run = Annotated[int, Meta(ge=1, le=MOST)]


class CashOut(Record):
    """An all-in that the player sold to the house, which then takes the award."""

    amount: Money
    fee: Money


class PotSeat(Record):
    seat: SeatNumber
    player: Id
    status: Literal["played", "missed"] | UnsetType = UNSET
    present: bool | UnsetType = UNSET
    stack: Money | UnsetType = UNSET
    hole: Cards | UnsetType = UNSET
    up: Cards | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET
    live_in: Money | UnsetType = UNSET
    dead_in: Money | UnsetType = UNSET
    folded: bool | UnsetType = UNSET
    mucked: bool | UnsetType = UNSET
    net: Net | UnsetType = UNSET
    cash_out: CashOut | UnsetType = UNSET


class Act(Record, tag_field="act", kw_only=True):
    """An event in a hand. ``by``: the person, where it was not the player."""

    at: Time | UnsetType = UNSET
    by: By | UnsetType = UNSET


class Post(Act, tag="post", kw_only=True):
    seat: SeatNumber
    kind: PostKind
    amount: Money


class BettingAct(Act, kw_only=True):
    """An act with ``to``: chips in front of the seat after it, in this round."""

    seat: SeatNumber
    to: Money | UnsetType = UNSET
    said: Said | UnsetType = UNSET
    said_to: Money | UnsetType = UNSET
    chips: list[list[Money]] | UnsetType = UNSET
    all_in: bool | UnsetType = UNSET
    out_of_turn: bool | UnsetType = UNSET


class Fold(BettingAct, tag="fold"):
    """The seat gave its cards up, or lost them."""


class Check(BettingAct, tag="check"):
    """The seat put nothing in, and faced nothing."""


class Call(BettingAct, tag="call"):
    """The seat put in what was due."""


class Bet(BettingAct, tag="bet"):
    """The seat put in the first chips of a round."""


class Raise(BettingAct, tag="raise"):
    """The seat put in more than was due."""


class Complete(BettingAct, tag="complete"):
    """The seat made a short bet up to a full one."""


class ChipsMoved(Act, kw_only=True):
    """Chips of a seat that moved without a bet."""

    seat: SeatNumber
    amount: Money


class TakeBack(ChipsMoved, tag="take_back"):
    """Chips bet out of turn went back."""


class Return(ChipsMoved, tag="return"):
    """An uncalled bet went back."""


class Change(ChipsMoved, tag="change"):
    """Chips above what the act came to went back at once."""


class Add(ChipsMoved, tag="add"):
    """Chips were put on the table during the hand."""


class Board(Act, tag="board", kw_only=True):
    street: StreetName
    cards: Cards
    run: Run | UnsetType = UNSET
    withdrawn: bool | UnsetType = UNSET
    face_down: bool | UnsetType = UNSET
    reshuffled: bool | UnsetType = UNSET
    burn: Cards | UnsetType = UNSET


class Card(Act, tag="card", kw_only=True):
    """Cards to a seat after the first round, face up or face down."""

    street: StreetName
    seat: SeatNumber
    up: Cards | UnsetType = UNSET
    down: Cards | UnsetType = UNSET
    burn: Cards | UnsetType = UNSET


class Discard(Act, tag="discard", kw_only=True):
    seat: SeatNumber
    cards: Cards


class Draw(Act, tag="draw", kw_only=True):
    """An exchange of cards; both texts empty: the seat stands pat."""

    seat: SeatNumber
    street: StreetName
    discard: Cards
    cards: Cards
    offered: Cards | UnsetType = UNSET


class RunTimes(Act, tag="run", kw_only=True):
    """The rest is dealt so often."""

    times: Annotated[int, Meta(ge=2, le=MOST)]
    agreed: list[SeatNumber] | UnsetType = UNSET


class Tabled(Act, kw_only=True):
    seat: SeatNumber
    cards: Cards | UnsetType = UNSET


class Show(Tabled, tag="show"):
    """The seat showed its cards."""


class Muck(Tabled, tag="muck"):
    """The seat gave its cards up at the showdown."""


class Clock(Act, tag="clock", kw_only=True):
    """A clock was called on a seat; without ``acted_at`` it never acted."""

    at: Time
    seat: SeatNumber
    called_by: SeatNumber | UnsetType = UNSET
    acted_at: Time | UnsetType = UNSET


AnyAct = (
    Post | Fold | Check | Call | Bet | Raise | Complete | TakeBack | Return | Change | Board | Card | Discard | Draw
    | RunTimes | Show | Muck | Add | Clock
)  # fmt: skip
# Kinds of acts whose records have the same fields, and mostly state the same of them.
ALIKE: tuple[tuple[type[Act], ...], ...] = (
    (Fold, Check), (Call, Bet, Raise, Complete), (Post,), (Board,), (Card,), (TakeBack, Return, Change, Add),
    (Show, Muck), (Draw,), (Discard,), (RunTimes,), (Clock,),
)  # fmt: skip


class PotAward(Record):
    seat: SeatNumber
    amount: Money
    run: Run | UnsetType = UNSET
    half: HalfName | UnsetType = UNSET
    order: Number | UnsetType = UNSET


class Pot(Record):
    """A pot as the room settled it: its amount before rake and drop, its awards after."""

    pot: Number
    amount: Money
    eligible: list[SeatNumber] | UnsetType = UNSET
    awards: list[PotAward] | UnsetType = UNSET


class PotFee(HandFee):
    """``pot``: the pot that it came from; 0 is the main pot."""

    pot: Number | UnsetType = UNSET


class PotIrregularity(Record):
    """Irregularity in a hand, and the floor's ruling. ``act``: number of acts before it."""

    kind: PotIrregularityKind
    when: Moment | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    cards: Number | UnsetType = UNSET
    ruling: PotRuling | UnsetType = UNSET
    units: Units | UnsetType = UNSET
    by: Id | UnsetType = UNSET
    note: Text | UnsetType = UNSET
    act: Number | UnsetType = UNSET


class PotHand(Record, tag_field="event", tag="pot_hand"):
    """One hand of hold'em, Omaha, stud or a draw game."""

    hand: Number
    game: GameName
    seats: Annotated[list[PotSeat], Meta(min_length=2, max_length=10)]
    at: Time | UnsetType = UNSET
    ended_at: Time | UnsetType = UNSET
    limit: LimitName | UnsetType = UNSET
    mix: MixName | UnsetType = UNSET
    stakes: Stakes | UnsetType = UNSET
    dealer: SeatNumber | UnsetType = UNSET
    dealer_id: Id | UnsetType = UNSET
    deck: Id | UnsetType = UNSET
    shuffler: Id | UnsetType = UNSET
    video: Annotated[str, Meta(max_length=400)] | UnsetType = UNSET
    shuffled_at: Time | UnsetType = UNSET
    acts: list[AnyAct] | UnsetType = UNSET
    boards: list[Cards] | UnsetType = UNSET
    reached: StreetName | UnsetType = UNSET
    pots: list[Pot] | UnsetType = UNSET
    fees: list[PotFee] | UnsetType = UNSET
    irregularities: list[PotIrregularity] | UnsetType = UNSET
    void: bool | UnsetType = UNSET
    house_money: Money | UnsetType = UNSET

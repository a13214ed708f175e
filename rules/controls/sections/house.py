"""Fees, jackpots, procedures and records. Money is in minor units.

A ``max`` or ``max_...`` is a bound that extending files may lower. Each limit is a table with its own clause.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import HandName, Item, Plain, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    BasisPoints,
    Clauses,
    Count,
    Currency,
    Means,
    Money,
    MoneyStep,
    Positive,
    RecordedGame,
    SmallName,
    SomeMinutes,
    Stated,
    Units,
)
from rules.record_levels import NO_DEMAND, Level, by_game, least_of, rank_of
from rules.records.events import IrregularityKind, Moment, Ruling

FeeKind = Literal["rake", "hand_fee", "time"]  # what a house lives on; a jackpot is the players' money
FEE_WORDS = {
    "rake": "a rake",
    "hand_fee": "a fee of a hand",
    "time": "a fee for time",
}
_Supervisor = Literal["dealer", "supervisor"]


class Amount(Section, frozen=True, kw_only=True):
    """An exact amount."""

    money: Annotated[Money | None, DEMANDED, Means("exactly this")] = None


class Cap(Section, frozen=True, kw_only=True):
    """A limit of an amount."""

    max_money: Annotated[Money | None, Means("at most this")] = None


class Charge(Cap, frozen=True, kw_only=True):
    """An amount; with ``max_money``, the most that a file that extends this one may set."""

    money: Annotated[Money | None, Means("exactly this")] = None


class FeeShare(Section, frozen=True, kw_only=True):
    """A part of what was wagered."""

    of: Annotated[
        Literal["wagers", "moved"] | None,
        Means(
            "the wagers of a hand where a fee does not record them",
            wagers="all that was at stake",
            moved="what moved between players",
        ),
    ] = None
    max_bp: Annotated[BasisPoints | None, Means("at most this share")] = None


class Rake(Section, frozen=True, kw_only=True):
    """Taken out of what is wagered in a hand. ``share`` and ``hand`` limit what is taken, whatever the kind."""

    kind: Annotated[
        Literal["fixed_per_hand", "percentage"] | None,
        Means(
            "how it is taken",
            fixed_per_hand="the same in every hand (`amount`)",
            percentage="any amount up to a share of the wagers (`share`)",
        ),
    ] = None
    amount: Amount = Amount()
    share: FeeShare = FeeShare()
    hand: Cap = Cap()

    @property
    def fixed(self) -> bool:
        return self.kind == "fixed_per_hand"


class HandFeeRules(Section, frozen=True, kw_only=True):
    """Taken from the players for each hand. player: from each player. hand: from all players together."""

    player: Charge = Charge()
    hand: Charge = Charge()
    taken: Annotated[
        Stated[Literal["before_deal"]] | None,
        Means("when it is taken", before_deal="before the first card of the hand"),
    ] = None


class Period(Section, frozen=True, kw_only=True):
    """A period of time fees."""

    minutes: Annotated[SomeMinutes | None, Means("its length")] = None


class Interval(Section, frozen=True, kw_only=True):
    """The interval at which time is collected."""

    max_minutes: Annotated[SomeMinutes | None, Means("at least once in this time")] = None
    window: Annotated[
        Literal["any", "each"] | None,
        Means(
            "which times count",
            any="from any instant on",
            each="each of consecutive stretches, whichever minute they begin at",
        ),
    ] = None


class TimeSplit(Section, frozen=True, kw_only=True):
    """The shares of players in what their table pays for a period."""

    rule: Annotated[Stated[Literal["even"]] | None, Means("how it is shared", even="in equal shares")] = None
    odd: Annotated[
        Literal["one_each", "round_up", "exact"] | None,
        Means(
            "what becomes of a remainder",
            one_each="the first players by seat pay one step more each",
            round_up="every share is rounded up",
            exact="shares are exact, and recorded to the next minor unit",
        ),
    ] = None
    step_money: Annotated[
        MoneyStep,
        Means(
            "the smallest amount by which shares may differ; the smallest chip where a room collects in chips"
        ),
    ] = 1


class TimeFee(Section, frozen=True, kw_only=True):
    """Taken for a time of play, as fees outside of hands.

    player_hour: from a player for an hour or a part of one. table_period: from the whole table for a period.
    """

    player_hour: Cap = Cap()
    table_period: Cap = Cap()
    period: Period = Period()
    split: TimeSplit = TimeSplit()
    interval: Interval = Interval()
    paid: Annotated[
        Stated[Literal["ahead"]] | None, Means("when it is paid", ahead="before the paid time begins")
    ] = None
    recorded: Annotated[
        Stated[Literal["at_once"]] | None,
        Means("when it is recorded", at_once="before anything else happens at the table"),
    ] = None
    joining: Annotated[
        Literal["next_period", "by_minutes"] | None,
        Means(
            "what a player pays who sits down during a period",
            next_period="nothing before the next period",
            by_minutes="the minutes that are left of the period",
        ),
    ] = None


class JackpotDrop(Section, frozen=True, kw_only=True):
    """Taken from a hand for a jackpot."""

    kind: Annotated[
        Literal["part_of_rake", "drop"] | None,
        Means("where it is taken", part_of_rake="out of the rake", drop="in addition to the rake"),
    ] = None
    hand: Charge = Charge()


class DropBox(Section, frozen=True, kw_only=True):
    """The count of a drop box."""

    people: Annotated[Positive | None, Means("the fewest people who count it together")] = None


class AtATime(Section, frozen=True, kw_only=True):
    """Kinds of fees at a table at a time."""

    max_kinds: Annotated[
        Positive | None, Means("at most so many kinds: rake, fees of hands, fees for time")
    ] = None


class Classes(Section, frozen=True, kw_only=True):
    """The kinds of fees that a room of each licence class may take. A class that is left out is not regulated."""

    e: Annotated[tuple[FeeKind, ...] | None, Means("rooms of class E", **FEE_WORDS)] = field(
        name="E", default=None
    )
    f: Annotated[tuple[FeeKind, ...] | None, Means("rooms of class F", **FEE_WORDS)] = field(
        name="F", default=None
    )
    house_banked: Annotated[tuple[FeeKind, ...] | None, Means("house-banked rooms", **FEE_WORDS)] = field(
        name="house-banked", default=None
    )

    def of(self, licence_class: str | None) -> tuple[FeeKind, ...] | None:
        """Kinds of fees of a licence class."""
        by_name = {"E": self.e, "F": self.f, "house-banked": self.house_banked}
        return by_name.get(licence_class) if licence_class is not None else None


class FeeLimits(Section, frozen=True, kw_only=True):
    """Limits over several kinds of fees together.

    hand: from a hand. player_hour: from a player in any 60 minutes; a fee of a hand counts where its seat is recorded.
    table_hour: from a table in any 60 minutes.
    """

    kinds: Annotated[tuple[FeeKind, ...], Means("the kinds of fees that count", **FEE_WORDS)] = ()
    hand: Cap = Cap()
    player_hour: Cap = Cap()
    table_hour: Cap = Cap()


class Fees(Section, frozen=True, kw_only=True):
    """The fees of the house."""

    currency: Annotated[Currency | None, Means("the currency of every amount of fees")] = None
    classes: Classes | None = None
    at_a_time: AtATime = AtATime()
    rake: Rake = Rake()
    hand_fee: HandFeeRules = HandFeeRules()
    time: TimeFee = TimeFee()
    jackpot: JackpotDrop = JackpotDrop()
    drop: DropBox = DropBox()
    limits: FeeLimits = FeeLimits()


class HouseJackpot(Item, frozen=True, kw_only=True):
    """An unusual event for which a jackpot is paid; the prize is not stated."""

    id: Annotated[str, DEMANDED, Means("the name of the jackpot")]
    back: Annotated[HandName, DEMANDED, Means("the back that it takes")]
    middle: Annotated[HandName, DEMANDED, Means("the middle that it takes")]
    front: Annotated[HandName, DEMANDED, Means("the front that it takes")]
    loses_all_rows: Annotated[bool, DEMANDED, Means("whether the hand must lose all rows to one opponent")]
    placement: Annotated[
        Literal["as_set", "any"],
        DEMANDED,
        Means(
            "which rows count", as_set="the rows as they were set", any="any that the thirteen cards can make"
        ),
    ]


class CardsOf(Plain, frozen=True, kw_only=True):
    """The number of cards of an irregularity: cards shown, or cards that the player was dealt.

    A range and not a bound, since `max` would bind the files that extend this one.
    """

    least: Annotated[Count | None, Means("at least so many")] = None
    most: Annotated[Count | None, Means("at most so many")] = None


class Procedure(Item, frozen=True, kw_only=True):
    """The ruling that must follow an irregularity of a kind, at some moments and for some numbers of cards."""

    kind: Annotated[
        IrregularityKind,
        DEMANDED,
        Means(
            "the kind of irregularity",
            misdeal="a misdeal is called",
            exposed_card="a card is exposed",
            wrong_card_count="a player was dealt a wrong number of cards",
            duplicate_card="a card is there twice",
            fouled_deck="the deck is fouled",
            boxed_card="a card lies face up in the deck",
            joker_dealt="a joker was dealt",
            dealt_out_of_order="cards were dealt out of order",
            missed_hand="a player is not there",
            left_table="a player left the table",
            acted_out_of_turn="a player acted out of turn",
            clock_expired="the time of a player ran out",
            unprotected_hand="a player did not protect his cards",
            other="anything else",
        ),
    ]
    when: Annotated[Moment | tuple[Moment, ...], Means("the moments that it is for; left out: any")] = ()
    cards: CardsOf = CardsOf()
    ruling: Annotated[
        Ruling | tuple[Ruling, ...],
        DEMANDED,
        Means(
            "what must follow; one of several",
            misdeal="a misdeal",
            hand_fouled="the hand fouled",
            hand_dead="the hand dead",
            play_on="play goes on",
            penalty="a penalty",
            warning="a warning",
        ),
    ]
    too_late: Annotated[
        Ruling | tuple[Ruling, ...],
        Means("what follows instead once no misdeal can be declared; one of several"),
    ] = ()
    units: Annotated[Units | None, Means("the penalty")] = None
    cite: Annotated[Clauses, DEMANDED] = ()
    by: Annotated[
        _Supervisor | tuple[_Supervisor, ...],
        Means(
            "who decides, one of these; left out: not stated", dealer="the dealer", supervisor="a supervisor"
        ),
    ] = ()
    text: str = ""


class NoMisdeal(Section, frozen=True, kw_only=True):
    """Until when a misdeal can be declared."""

    acted: Annotated[Positive | None, DEMANDED, Means("players who have acted once none can be declared")] = (
        None
    )


class Irregularities(Section, frozen=True, kw_only=True):
    """Procedures by name, so that a file that extends this one adds to them."""

    documented: Annotated[tuple[str, ...], Means("kinds for which a procedure exists without details")] = ()
    procedure: dict[SmallName, Procedure] = field(default_factory=dict)
    no_misdeal: NoMisdeal = NoMisdeal()


class Records(Section, frozen=True, kw_only=True):
    """The records that a room has to keep."""

    log_days: Annotated[Count | None, Means("gaming days after a gaming day until its record is due")] = None
    correction_days: Annotated[
        Count | None, Means("gaming days after a gaming day until its corrections are due")
    ] = None
    keep_years: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        Means(
            "years after the end of the fiscal year for which a record is kept, if the authority demands no more"
        ),
    ] = None
    level: Annotated[
        Level | dict[RecordedGame, Level] | None,
        Means("how much a hand has on record at least, of all games or by game"),
    ] = None
    least_level: Annotated[
        Level | tuple[Level, ...],
        Means("the same as a bound: a file that extends this one may demand more, not less"),
    ] = ()
    numbers: Annotated[
        Literal["one", "continued"] | None,
        Means(
            "the number of the first hand of a session",
            one="number 1",
            continued="the number after the last hand of the table's session before",
        ),
    ] = None

    def demanded(self, family: str, game: str) -> int:
        """Rank of the least level demanded; NO_DEMAND: none."""
        own = by_game(self.level, family, game)
        floor = (self.least_level,) if isinstance(self.least_level, str) else self.least_level
        return max(NO_DEMAND if own is None else rank_of(family, own), least_of(family, floor))

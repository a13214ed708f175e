"""Results of tournaments. Money is in minor units, ``bp`` in basis points."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.controls.sections.base import Item, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    BasisPoints,
    Chips,
    CitedStatement,
    Count,
    CurrencyCode,
    Means,
    Money,
    MoneyStep,
    OneChip,
    Stated,
)

PrizesBy = Literal["places", "chips", "tickets"]
OddByEntry = Annotated[
    Stated[Literal["entry_number"]],
    Means("who gets odd units first", entry_number="the player of the lowest entry number"),
]


class Busts(Section, frozen=True, kw_only=True):
    """The order of those who go out."""

    keys: Annotated[
        tuple[Literal["hand_or_round", "stack", "hand_rank"], ...],
        Means(
            "what decides, the first key first",
            hand_or_round="the hand, or the round of hand-for-hand play",
            stack="the stack",
            hand_rank="the rank of the hand",
        ),
    ]
    stack: Annotated[
        Literal["hand_start", "all_in"],
        Means(
            "which stack decides", hand_start="that at the start of the hand", all_in="what the player put in"
        ),
    ]
    across_tables: Annotated[
        Literal["hand_for_hand", "tie"],
        Means(
            "of players at several tables in one round",
            hand_for_hand="the same keys decide",
            tie="they share the place",
        ),
    ]


class Split(Section, frozen=True, kw_only=True):
    """A bounty that several players share."""

    rule: Annotated[Stated[Literal["even"]], Means("how it is shared", even="in equal shares")]
    odd: OddByEntry


class ChipsOfEntry(Section, frozen=True, kw_only=True):
    """The bounty chips of an entry."""

    chips: Annotated[OneChip, Means("bounty chips that each entry brings")]


class Bounty(Section, frozen=True, kw_only=True):
    """Bounties."""

    split: Split
    winner_keeps_own: Annotated[bool, Means("whether the winner keeps the own bounty")]
    per_entry: ChipsOfEntry


class HoleCards(Section, frozen=True, kw_only=True):
    """The own cards of a hand that wins a pool."""

    least: Annotated[Count, Means("own cards that the hand must use")]
    stud: Annotated[
        Literal["all_own", "down_only"],
        Means(
            "in stud games",
            all_own="all cards are own cards",
            down_only="only cards dealt face down are; a tournament's file does not record which these are",
        ),
    ]


class Share(Section, frozen=True, kw_only=True):
    """A share of the pool."""

    bp: Annotated[BasisPoints, Means("the share")]


class RoyalPool(Section, frozen=True, kw_only=True):
    """A tournament's royal flush pool."""

    base: Annotated[
        Literal["balance_now", "whole_event"],
        Means(
            "what the shares are of",
            balance_now="the balance at the time",
            whole_event="the pool of the whole event",
        ),
    ]
    hole_cards: HoleCards
    street: Annotated[Stated[Literal["river"]], Means("when the hand must be made", river="by the river")]
    showdown: Annotated[bool, Means("whether it takes a showdown")]
    straight_flush: Share
    royal_flush: Share
    rounding: Annotated[
        Literal["down", "half_up"],
        Means("how a share is rounded", down="down to a minor unit", half_up="to the nearest minor unit"),
    ]


class PrizesByPlaces(Section, frozen=True, kw_only=True):
    """Prizes by places."""

    rule: Annotated[Stated[Literal["table"]], Means("what gives them", table="a table of shares")]
    own: Annotated[
        Literal["published", "none"],
        Means(
            "a table of the tournament's own", published="holds where it is published", none="there is none"
        ),
    ]


class PrizesByChips(Section, frozen=True, kw_only=True):
    """Prizes by chips."""

    rule: Annotated[
        Stated[Literal["chips_at_the_end"]], Means("what gives them", chips_at_the_end="the chips at the end")
    ]


class PrizesByTickets(Section, frozen=True, kw_only=True):
    """Prizes as tickets."""

    rule: Annotated[
        Stated[Literal["whole_tickets"]],
        Means("what gives them", whole_tickets="as many whole tickets as the pool buys"),
    ]


class PrizeRules(Section, frozen=True, kw_only=True):
    """Rules of prizes, by what a tournament states."""

    places: PrizesByPlaces | None = None
    chips: PrizesByChips | None = None
    tickets: PrizesByTickets | None = None


class Rounding(Section, frozen=True, kw_only=True):
    """Prizes are rounded down."""

    unit_money: Annotated[MoneyStep, Means("the amount of which a prize is a multiple")]
    left: Annotated[
        Literal["best_places_one_each", "first_place"],
        Means(
            "who the rest goes to",
            best_places_one_each="the best places, one step each",
            first_place="the first place",
        ),
    ]


class SharedPlaces(Section, frozen=True, kw_only=True):
    """Places that several share."""

    rule: Annotated[Stated[Literal["shared"]], Means("their prizes", shared="are added and shared")]
    odd: OddByEntry


class Above(Section, frozen=True, kw_only=True):
    """More players than the table has a column for."""

    most: Annotated[Count, Means("the most players of a column")]
    then: Annotated[
        Literal["undetermined", "last_column"],
        Means(
            "what follows above it",
            undetermined="nothing that is stated",
            last_column="the last column holds",
        ),
    ]


class DealRules(Section, frozen=True, kw_only=True):
    """A deal of the last players."""

    reported: Annotated[bool, Means("whether it is reported to the director")]
    places: Annotated[
        Literal["official", "split"],
        Means(
            "the places that count for points",
            official="the official ones",
            split="the mean of those that share",
        ),
    ]


class PrizeColumn(Item, frozen=True, kw_only=True):
    """The shares of the places for a number of players."""

    least: Annotated[Count, DEMANDED, Means("from so many players")]
    most: Annotated[Count, DEMANDED, Means("to so many players")]
    places_bp: Annotated[
        tuple[BasisPoints, ...], DEMANDED, Means("the shares of the places, the first place first")
    ]


class Prizes(Section, frozen=True, kw_only=True):
    """Prizes of a tournament."""

    pool: Annotated[
        Literal["net_of_diversions", "gross"],
        Means(
            "what is divided", net_of_diversions="the pool less what goes elsewhere", gross="the whole pool"
        ),
    ]
    players: Annotated[
        Literal["unique", "entries"],
        Means("who counts for the column", unique="each player once", entries="each entry"),
    ]
    rounding: Rounding
    ties: SharedPlaces
    above: Above
    deal: DealRules
    column: tuple[PrizeColumn, ...]


class PenaltyRound(Section, frozen=True, kw_only=True):
    """A penalty of rounds."""

    rounds: Annotated[Count, Means("its rounds")]
    measure: Annotated[
        Literal["orbit"],
        CitedStatement("a penalty is recorded in rounds, and not in the hands that it took"),
        Means("what a round is", orbit="a hand for each player of the table"),
    ]


class PenaltyTime(Section, frozen=True, kw_only=True):
    """The length of a penalty."""

    length: Annotated[
        Literal["choice", "one_round"],
        Means("its length", choice="as the director decides", one_round="one round"),
    ]


class HeadsUp(Section, frozen=True, kw_only=True):
    """Penalties between two players."""

    warnings: Annotated[Count, Means("warnings before a player is out")]
    place: Annotated[Count, Means("the place of a player who is out so")]


class Disqualified(Section, frozen=True, kw_only=True):
    """A disqualified player."""

    stack: Annotated[Stated[Literal["removed"]], Means("the stack", removed="leaves play")]
    place: Annotated[Literal["kept", "none"], Means("the place", kept="is kept", none="is lost")]


class Elsewhere(Section, frozen=True, kw_only=True):
    """Play at another table in the meantime."""

    allowed: Annotated[bool, Means("whether it is allowed")]


class Discipline(Section, frozen=True, kw_only=True):
    """Penalties in a tournament."""

    round: PenaltyRound | None = None
    time: PenaltyTime | None = None
    heads_up: HeadsUp | None = None
    disqualified: Disqualified | None = None
    elsewhere: Elsewhere | None = None


class MostAPlayer(Section, frozen=True, kw_only=True):
    """The most that a colour-up changes a stack."""

    chips: Annotated[Chips, Means("next chips by less than which a stack changes")]


class NeverOut(Section, frozen=True, kw_only=True):
    """A player's last chip in a colour-up."""

    holds: Annotated[bool, Means("whether nobody is raced out of play")]


class NoneLeft(Section, frozen=True, kw_only=True):
    """Chips that leave play."""

    holds: Annotated[bool, Means("whether no player keeps any")]


class Race(Section, frozen=True, kw_only=True):
    """The race of small chips that leave play."""

    when: Annotated[
        Literal["before_next_level"],
        CitedStatement(
            "the stacks before and after it are the same if it is held in the last hand of the level"
        ),
        Means("when", before_next_level="before the next level"),
    ]
    odd: Annotated[
        Literal["race", "round_up"],
        Means("what becomes of odd chips", race="they are raced for", round_up="they are rounded up"),
    ]
    most_a_player: MostAPlayer
    never_out: NeverOut
    total_within: Annotated[
        Literal["one_next_chip_a_table", "none"],
        Means(
            "how far a table's chips may change",
            one_next_chip_a_table="by less than one next chip",
            none="without a limit",
        ),
    ]
    none_left: NoneLeft | None = None


class MostMoney(Section, frozen=True, kw_only=True):
    """A limit of what a player pays in a tournament, all together."""

    max_money: Annotated[Money | None, Means("at most this")] = None


class Returned(Section, frozen=True, kw_only=True):
    """The use of buy-ins."""

    all: Annotated[bool, Means("whether all of them go back to players as prizes")]


class Charges(Section, frozen=True, kw_only=True):
    """Charges of a player in a tournament, all together, and their use."""

    currency: Annotated[CurrencyCode | None, Means("the currency of the amounts")] = None
    entry_fee: MostMoney = MostMoney()
    buy_ins: MostMoney = MostMoney()
    returned: Returned | None = None

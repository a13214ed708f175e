"""Payments beside the rows, and where chips do not suffice."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from rules.controls.sections.base import Item, Section
from rules.controls.sections.parameter_types import DEMANDED, Means, Positive, Stated, Units

_Active = Annotated[
    Literal["dealt_in", "legal"],
    Means(
        "who is paid",
        dealt_in="every player who was dealt in, also with a fouled hand",
        legal="players with a legal hand",
    ),
]


class SurrenderAmount(Section, frozen=True, kw_only=True):
    """The price of a surrender."""

    units: Annotated[Units | None, Means("what a surrender costs, to each payee")] = None


class Surrender(Section, frozen=True, kw_only=True):
    """A hand that is given up."""

    allowed: Annotated[
        bool | None, Means("whether a player may surrender; left out: the rules do not say")
    ] = None
    amount: SurrenderAmount = SurrenderAmount()
    payees: Annotated[
        Literal["live_only", "all_opponents", "banker"] | None,
        Means(
            "who is paid",
            live_only="each player who is still in the hand",
            all_opponents="each of the others",
            banker="the banker; a banker who surrenders pays each player",
        ),
    ] = None
    against_surrender: Annotated[Units, Means("what two players who surrender pay each other")] = 0
    against_natural: Annotated[
        Literal["surrender_amount", "natural_value", "both"],
        Means(
            "what is paid against a special hand",
            surrender_amount="the price of the surrender",
            natural_value="the value of the special hand",
            both="both",
        ),
    ] = "surrender_amount"
    royalties: Annotated[
        Literal["none", "pays"],
        Means("the bonuses that opponents hold", none="are not paid", pays="are paid by who surrenders"),
    ] = "none"
    moment: Annotated[
        Literal["before_setting", "before_exposure"] | None,
        Means(
            "until when it can be given",
            before_setting="before the hand is set",
            before_exposure="before hands are exposed",
        ),
    ] = None


class AllRows(Section, frozen=True, kw_only=True):
    """One player of a pool wins every row."""

    extra: Annotated[Units, Means("what each other player pays, in addition to the prizes")] = 0


class PoolSettlement(Section, frozen=True, kw_only=True):
    """A game for a pool."""

    ante: Annotated[Units, Means("what each player puts in")]
    prize: Annotated[
        Literal["share_of_pool", "fixed"],
        Means(
            "what the best hand of a row takes", share_of_pool="a third of the pool", fixed="a fixed prize"
        ),
    ]
    prize_units: Annotated[Units, Means("the fixed prize")] = 0
    tie: Annotated[
        Literal["split", "carry", "returned"],
        Means(
            "what becomes of the prize of a tied row",
            split="is divided",
            carry="stays for the next hand",
            returned="goes back to the players",
        ),
    ]
    all_rows: AllRows = AllRows()


class SingleWinner(Section, frozen=True, kw_only=True):
    """A game with one winner of a deal."""

    rows_needed: Annotated[Positive, Means("rows on which the winner must beat each of the others")]
    ties: Annotated[
        Literal["lost", "not_lost"], Means("what a tied row is", lost="a row lost", not_lost="no row lost")
    ]


class SideBet(Item, frozen=True, kw_only=True):
    """A bet on cards, between every two players."""

    id: Annotated[str, DEMANDED, Means("the name of the bet")]
    counts: Annotated[Stated[Literal["A"]], DEMANDED, Means("the cards that count", A="aces")]
    values: Annotated[tuple[Units, ...], DEMANDED, Means("the units for none, one, two and more of them")]
    pay: Annotated[
        Stated[Literal["difference"]],
        DEMANDED,
        Means("what two players settle", difference="the difference of their units"),
    ]
    optin: Annotated[
        Literal["table", "seat"],
        DEMANDED,
        Means("who bets", table="every player of the table", seat="the seats that take part"),
    ]
    against_fixed: Annotated[
        bool, Means("whether it is settled with a player who surrenders or has a special hand")
    ] = True


class DealerCompensation(Section, frozen=True, kw_only=True):
    """The compensation of a player who had to deal."""

    trigger: Annotated[
        Stated[Literal["nobody_willing"]] | None,
        Means("when it is paid", nobody_willing="where nobody was willing to deal"),
    ] = None
    dealer: Annotated[
        Stated[Literal["held_ace_of_spades"]] | None,
        Means("who has to deal", held_ace_of_spades="the player who held the ace of spades"),
    ] = None
    units: Annotated[Units, Means("what each payer pays")]
    from_: Annotated[
        Stated[Literal["each_opponent"]] | None, Means("who pays", each_opponent="each opponent")
    ] = field(name="from", default=None)


class MissedHand(Section, frozen=True, kw_only=True):
    """A player who was not there and was dealt no cards."""

    units: Annotated[Units, DEMANDED, Means("the penalty, to each player who is active")]
    receives: Annotated[
        Literal["nothing", "fouls"],
        Means(
            "what the absent player is paid",
            nothing="nothing, not even what a fouled hand pays",
            fouls="what fouled hands pay every player",
        ),
    ] = "nothing"
    active: _Active = "dealt_in"


class ExposedCard(Section, frozen=True, kw_only=True):
    """A card shown out of turn, where the floor ruled a penalty."""

    units: Annotated[Units, DEMANDED, Means("the penalty, to each player who is active")]
    active: _Active = "dealt_in"


class Penalties(Section, frozen=True, kw_only=True):
    """Penalties in units."""

    missed_hand: MissedHand | None = None
    exposed_card: ExposedCard | None = None

    def of(self, irregularity: str) -> MissedHand | ExposedCard | None:
        """Penalty for an irregularity; None: not priced."""
        return {"missed_hand": self.missed_hand, "exposed_card": self.exposed_card}.get(irregularity)


class ShortChips(Section, frozen=True, kw_only=True):
    """Payments where chips do not suffice."""

    limit: Annotated[
        Literal["table_stakes", "in_full"],
        Means(
            "what limits a payment",
            table_stakes="the chips in front: no player wins or loses more",
            in_full="nothing: a debt is paid in full, or the payer is out",
        ),
    ]
    cover: Annotated[
        Literal["gross_both_sides", "net", "each_way", "payer_only"],
        Means(
            "whose chips a payment uses up",
            gross_both_sides="those of the payer, and as many of the winner's own",
            net="those that are lost in all: only the result of a hand is limited",
            each_way="those of the payer and of the winner, each up to the chips in front",
            payer_only="those of the payer; the winner's are used up as far as they go",
        ),
    ] = "gross_both_sides"
    order: Annotated[
        Literal["from_button", "left_of_button", "from_first_seat"],
        Means(
            "which seat comes first, the others clockwise",
            from_button="the button",
            left_of_button="the seat left of the button",
            from_first_seat="the seat of the lowest number",
        ),
    ]
    sequence: Annotated[
        Literal["pairs", "payer_rounds", "receiver_rounds"],
        Means(
            "in which turn debts are settled",
            pairs="pair by pair",
            payer_rounds="each player in turn pays all debts",
            receiver_rounds="each player in turn is paid all claims",
        ),
    ] = "pairs"
    phases: Annotated[
        tuple[Literal["naturals", "rest"], ...],
        Means("what is settled first and later", naturals="payments for special hands", rest="all others"),
    ]
    penalties: Annotated[
        Literal["with_rest", "first", "last"],
        Means(
            "when penalties are paid",
            with_rest="with all other payments",
            first="before all other payments",
            last="after all other payments",
        ),
    ] = "with_rest"
    fraction: Annotated[
        Literal["exact", "whole_units"],
        Means(
            "what a player pays who has too little",
            exact="all that is left",
            whole_units="as many whole units as are left",
        ),
    ] = "exact"
    elimination: Annotated[
        Literal["no_chips", "unpaid_debt"] | None,
        Means(
            "who is out of the event",
            no_chips="a player without chips at the end of a hand",
            unpaid_debt="a player who cannot pay a debt",
        ),
    ] = None
    zero: Annotated[
        Literal["stays", "out_at_once"],
        Means(
            "what becomes of a player who has paid the last chip",
            stays="the player stays while others may still pay",
            out_at_once="the player is out at once",
        ),
    ] = "stays"
    side_bets: Annotated[
        Literal["rest", "own_phase"],
        Means(
            "when side bets are settled", rest="with all other payments", own_phase="in a phase of their own"
        ),
    ] = "rest"
    netting: Annotated[
        Literal["pair", "items"],
        Means("what two players owe each other", pair="is one amount", items="is paid item by item"),
    ] = "pair"
    unit_per_chip: Annotated[Positive | None, Means("units that a chip is worth")] = None
    rebuy: Annotated[
        Stated[Literal["between_deals"]] | None,
        Means("when chips may be bought", between_deals="between deals"),
    ] = None

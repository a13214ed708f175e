"""Scoring of rows, royalties, sweeps and the overall point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import field

from rules.controls.sections.base import HandName, Item, RowName, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    Means,
    OneOf,
    Positive,
    Rank,
    RefusalWords,
    Units,
)

Topology = Literal["all_pairs", "banker", "pool", "single_winner"]
SweepOperation = Literal["add", "set", "multiply"]
SweepScope = Literal["rows_and_royalties", "rows"]
Outcome = Annotated[
    str,
    OneOf(tuple(f"{won}-{lost}-{3 - won - lost}" for won in range(4) for lost in range(4 - won))),
    RefusalWords("an outcome is written won-lost-tied and has three rows, such as 2-1-0; {found!r} is none"),
]


class Comparison(Section, frozen=True, kw_only=True):
    """The pairs that settle with each other, and tied rows."""

    topology: Annotated[
        Topology,
        Means(
            "who settles with whom",
            all_pairs="each player with each other",
            banker="each player with the banker alone",
            pool="nobody in pairs: everybody plays for a pool",
            single_winner="everybody with the one winner of the deal",
        ),
    ] = "all_pairs"
    banker_seat: Annotated[
        Literal["recorded", "dealer"],
        Means("who the banker is", recorded="the seat that the log names", dealer="the dealer"),
    ] = "recorded"
    row_tie: Annotated[
        Literal["nobody", "banker"], Means("who a tied row goes to", nobody="nobody", banker="the banker")
    ] = "nobody"
    tied_royalties: Annotated[
        bool, Means("whether a tied row that goes to the banker earns the bonus of the banker's hand")
    ] = True
    tied_sweeps: Annotated[
        bool, Means("whether a tied row that goes to the banker counts towards the banker's sweep")
    ] = True


class Rows(Section, frozen=True, kw_only=True):
    """The price of rows. cited: the clause of each."""

    beside: ClassVar[Mapping[str, Any]] = {**Section.beside, "cited": dict[Outcome, str]}

    kind: Annotated[
        Literal["per_row", "table"],
        Means("how rows are priced", per_row="one by one", table="by a table of the results of three rows"),
    ] = "per_row"
    unit: Annotated[Units, Means("what a row that is won pays")] = 1
    tie: Annotated[Units, Means("what a row that is tied pays")] = 0
    table: Annotated[dict[Outcome, Units], Means("the price of each result, from the winner's side")] = field(
        default_factory=dict
    )
    silent: Annotated[tuple[Outcome, ...], Means("the results for which the document has no price")] = ()
    per_row_too: Annotated[bool, Means("whether each row is paid as well, beside the table")] = False

    @property
    def prices(self) -> dict[str, int]:
        """Units by outcome (won-lost-tied), if priced by a table."""
        return self.table if self.kind == "table" else {}

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Outcomes without a price."""
        return self.silent if self.kind == "table" else ()


class Royalty(Item, frozen=True, kw_only=True):
    """A bonus for a hand in a row."""

    row: Annotated[RowName, DEMANDED, Means("the row")]
    hand: Annotated[HandName, DEMANDED, Means("the hand")]
    rank: Annotated[Rank | None, Means("the rank of the cards that make the hand; left out: any")] = None
    units: Annotated[Units, DEMANDED, Means("what it earns")]
    as_: Annotated[
        Literal["extra", "total"],
        DEMANDED,
        Means("what the units are", extra="paid on top of the row", total="paid in place of the row's unit"),
    ] = field(name="as")
    when: Annotated[
        Literal["held", "won", "net_winner", "won_by_net_winner"],
        DEMANDED,
        Means(
            "when it is paid",
            held="whether the row is won or lost",
            won="where the row is won",
            net_winner="to who wins in all",
            won_by_net_winner="where the row is won, to who wins in all",
        ),
    ]

    @property
    def name(self) -> str:
        """Name in paths: `royalty[front pair Q]`."""
        return " ".join(filter(None, (self.row, self.hand, self.rank)))


class Royalties(Section, frozen=True, kw_only=True):
    """Bonuses in general."""

    both: Annotated[
        Literal["both_pay", "higher_only", "cancel"],
        Means(
            "what follows where both players of a pair hold such hands",
            both_pay="each pays the other",
            higher_only="only the better one in a row is paid",
            cancel="hands of the same kind pay nothing",
        ),
    ] = "both_pay"
    tied: Annotated[
        Literal["as_held", "none"],
        Means(
            "what a tied row earns",
            as_held="the bonus of each hand that earns it by being held",
            none="no bonus",
        ),
    ] = "as_held"
    against_fixed: Annotated[
        bool, Means("whether bonuses are paid to and by a player who surrenders or has a special hand")
    ] = False


class SweepOfOne(Section, frozen=True, kw_only=True):
    """All rows won from one opponent."""

    op: Annotated[
        SweepOperation,
        Means(
            "what a sweep does to the payment",
            add="adds units",
            set="sets it to a number of units",
            multiply="multiplies it",
        ),
    ]
    units: Annotated[Units, Means("what is added or set")] = 0
    factor: Annotated[Positive, Means("what the payment is multiplied by")] = 1
    scope: Annotated[
        SweepScope,
        Means(
            "what it goes for",
            rows_and_royalties="all that was won on the rows, bonuses included",
            rows="the units of the rows alone",
        ),
    ] = "rows_and_royalties"
    two_and_a_tie: Annotated[bool, Means("whether two rows won and one tied are a sweep")] = False


class SweepOfAll(SweepOfOne, frozen=True, kw_only=True):
    """All rows won from every opponent."""

    min_opponents: Annotated[Positive, Means("the fewest opponents that it takes")] = 1
    needs: Annotated[
        Literal["every_opponent", "live_opponents"],
        Means(
            "who has to be beaten",
            every_opponent="every opponent: one who surrendered or has a special hand prevents it",
            live_opponents="every opponent who neither surrendered nor has a special hand",
        ),
    ] = "every_opponent"


class Sweep(Section, frozen=True, kw_only=True):
    """Sweeps of one opponent and of a table."""

    pair: SweepOfOne | None = None
    table: SweepOfAll | None = None


class OverallPoint(Section, frozen=True, kw_only=True):
    """A point for the better result of a pair."""

    units: Annotated[Units, Means("what the net winner of a pair is paid more")]
    basis: Annotated[
        Literal["units", "rows"],
        Means("what decides who is the net winner", units="the units, bonuses included", rows="the rows won"),
    ] = "units"
    with_fixed: Annotated[bool, Means("whether a special hand or a surrender earns the point as well")] = (
        False
    )
    beside_sweep: Annotated[
        Literal["both", "sweep_only"],
        Means("what a sweep is paid", both="its extra and the point", sweep_only="its extra alone"),
    ] = "both"

"""Naturals: hands of thirteen cards that win alone."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.cards import RANKS
from rules.controls.sections.base import Item, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    Count,
    Means,
    Positive,
    Rank,
    RefusalWords,
    Units,
)

NaturalPattern = Literal[
    "three_straights", "three_flushes", "six_pairs", "thirteen_ranks", "five_pairs_and_trips",
    "four_trips_and_odd", "colour_split", "rank_range", "three_quads_and_odd", "three_straight_flushes",
    "all_pictures", "one_suit", "no_pictures",
]  # fmt: skip
Tiebreak = Literal["none", "pairs", "pairs_then_odd_card", "back_middle_front", "poker_hands"]
_Ranks = Annotated[
    str,
    Meta(pattern=f"^[{RANKS}]*$"),
    RefusalWords(f"one or more of the choices you made was not in: {', '.join(RANKS)}"),
]


class Natural(Item, frozen=True, kw_only=True):
    """A hand of thirteen cards that wins by itself."""

    id: Annotated[str, DEMANDED, Means("the name of the hand")]
    pattern: Annotated[
        NaturalPattern,
        DEMANDED,
        Means(
            "the cards that make it",
            three_straights="straights in back and middle, three cards in a row in front",
            three_flushes="flushes in back and middle, three cards of a suit in front",
            six_pairs="six pairs and an odd card",
            thirteen_ranks="one card of each rank, in any suits",
            five_pairs_and_trips="five pairs and three of a kind",
            four_trips_and_odd="four times three of a kind and an odd card",
            colour_split="cards of one colour, red or black, but for some of the other (`minority`)",
            rank_range="every card from one rank to another (`low`, `high`)",
            three_quads_and_odd="three times four of a kind and an odd card",
            three_straight_flushes="straight flushes in all three rows, the front of three cards",
            all_pictures="twelve pictures and any thirteenth card",
            one_suit="all thirteen cards of one suit",
            no_pictures="no pictures",
        ),
    ]
    units: Annotated[Units | None, Means("what it pays; left out: the documents do not price it")] = None
    rank: Annotated[Positive, Means("its place among such hands, the highest number first")] = 0
    tiebreak: Annotated[
        Tiebreak,
        Means(
            "what decides between two of the same kind",
            none="nothing: they are tied",
            pairs="the highest pair, then the next",
            pairs_then_odd_card="the pairs, then the odd card",
            back_middle_front="back, then middle, then front",
            poker_hands="back, then middle, then front, as poker hands",
        ),
    ] = "none"
    low: Annotated[Rank, Means("the lowest rank of a range of ranks")] = "2"
    high: Annotated[Rank, Means("the highest rank of a range of ranks")] = "A"
    minority: Annotated[Count, Means("cards of the rarer colour, in a split of colours")] = 0
    pictures: Annotated[_Ranks, Means("the ranks that are pictures, such as JQK")] = "JQK"
    except_: Annotated[
        Literal["none"] | NaturalPattern,
        Means("the pattern that the cards must not make", none="there is none"),
    ] = field(name="except", default="none")


class Naturals(Section, frozen=True, kw_only=True):
    """Naturals in general, and the list of them."""

    declare: Annotated[
        Literal["automatic", "required"],
        Means(
            "whether a natural is declared",
            automatic="it wins by itself, declared or not",
            required="it must be declared before hands are exposed",
        ),
    ] = "automatic"
    waivable: Annotated[bool, Means("whether its holder may play the hand by its rows instead")] = True
    layout: Annotated[
        Literal["any_partition", "as_set"],
        Means(
            "when three straights or flushes count",
            any_partition="where the thirteen cards can be divided so",
            as_set="where the rows were set so",
        ),
    ] = "any_partition"
    quads_as_two_pairs: Annotated[
        bool, Means("whether four of a kind counts as two pairs, and three as a pair and the odd card")
    ] = True
    straight_flush_counts: Annotated[
        bool, Means("whether a straight flush counts both as a straight and as a flush")
    ] = True
    ace_low: Annotated[bool, Means("whether A-2-3 is a straight of three cards")] = True
    ace_low_rank: Annotated[
        Literal["lowest", "second"],
        Means("the rank of A-2-3 in a tie-break", lowest="the lowest", second="just below A-K-Q"),
    ] = "lowest"
    several: Annotated[
        Literal["highest", "sum", "claimed"],
        Means(
            "what a hand is paid that makes more than one",
            highest="the highest of them",
            sum="all of them",
            claimed="the one that was claimed",
        ),
    ] = "highest"
    false_claim: Annotated[
        Literal["rows", "foul"],
        Means("what a claim is that the cards do not hold", rows="played by its rows", foul="a foul"),
    ] = "rows"
    against_ordinary: Annotated[
        Literal["value", "value_in_all"],
        Means(
            "what it wins from ordinary hands",
            value="its units from each",
            value_in_all="its units once, shared among them",
        ),
    ] = "value"
    against_natural: Annotated[
        Literal["difference", "higher_rank_full", "higher_value_full", "rows"],
        Means(
            "what passes between two of them",
            difference="the difference of their values",
            higher_rank_full="the units of the one that ranks higher",
            higher_value_full="the units of the one of the higher value",
            rows="what their rows come to",
        ),
    ] = "difference"
    equal: Annotated[
        Literal["nobody", "banker"],
        Means("who wins between two of the same kind", nobody="nobody", banker="the banker"),
    ] = "nobody"
    equal_value: Annotated[
        Literal["nobody", "rank", "banker"],
        Means(
            "who wins between two kinds of one value",
            nobody="nobody",
            rank="the one that ranks higher",
            banker="the banker",
        ),
    ] = "nobody"
    hands: tuple[Natural, ...] = field(name="list", default=())

    @property
    def in_all(self) -> bool:
        """Whether payers share a natural's price."""
        return self.against_ordinary == "value_in_all"

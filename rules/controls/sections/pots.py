"""Pot games, and what their rulesets state."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Item, Priced
from rules.controls.sections.parameter_types import (
    DEMANDED,
    DealtCards,
    Means,
    Rank,
    RankedGame,
    SeatCount,
    Stated,
)
from rules.controls.sections.pot_betting import Betting, FixedLimit, HalfRule
from rules.controls.sections.pot_division import Grounds, Misdeals, OddChip, Pots, Showdown
from rules.controls.sections.pot_money import (
    BadBeat,
    NoFlop,
    PotDrop,
    PotFees,
    PotJackpots,
    PotRake,
    PotTable,
    RoyalFlush,
    Threshold,
)
from rules.pot_words import GameName, LimitName, StreetName

__all__ = [
    "BadBeat", "Betting", "FixedLimit", "Game", "GameStreet", "Grounds", "Half", "HalfRule", "Misdeals", "Mix", "NoFlop",
    "OddChip", "Order", "PotDrop", "PotFees", "PotGame", "PotJackpots", "PotRake", "PotTable", "Pots", "RoyalFlush", "Showdown",
    "Swap", "Threshold", "Use",
]  # fmt: skip

MOST_STREETS = 5

Order = Literal[
    "high", "soko", "soko_equal", "short_deck", "ace_to_five", "eight_low", "deuce_to_seven", "badugi",
]  # fmt: skip
Use = Literal["any", "two", "all"]
MixKey = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_]{0,31}$")]


class Half(Item, frozen=True, kw_only=True):
    """A share of each pot and what wins it. A game with one share has one half, named all."""

    name: Annotated[
        Literal["all", "high", "low", "draw", "omaha"],
        Means(
            "the share",
            all="the whole pot",
            high="the high half",
            low="the low half",
            draw="the half of the five-card hand",
            omaha="the half of the Omaha hand",
        ),
    ] = "all"
    order: Annotated[
        Order,
        Means(
            "what wins it",
            high="the highest hand",
            soko="the highest hand, four cards of a suit or in a row being hands",
            soko_equal="the highest hand, four cards of a suit or in a row being equal hands",
            short_deck="the highest hand, a flush above a full house",
            ace_to_five="the lowest hand, ace to five",
            eight_low="the lowest hand of eight or lower",
            deuce_to_seven="the lowest hand, deuce to seven",
            badugi="the best Badugi",
        ),
    ] = "high"
    use: Annotated[
        Use,
        Means(
            "the own cards that a hand uses",
            any="any number",
            two="exactly two, with three of the board",
            all="all, and no board",
        ),
    ] = "any"


class GameStreet(Item, frozen=True, kw_only=True):
    """A betting round and what is dealt for it. Counts of cards for each seat in, but ``board``."""

    name: Annotated[StreetName, DEMANDED, Means("the round")]
    board: Annotated[DealtCards, Means("cards on the board")] = 0
    down: Annotated[DealtCards, Means("cards face down")] = 0
    up: Annotated[DealtCards, Means("cards face up")] = 0
    draws: Annotated[DealtCards, Means("cards that a seat may exchange at most, before the round")] = 0
    discards: Annotated[DealtCards, Means("cards that each seat throws away before the street is dealt")] = 0


class Swap(Item, frozen=True, kw_only=True):
    """An exchange of some of the cards that were dealt first (Sviten Special), from the button's left."""

    cards: Annotated[DealtCards, Means("cards that are exchanged at most")]
    before: Annotated[StreetName, Means("the street before whose betting it is")]


class Game(Item, frozen=True, kw_only=True):
    """A pot game."""

    kind: Annotated[
        Literal["flop", "stud", "draw"],
        Means(
            "what is dealt",
            flop="own cards and a board",
            stud="open and hidden cards",
            draw="cards that are exchanged",
        ),
    ]
    streets: Annotated[tuple[GameStreet, ...], Meta(min_length=1, max_length=MOST_STREETS)]
    halves: Annotated[tuple[Half, ...], Meta(min_length=1, max_length=2)] = (Half(),)
    deck_from: Annotated[Rank, Means("the lowest rank in the deck")] = "2"
    swap: Swap | None = None
    common_last: Annotated[
        bool, Means("whether the last card is common to all where the deck does not suffice")
    ] = False
    open_first: Annotated[DealtCards, Means("cards of the flop that lie open before the first round")] = 0
    max_players: Annotated[SeatCount | None, Means("the most players")] = None


class Mix(Item, frozen=True, kw_only=True):
    """Games in turn, each with its limit where the mix sets one."""

    rotation: Annotated[tuple[GameName, ...], Meta(min_length=1), Means("the games in turn")]
    limits: Annotated[tuple[LimitName, ...], Means("their limits in turn")] = ()


class PotGame(Priced, frozen=True, kw_only=True):
    """All that a ruleset of the family pot states."""

    games: dict[RankedGame, Game] = field(default_factory=dict)
    mixes: dict[MixKey, Mix] = field(default_factory=dict)
    min_stack: Annotated[
        Stated[Literal["minimum_bet"]] | None,
        Means("the least stack that is dealt cards", minimum_bet="the minimum bet"),
    ] = None
    rulings: Annotated[
        Literal["note", "nothing"],
        Means("what a finding becomes that a ruling on record covers", note="a note", nothing="nothing"),
    ] = "note"
    betting: Betting = Betting()
    pots: Pots = Pots()
    misdeals: Misdeals = Misdeals()
    fees: PotFees = PotFees()
    jackpots: PotJackpots | None = None
    table: PotTable | None = None

"""Open-face play: placement, fantasyland, clock, presence, event."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from msgspec import Meta, field

from rules.cards import RANKS
from rules.controls.sections.base import HandName, Item, Section
from rules.controls.sections.parameter_types import (
    DEMANDED,
    Count,
    Means,
    OneOf,
    Positive,
    Rank,
    Seconds,
    SomeChips,
    SomeSeconds,
    Stated,
)

MOST_AT_ONCE = 17  # cards that a player in fantasyland can be dealt

FrontName = Literal["pair", "trips"]
AtOnce = Annotated[int, Meta(ge=13, le=MOST_AT_ONCE)]
EarnedBy = Annotated[str, OneOf((*RANKS, "trips"))]


class PlacementRules(Section, frozen=True, kw_only=True):
    """Cards dealt at first and in each turn, and how many of these are set and discarded."""

    variant: Annotated[
        Literal["ofc", "pineapple"],
        Means(
            "the game",
            ofc="open-face: no card is discarded",
            pineapple="Pineapple: a card of each turn is discarded",
        ),
    ] = "ofc"
    first: Annotated[Positive, Means("cards dealt at first")]
    then: Annotated[Positive, Means("cards dealt in each later turn")]
    set_: Annotated[Annotated[int, Meta(ge=1)] | None, Means("cards of a later turn that are set")] = field(
        name="set", default=None
    )
    discarded: Annotated[Count, Means("cards of a later turn that are discarded")] = 0
    order: Annotated[
        Stated[Literal["left_of_button"]] | None,
        Means("who acts first", left_of_button="the seat left of the button, the others clockwise"),
    ] = None


class FantasylandEntry(Section, frozen=True, kw_only=True):
    """The least front that leads to fantasyland."""

    front: Annotated[FrontName, DEMANDED, Means("the hand", pair="a pair", trips="three of a kind")]
    rank: Annotated[Rank, DEMANDED, Means("its rank")]


class Stay(Section, frozen=True, kw_only=True):
    """The least rows that keep a player in fantasyland; a row that is left out keeps nobody."""

    front: Annotated[FrontName | None, Means("the front", pair="a pair", trips="three of a kind")] = None
    middle: Annotated[HandName | None, Means("the middle")] = None
    back: Annotated[HandName | None, Means("the back")] = None

    @property
    def by_row(self) -> tuple[HandName | None, HandName | None, HandName | None]:
        return self.front, self.middle, self.back


class Fantasyland(Section, frozen=True, kw_only=True):
    """A strong front earns thirteen or more cards at once in the next deal."""

    cards: Annotated[AtOnce, DEMANDED, Means("cards that a player in fantasyland is dealt at once")]
    entry: Annotated[FantasylandEntry, DEMANDED]
    stay: Annotated[Stay, DEMANDED]
    more: Annotated[dict[EarnedBy, AtOnce], Means("the cards, by the front that earned them")] = field(
        default_factory=dict
    )
    stay_cards: Annotated[
        Literal["by_front", "as_before"],
        Means(
            "the cards of a player who stays",
            by_front="go by the new front",
            as_before="are as many as before",
        ),
    ] = "by_front"


class ClockCallRules(Section, frozen=True, kw_only=True):
    """The moment from which a clock may be called."""

    after: Annotated[Seconds, DEMANDED, Means("how far into the turn it may be called")] = 0


class ClockTime(Section, frozen=True, kw_only=True):
    """The time of a clock."""

    seconds: Annotated[SomeSeconds, DEMANDED, Means("the time of a player on the clock")]


class ClockExpiry(Section, frozen=True, kw_only=True):
    """The consequence of an expired clock."""

    then: Annotated[
        Literal["force", "foul"],
        DEMANDED,
        Means(
            "what becomes of the card or the hand",
            force="the card is forced into a row",
            foul="the hand is fouled",
        ),
    ]
    guaranteed: Annotated[
        Literal["no_completion", "complete_rows"],
        Means(
            "when a foul is certain",
            no_completion="where no unseen cards can complete the hand legally",
            complete_rows="where complete rows are out of order",
        ),
    ] = "no_completion"
    no_row: Annotated[
        Literal["front_most", "back_most", "choice"],
        Means(
            "where the card goes if every row makes a foul certain",
            front_most="the first row from the front that has room",
            back_most="the first row from the back that has room",
            choice="the row that the player chooses",
        ),
    ] = "front_most"
    first_five: Annotated[
        Literal["one_by_one", "foul"] | None,
        Means(
            "what becomes of the first five cards",
            one_by_one="those not placed go one by one, as they were dealt",
            foul="the hand is fouled",
        ),
    ] = None


class OpenFaceClock(Section, frozen=True, kw_only=True):
    """The clock of a turn. Without an expiry, what follows is not stated."""

    call: ClockCallRules = ClockCallRules()
    time: Annotated[ClockTime, DEMANDED]
    expiry: ClockExpiry | None = None


class Presence(Section, frozen=True, kw_only=True):
    """Leaving the table with a decision open."""

    leaving: Annotated[
        Stated[Literal["foul"]], DEMANDED, Means("what becomes of the hand", foul="it is fouled")
    ]
    no_decisions: Annotated[
        Literal["one_row_or_dead", "examples"] | None,
        Means(
            "when nothing is left to decide",
            one_row_or_dead="all cards to come can go in one row only, or the hand is fouled past rescue",
            examples="all cards to come can go in front only, or the hand is fouled past rescue",
        ),
    ] = None


class StartingStack(Section, frozen=True, kw_only=True):
    """The chips at the beginning of an event."""

    chips: Annotated[SomeChips | None, DEMANDED, Means("chips of each player at the start")] = None


class Start(Section, frozen=True, kw_only=True):
    """The beginning of an event."""

    at: Annotated[dt.datetime | None, DEMANDED, Means("the local time of the start")] = None


class Levels(Section, frozen=True, kw_only=True):
    """The length of levels."""

    hands: Annotated[Positive | None, DEMANDED, Means("hands of a level")] = None
    after_last: Annotated[
        Literal["repeat", "undefined"],
        Means(
            "what follows the last level",
            repeat="it goes on until the event is won",
            undefined="nothing that is stated",
        ),
    ] = "repeat"
    counter: Annotated[
        Literal["table", "global", "player"] | None,
        Means(
            "whose hands are counted",
            **{"global": "those of the event, all tables together"},
            table="those of the table",
            player="those of each player",
        ),
    ] = None


class SmallestChip(Section, frozen=True, kw_only=True):
    """The smallest chip in play."""

    chips: Annotated[SomeChips, DEMANDED, Means("what it is worth")] = 1


class BustOrder(Section, frozen=True, kw_only=True):
    """The order of players who go out."""

    keys: Annotated[
        tuple[Literal["hand", "stack", "time"], ...],
        Meta(min_length=1),
        DEMANDED,
        Means(
            "what decides, the first key first",
            hand="the hand in which they go out",
            stack="the stack before that hand",
            time="the time",
        ),
    ] = ()


class OpenFaceLevel(Item, frozen=True, kw_only=True):
    """A level of the schedule."""

    level: Annotated[Positive, DEMANDED, Means("its number")]
    value: Annotated[SomeChips, DEMANDED, Means("chips that a point is worth")]


class ColourUpRules(Item, frozen=True, kw_only=True):
    """Chips that leave play after a level, and the next ones."""

    chip: Annotated[SomeChips, DEMANDED, Means("the value of the chip that leaves play")]
    after: Annotated[Positive, DEMANDED, Means("the level after which it leaves")]
    next: Annotated[SomeChips, DEMANDED, Means("the value of the next chip")]


class Event(Section, frozen=True, kw_only=True):
    """The schedule of an event."""

    starting_stack: StartingStack = StartingStack()
    start: Start = Start()
    levels: Levels = Levels()
    level: tuple[OpenFaceLevel, ...] = ()
    smallest_chip: SmallestChip = SmallestChip()
    colour_up: tuple[ColourUpRules, ...] = ()
    bust_order: BustOrder = BustOrder()

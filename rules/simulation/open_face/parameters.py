"""What a simulated open-face table needs to know of a ruleset."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from rules.cards import HAND_SIZE, RANKS
from rules.controls.ruleset import Ruleset
from rules.replay.strength import HANDS

Variant = Literal["ofc", "pineapple"]
MOST_SEATS = 10
NEVER = 99  # more than any front or class


@dataclass(frozen=True)
class Fantasyland:
    """All cards at once in the next deal, for a strong front."""

    cards: int
    entry: int  # the least front, as ``front_value``
    stay_front: int
    stay_middle: int  # the least class, by position in HANDS
    stay_back: int


@dataclass(frozen=True)
class ClockRules:
    """When the clock may be called, and how long it runs."""

    after: int  # seconds into the turn
    seconds: int
    forces: bool  # a card into a row; else the hand is fouled


@dataclass(frozen=True)
class Levels:
    """What a point is worth hand by hand, and which chips are in play."""

    hands: int  # a level
    values: tuple[int, ...]
    smallest: int  # chip at first
    colour_ups: dict[int, int]  # by the level after which chips leave play: the smallest chip then

    def level(self, number: int) -> int:
        """The level of a hand. The last one goes on."""
        return min((number - 1) // self.hands + 1, len(self.values))

    def value(self, level: int) -> int:
        """What a point is worth."""
        return self.values[level - 1]

    def chip(self, level: int) -> int:
        """The smallest chip in play."""
        return max([self.smallest, *(chip for after, chip in self.colour_ups.items() if after < level)])

    def next_chip(self, level: int) -> int:
        """The smallest chip after the next colour-up, or now where none follows."""
        return min(
            (chip for after, chip in self.colour_ups.items() if after >= level), default=self.chip(level)
        )


@dataclass(frozen=True)
class OpenFace:
    """The parameters of an open-face ruleset that players, dealers and the floor act by."""

    variant: Variant
    most: int  # players at a table
    first: int  # cards of the first street
    then: int  # of every other
    discarded: int  # of these
    fantasyland: Fantasyland | None
    clock: ClockRules | None
    missed: int | None  # units to each opponent
    exposed: int | None
    leaving_fouls: bool
    levels: Levels | None
    starting_stack: int | None
    start: dt.datetime | None  # local
    paid_in_full: bool  # a debt is paid in full, or the payer is out

    @property
    def streets(self) -> tuple[tuple[int, int], ...]:
        """Where the cards of each street begin and end."""
        ends = range(self.first, self.cards + 1, self.then)
        return ((0, self.first), *((end - self.then, end) for end in ends[1:]))

    @property
    def cards(self) -> int:
        """Cards that a player is dealt, those discarded among them."""
        return self.first + (HAND_SIZE - self.first) // (self.then - self.discarded) * self.then

    @classmethod
    def of(cls, ruleset: Ruleset) -> OpenFace:
        """The open-face game of a ruleset. Raises ValueError for cards that are not dealt here."""
        if ruleset.get("table.deck.jokers"):
            raise ValueError(f"{ruleset} is played with jokers: it cannot be simulated")
        if ruleset.get("fantasyland.more"):
            raise ValueError(f"{ruleset} deals fantasyland by the front: it cannot be simulated")
        return cls(
            variant=ruleset.get("placement.variant"),
            most=ruleset.get("table.players.max", MOST_SEATS),
            first=ruleset.get("placement.first"),
            then=ruleset.get("placement.then"),
            discarded=ruleset.get("placement.discarded", 0),
            fantasyland=_fantasyland(ruleset),
            clock=_clock(ruleset),
            missed=ruleset.get("penalties.missed_hand.units"),
            exposed=ruleset.get("penalties.exposed_card.units"),
            leaving_fouls=ruleset.get("presence.leaving") == "foul",
            levels=_levels(ruleset),
            starting_stack=ruleset.get("event.starting_stack.chips"),
            start=ruleset.get("event.start.at"),
            paid_in_full=ruleset.get("chips.limit") == "in_full",
        )


def front_value(kind: str, rank: int) -> int:
    """Fronts in order: pairs by rank, then trips by rank; -1 for anything less."""
    return rank + len(RANKS) * (kind == "trips")


def _fantasyland(ruleset: Ruleset) -> Fantasyland | None:
    if ruleset.get("fantasyland") is None:
        return None

    def least(row: str) -> int:
        hand = ruleset.get(f"fantasyland.stay.{row}")
        return HANDS.index(hand) if hand else NEVER

    front = ruleset.get("fantasyland.stay.front")
    entry = ruleset.get("fantasyland.entry")
    return Fantasyland(
        cards=ruleset.get("fantasyland.cards"),
        entry=front_value(entry["front"], RANKS.index(entry["rank"])),
        stay_front=front_value(front, 0) if front else NEVER,
        stay_middle=least("middle"),
        stay_back=least("back"),
    )


def _clock(ruleset: Ruleset) -> ClockRules | None:
    """None also where nothing is said of what follows an expired clock: then the simulated table calls none."""
    if ruleset.get("clock.expiry") is None:
        return None
    return ClockRules(
        after=ruleset.get("clock.call.after", 0),
        seconds=ruleset.get("clock.time.seconds"),
        forces=ruleset.get("clock.expiry.then") == "force",
    )


def _levels(ruleset: Ruleset) -> Levels | None:
    if not ruleset.get("event.level"):
        return None
    listed = sorted(ruleset.get("event.level"), key=lambda each: int(each["level"]))
    return Levels(
        hands=ruleset.get("event.levels.hands"),
        values=tuple(each["value"] for each in listed),
        smallest=ruleset.get("event.smallest_chip.chips", 1),
        colour_ups={each["after"]: each["next"] for each in ruleset.get("event.colour_up", [])},
    )

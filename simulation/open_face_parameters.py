"""Parameters of a ruleset that a simulated open-face table follows."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from msgspec import Struct

from rules.cards import HAND_SIZE, RANKS
from rules.controls.ruleset import Ruleset
from rules.controls.sections import open_face
from rules.replay.row_strengths import HANDS

Variant = Literal["ofc", "pineapple"]
MOST_SEATS = 10
NEVER = 99  # more than any front or class


class SimulatedFantasyland(Struct, frozen=True):
    """Fantasyland: all cards at once in the next deal, for a strong front."""

    cards: int
    entry: int  # the least front, as ``front_value``
    stay_front: int
    stay_middle: int  # the least class, by position in HANDS
    stay_back: int


class SimulatedClockRules(Struct, frozen=True):
    """Seconds until the clock may be called, and its length."""

    after: int  # seconds into the turn
    seconds: int
    forces: bool  # a card into a row; otherwise the hand is fouled


class SimulatedLevels(Struct, frozen=True):
    """Point values by level, and the chips in play."""

    hands: int  # a level
    values: tuple[int, ...]
    smallest: int  # chip at first
    colour_ups: dict[int, int]  # by the level after which chips leave play: the smallest chip then

    def level(self, number: int) -> int:
        """Level of a hand; the last has no end."""
        return min((number - 1) // self.hands + 1, len(self.values))

    def value(self, level: int) -> int:
        return self.values[level - 1]

    def chip(self, level: int) -> int:
        return max([self.smallest, *(chip for after, chip in self.colour_ups.items() if after < level)])

    def next_chip(self, level: int) -> int:
        """Smallest chip after the next colour-up; the present one where none follows."""
        return min(
            (chip for after, chip in self.colour_ups.items() if after >= level), default=self.chip(level)
        )


class SimulatedOpenFace(Struct, frozen=True):
    """Parameters that players, dealers and the floor follow."""

    variant: Variant
    most: int  # players at a table
    first: int  # cards of the first street
    then: int  # of every other
    discarded: int  # of these
    fantasyland: SimulatedFantasyland | None
    clock: SimulatedClockRules | None
    missed: int | None  # units to each opponent
    exposed: int | None
    leaving_fouls: bool
    levels: SimulatedLevels | None
    starting_stack: int | None
    start: dt.datetime | None  # local
    paid_in_full: bool  # a debt is paid in full, otherwise the payer is out

    @property
    def streets(self) -> tuple[tuple[int, int], ...]:
        """First and last card of each street."""
        ends = range(self.first, self.cards + 1, self.then)
        return ((0, self.first), *((end - self.then, end) for end in ends[1:]))

    @property
    def cards(self) -> int:
        """Number of cards that a player is dealt, with discards."""
        return self.first + (HAND_SIZE - self.first) // (self.then - self.discarded) * self.then

    @classmethod
    def of(cls, ruleset: Ruleset) -> SimulatedOpenFace:
        """The game of a ruleset. Raises ValueError for a deal that cannot be simulated."""
        sections = ruleset.sections
        placement, event = sections.placement, sections.event
        if placement is None:
            raise ValueError(f"{ruleset} does not say how cards are placed: it cannot be simulated")
        if sections.table.deck.jokers:
            raise ValueError(f"{ruleset} is played with jokers: it cannot be simulated")
        if sections.fantasyland is not None and sections.fantasyland.more:
            raise ValueError(f"{ruleset} deals fantasyland by the front: it cannot be simulated")
        missed = sections.penalties.missed_hand if sections.penalties is not None else None
        exposed = sections.penalties.exposed_card if sections.penalties is not None else None
        return cls(
            variant=placement.variant,
            most=sections.table.players.max or MOST_SEATS,
            first=placement.first,
            then=placement.then,
            discarded=placement.discarded,
            fantasyland=_fantasyland(sections.fantasyland),
            clock=_clock(sections.clock),
            missed=missed.units if missed is not None else None,
            exposed=exposed.units if exposed is not None else None,
            leaving_fouls=sections.presence is not None and sections.presence.leaving == "foul",
            levels=_levels(event),
            starting_stack=event.starting_stack.chips,
            start=event.start.at,
            paid_in_full=sections.chips is not None and sections.chips.limit == "in_full",
        )


def front_value(kind: str, rank: int) -> int:
    """Order of fronts: pairs by rank, then trips by rank; -1 for less."""
    return rank + len(RANKS) * (kind == "trips")


def _fantasyland(land: open_face.Fantasyland | None) -> SimulatedFantasyland | None:
    if land is None:
        return None
    entry, stay = land.entry, land.stay
    return SimulatedFantasyland(
        cards=land.cards,
        entry=front_value(entry.front, RANKS.index(entry.rank)),
        stay_front=front_value(stay.front, 0) if stay.front else NEVER,
        stay_middle=HANDS.index(stay.middle) if stay.middle else NEVER,
        stay_back=HANDS.index(stay.back) if stay.back else NEVER,
    )


def _clock(clock: open_face.OpenFaceClock | None) -> SimulatedClockRules | None:
    """None also where the ruleset states no consequence of an expired clock."""
    if clock is None or clock.expiry is None:
        return None
    return SimulatedClockRules(
        after=clock.call.after,
        seconds=clock.time.seconds,
        forces=clock.expiry.then == "force",
    )


def _levels(event: open_face.Event) -> SimulatedLevels | None:
    if not event.level or event.levels.hands is None:
        return None
    listed = sorted(event.level, key=lambda each: each.level)
    return SimulatedLevels(
        hands=event.levels.hands,
        values=tuple(each.value for each in listed),
        smallest=event.smallest_chip.chips,
        colour_ups={each.after: each.next for each in event.colour_up},
    )

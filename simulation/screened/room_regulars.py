"""Players who come to a room, and what they and the staff are used to."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

Strengths = tuple[tuple[float, int], ...]  # share of hands that players set at random, and how many do

ALIKE: Strengths = ((0.12, 40),)
UNEQUAL: Strengths = ((0.02, 10), (0.12, 20), (0.4, 10))
FAR_APART: Strengths = ((0.0, 8), (0.2, 16), (0.7, 16))
_LEAVE_AFTER_WINS, _STEAM, _TIRE = 0.2, 0.2, 0.3  # shares of players


class RoomHabits(Struct, frozen=True):
    """Habits that no rule forbids. Without any, what happens has nothing to do with results.

    strengths: of forty players. leaves: chance to stop after a large win or loss, of those who do. breaks: chance of a break
    after a large loss. protests: chance of a misdeal that the loser of a large hand finds. mucks: chance that cards of a large
    hand are not recorded. tired: late in the evening some set worse. generous: players, and dealers, differ in tokes.
    """

    strengths: Strengths = ALIKE
    leaves: float = 0.0
    breaks: float = 0.0
    protests: float = 0.0
    mucks: float = 0.0
    tired: bool = False
    generous: bool = False


CHANCE = RoomHabits()
SKILL = RoomHabits(UNEQUAL)
GREAT_SKILL = RoomHabits(FAR_APART)
LIVED = RoomHabits(
    strengths=UNEQUAL, leaves=0.15, breaks=0.05, protests=0.01, mucks=0.02, tired=True, generous=True
)


class RoomRegular(Struct, frozen=True):
    """A player. careless: share of hands that he sets at random. generous: tokes beside those of the others."""

    name: str
    careless: float = UNEQUAL[0][0]
    leaves_after_wins: bool = False
    steams: bool = False
    tires: bool = False
    generous: float = 1.0


def regulars(random: np.random.Generator, habits: RoomHabits) -> list[RoomRegular]:
    """Forty players of a room, the strongest first."""
    shares = [careless for careless, count in habits.strengths for _ in range(count)]
    return [_regular(place, careless, random, habits) for place, careless in enumerate(shares)]


def _regular(place: int, careless: float, random: np.random.Generator, habits: RoomHabits) -> RoomRegular:
    stops, steams, tires = (random.random(3) < (_LEAVE_AFTER_WINS, _STEAM, _TIRE)).tolist()
    generous = float(random.uniform(0, 3)) if habits.generous else 1.0
    return RoomRegular(f"p-{place:02}", careless, stops, steams, tires, generous)

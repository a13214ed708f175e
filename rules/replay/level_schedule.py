"""A tournament's schedule: levels by hand, value of a point, chips in play. CARN-level-*, CARN-colorup-*; AMB-CARN-after-25."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Ints


class LevelSchedule(Struct, frozen=True, eq=False):
    """Levels of an event, from 1; place 0 of values and chips is level 1. counter: whose hands count."""

    hands_a_level: int
    values: Ints  # (L,) chips a point
    smallest: Ints  # (L,) the smallest chip in play
    repeats: bool  # the last level goes on; else what follows is outside the schedule
    counter: Literal["table", "global", "player"] = "table"

    @property
    def last(self) -> int:
        return len(self.values)

    def level_of(self, number: Ints) -> Ints:
        """Levels of hands by number; NOT_RECORDED outside the schedule."""
        level = (number - 1) // self.hands_a_level + 1
        over = self.last if self.repeats else NOT_RECORDED
        level = np.where(level > self.last, over, level)
        return np.where(number < 1, NOT_RECORDED, level)

    def value_of(self, level: Ints) -> Ints:
        """Value of a point; NOT_RECORDED for a level that does not exist."""
        return self._of(self.values, level)

    def smallest_of(self, level: Ints) -> Ints:
        """Smallest chip in play; NOT_RECORDED for a level that does not exist."""
        return self._of(self.smallest, level)

    def _of(self, column: Ints, level: Ints) -> Ints:
        there = (level >= 1) & (level <= self.last)
        found: Ints = np.where(there, column[np.where(there, level - 1, 0)], NOT_RECORDED)
        return found


@lru_cache(maxsize=64)
def schedule_of(ruleset: Ruleset) -> LevelSchedule | None:
    """The ruleset's schedule; None where it has no levels."""
    event = ruleset.sections.event
    if not event.level or event.levels.hands is None:
        return None
    levels = sorted(event.level, key=lambda each: each.level)
    smallest = np.full(len(levels), event.smallest_chip.chips, np.int64)
    for each in sorted(event.colour_up, key=lambda each: each.after):
        smallest[each.after :] = each.next
    return LevelSchedule(
        hands_a_level=event.levels.hands,
        values=np.array([each.value for each in levels], np.int64),
        smallest=smallest,
        repeats=event.levels.after_last == "repeat",
        counter=event.levels.counter or "table",
    )

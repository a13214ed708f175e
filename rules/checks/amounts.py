"""Amounts of money and units as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from rules.controls.ruleset import Ruleset
from rules.currencies import money_text as money_text  # part of what this module offers
from rules.results import CHIPS


def money_of(currency: str, rulesets: Iterable[Ruleset]) -> str:
    """What amounts are in: chips where all rulesets are of tournaments, else the session's currency."""
    mediums = {ruleset.sections.stakes.medium for ruleset in rulesets}
    return CHIPS if mediums == {"tournament_chips"} else currency


@lru_cache(maxsize=4096, typed=True)
def units_text(units: int | Fraction) -> str:
    """A number of units with its sign: +3 units, −1 unit, 0 units, +4/3 units."""
    sign, size = "+" if units > 0 else "−" if units < 0 else "", abs(units)
    number = f"{size:,}" if isinstance(size, int) else str(size)
    return f"{sign}{number} unit{'' if size == 1 else 's'}"


def counted(count: int, one: str) -> str:
    """A number of things: 1 card, 1,200 cards."""
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def lasting(microseconds: int) -> str:
    """A time, in seconds rounded up: 45 minutes, 30 minutes and 1 second, 0 seconds."""
    minutes, seconds = divmod(-(-microseconds // 1_000_000), 60)
    parts = [counted(minutes, "minute")] * bool(minutes) + [counted(seconds, "second")] * bool(seconds)
    return " and ".join(parts) or counted(0, "second")

"""Words for amounts of money and units."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import UNSET

from rules.currencies import money_text as money_text  # part of what this module offers
from rules.records.events import Session
from rules.results import CHIPS

if TYPE_CHECKING:
    from rules.controls.ruleset import Ruleset

_OF_TOURNAMENTS = "tournament_chips"


def money_of(currency: str, rulesets: Iterable[Ruleset], *, tournament: bool = False) -> str:
    """Medium of amounts: chips where all rulesets are of tournaments, else the currency.

    tournament: of the table; pot rules without a medium then hold for its chips.
    """
    mediums = {_medium(ruleset, tournament) for ruleset in rulesets}
    return CHIPS if mediums == {_OF_TOURNAMENTS} else currency


def money_of_session(session: Session, rulesets: Iterable[Ruleset]) -> str:
    """Medium of a session's amounts."""
    return money_of(session.currency, rulesets, tournament=session.tournament is not UNSET)


def _medium(ruleset: Ruleset, tournament: bool) -> str | None:
    stated = ruleset.sections.stakes.medium
    return _OF_TOURNAMENTS if stated is None and tournament and ruleset.family == "pot" else stated


@lru_cache(maxsize=4096, typed=True)
def units_text(units: int | Fraction) -> str:
    """Units with their sign: +3 units, −1 unit, 0 units."""
    sign, size = "+" if units > 0 else "−" if units < 0 else "", abs(units)
    number = f"{size:,}" if isinstance(size, int) else str(size)
    return f"{sign}{number} unit{'' if size == 1 else 's'}"


def counted(count: int, one: str) -> str:
    """A number of things: 1 card, 1,200 cards."""
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def lasting(microseconds: int) -> str:
    """A duration in whole seconds, rounded up: 30 minutes and 1 second."""
    minutes, seconds = divmod(-(-microseconds // 1_000_000), 60)
    parts = [counted(minutes, "minute")] * bool(minutes) + [counted(seconds, "second")] * bool(seconds)
    return " and ".join(parts) or counted(0, "second")

"""Parameters of a ruleset for a tournament."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Literal

from rules.controls.sections.tournaments import Rounding

# Rounding without a document, for a ruleset without prizes of its own (convention; AMB-OLY-prize-round).
PLAIN_ROUNDING = Rounding(unit_money=1, left="best_places_one_each")
BP = 10_000  # basis points of the whole


def nearest(amount: Fraction) -> int:
    """Nearest whole number; a half is rounded up."""
    return floor(amount + Fraction(1, 2))


def share_of(amount: int, bp: int, rounding: Literal["down", "half_up"]) -> int:
    """A share in basis points, down or to the nearest minor unit (AMB-OLY-jp-round)."""
    share = Fraction(amount * bp, BP)
    return nearest(share) if rounding == "half_up" else floor(share)

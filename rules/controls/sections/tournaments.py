"""Sections of tournaments and their ranking, by name."""

from __future__ import annotations

from rules.controls.sections.tournament_entries import Again, Entries, KindName, Late
from rules.controls.sections.tournament_points import Average, Band, Excluded, RankingPoints, RankingPrizes
from rules.controls.sections.tournament_results import (
    Bounty,
    Busts,
    Charges,
    Discipline,
    PrizeColumn,
    PrizeRules,
    Prizes,
    Race,
    Rounding,
    RoyalPool,
)
from rules.controls.sections.tournament_seating import Balance, ClockLevels, SeatingRules

__all__ = [
    "Again",
    "Average",
    "Balance",
    "Band",
    "Bounty",
    "Busts",
    "Charges",
    "ClockLevels",
    "Discipline",
    "Entries",
    "Excluded",
    "KindName",
    "Late",
    "PrizeColumn",
    "PrizeRules",
    "Prizes",
    "Race",
    "RankingPoints",
    "RankingPrizes",
    "Rounding",
    "RoyalPool",
    "SeatingRules",
]  # fmt: skip

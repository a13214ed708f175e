"""Gap reports: what the controls of a card room leave open, what other readings would move, and what to ask."""

from rules.gaps.dealt import DEALS, SEED
from rules.gaps.dealt_pots import POT_HANDS
from rules.gaps.report import gap_report
from rules.gaps.results import GapReport

__all__ = ["DEALS", "POT_HANDS", "SEED", "GapReport", "gap_report"]

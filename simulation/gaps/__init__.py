"""Gap reports: open points of controls, effects of other readings, and questions."""

from simulation.gaps.dealt import DEALS, SEED
from simulation.gaps.dealt_pots import POT_HANDS
from simulation.gaps.gap_results import GapReport
from simulation.gaps.report import gap_report

__all__ = ["DEALS", "POT_HANDS", "SEED", "GapReport", "gap_report"]

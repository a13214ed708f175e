"""Diagnosis of a wrong ruleset: recorded results that fit another one of the library.

`screen` tries the library on differing hands; `confirm` reads the log again where a ruleset may explain a stretch.
"""

from rules.audit.diagnosis.confirm import Confirmation, Diagnosed
from rules.audit.diagnosis.fits import FittedResults
from rules.audit.diagnosis.screen import Screen

__all__ = ["Confirmation", "Diagnosed", "FittedResults", "Screen"]

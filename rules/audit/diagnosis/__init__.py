"""Diagnosis of a wrong ruleset: results that fit another one. `screen` tries the library; `confirm` reads the log again."""

from rules.audit.diagnosis.confirm import Confirmation, Diagnosed
from rules.audit.diagnosis.fits import FittedResults
from rules.audit.diagnosis.screen import Screen

__all__ = ["Confirmation", "Diagnosed", "FittedResults", "Screen"]

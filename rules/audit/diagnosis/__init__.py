"""Diagnosis of a wrong ruleset: recorded results that fit another ruleset of the library.

A pass beside the audit tries the library on the hands that differ (`screen`). Where a ruleset may explain a stretch, the log
is read again (`confirm`); `words` describes the result.
"""

from rules.audit.diagnosis.confirm import Confirmation, Diagnosed
from rules.audit.diagnosis.fits import FittedResults
from rules.audit.diagnosis.screen import Screen

__all__ = ["Confirmation", "Diagnosed", "FittedResults", "Screen"]

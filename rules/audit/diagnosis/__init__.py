"""Where the recorded results are wrong under the session's ruleset and right under another one of the library.

A first pass, beside the audit, tries the library on the hands that differ (`screen`). Only where a ruleset may explain a
stretch of hands is the log read again (`confirm`), and what it shows is put into words (`words`).
"""

from rules.audit.diagnosis.confirm import Confirmation, Diagnosed
from rules.audit.diagnosis.fits import Results
from rules.audit.diagnosis.screen import Screen

__all__ = ["Confirmation", "Diagnosed", "Results", "Screen"]

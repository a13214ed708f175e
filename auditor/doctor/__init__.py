"""What a store is examined for: `auditor doctor`, and each backup before it counts as one."""

from auditor.doctor.examination import CannotExamine, Checked, Examination, examine, verify_register
from auditor.doctor.fault import Fault

__all__ = ["CannotExamine", "Checked", "Examination", "Fault", "examine", "verify_register"]

"""Examination of a store: `auditor doctor`, and each backup before it counts as one."""

from auditor.doctor.examination import (
    CannotExamine,
    Checked,
    Examination,
    examine,
    must_be_a_store,
    verify_register,
)
from auditor.doctor.fault import Fault

__all__ = [
    "CannotExamine",
    "Checked",
    "Examination",
    "Fault",
    "examine",
    "must_be_a_store",
    "verify_register",
]

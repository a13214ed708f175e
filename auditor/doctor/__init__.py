"""Examination of stores and backups."""

from auditor.doctor.examination import (
    CannotExamine,
    Examination,
    ExaminedCheck,
    examine,
    must_be_a_store,
    verify_register,
)
from auditor.doctor.fault import StoreFault

__all__ = [
    "CannotExamine",
    "Examination",
    "ExaminedCheck",
    "StoreFault",
    "examine",
    "must_be_a_store",
    "verify_register",
]

"""Modules and tables made once before processes fork."""

from auditor.bulk import file_task, room_task, screening_run
from auditor.engine import read_program
from rules.controls.library import library

__all__ = ["file_task", "room_task", "screening_run"]

library()
read_program()

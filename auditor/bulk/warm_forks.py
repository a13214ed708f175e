"""Modules and tables made once before processes fork."""

from auditor.bulk import file_task, room_task
from auditor.engine import read_program
from rules.controls.library import library

__all__ = ["file_task", "room_task"]

library()
read_program()

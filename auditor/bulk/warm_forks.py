"""Modules and tables that every process of a run needs, made once in the process from which they are forked."""

from auditor.bulk import file_task, room_task
from auditor.engine import read_program
from rules.controls.library import library

__all__ = ["file_task", "room_task"]

library()
read_program()

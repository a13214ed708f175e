"""The engine: which program judged, as digests of its files that a stranger can work out again."""

from auditor.engine.identity import Program, judged, program, read_program

__all__ = ["Program", "judged", "program", "read_program"]

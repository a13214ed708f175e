"""Identity of the judging program by digests."""

from auditor.engine.identity import Program, judged, program, read_program

__all__ = ["Program", "judged", "program", "read_program"]

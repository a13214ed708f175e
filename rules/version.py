"""Release of the program, and its judgement."""

VERSION = "0.2.0"
JUDGEMENT = 6  # raised with each change of what audits find; the changelog has a line for each number

"""Findings about the numbers of hands in a log."""

from __future__ import annotations

from rules.checks.support.check import Draft


def number_draft(*, hand: int | None, number: int, line: int, due: int, fact: str, message: str) -> Draft:
    """A hand whose number is not the one due. hand: its position in the log."""
    return Draft(
        hand=hand,
        number=number,
        line=line,
        stated=number,
        expected=due,
        unit="hand number",
        fact=fact,
        message=message,
    )

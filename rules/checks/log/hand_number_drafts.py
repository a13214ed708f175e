"""Findings about hand numbers."""

from __future__ import annotations

from rules.checks.support.check import Draft


def number_draft(*, hand: int | None, number: int, line: int, due: int, fact: str, message: str) -> Draft:
    """A hand with another number than due. hand: position."""
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

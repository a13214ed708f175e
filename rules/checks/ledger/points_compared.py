"""Points of a ranking as they are stated beside those that are due."""

from __future__ import annotations

from fractions import Fraction

from rules.checks.support.check import Draft
from rules.tournaments.points_due import as_text


def points_draft(
    *, line: int, account: str, player: str, stated: Fraction, due: Fraction, of: object, message: str
) -> Draft | None:
    """The difference of a player's points; None: they are the same. of: the tournament or the period that they are of."""
    if stated == due:
        return None
    return Draft(
        line=line,
        account=account,
        player=player,
        stated=as_text(stated),
        expected=as_text(due),
        unit="points",
        fact=f"{of}|{stated}|{due}",
        message=message,
    )

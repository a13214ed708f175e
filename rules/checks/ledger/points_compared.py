"""Points stated beside points due."""

from __future__ import annotations

from fractions import Fraction

from rules.checks.support.check import Draft
from rules.tournaments.points_due import as_text


def points_draft(
    *, line: int, account: str, player: str, stated: Fraction, due: Fraction, of: object, message: str
) -> Draft | None:
    """Difference of points; None: equal. of: tournament or period."""
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

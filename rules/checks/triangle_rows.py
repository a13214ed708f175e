"""The fee triangle as results have it: what was due, recorded and counted of a kind of fee, and how far these lie apart."""

from __future__ import annotations

from rules.checks.triangle import Side, Sides, apart
from rules.results import TriangleRow


def has_amounts(sides: Sides) -> bool:
    """Whether a kind of fee was priced, taken or counted at all."""
    return bool(sides.due.sure or sides.due.least or sides.recorded.least or sides.drop.least)


def triangle_row(
    sides: Sides,
    *,
    hands: int,
    money: str,
    table: str | None = None,
    tournament: str | None = None,
    session: str | None = None,
) -> TriangleRow:
    """The row of a kind of fee. table, tournament, session: of which it is; none of them: of the room."""
    return TriangleRow(
        table=table,
        tournament=tournament,
        session=session,
        money=money,
        kind=sides.kind,
        hands=hands,
        due=sides.due.least if sides.due.most is not None else None,
        due_most=sides.due.most,
        recorded=sides.recorded.sure,
        drop=sides.drop.sure,
        recorded_least=sides.recorded.least,
        drop_least=sides.drop.least,
        recorded_less_due=_difference(sides, "recorded", "due"),
        drop_less_recorded=_difference(sides, "drop", "recorded"),
        drop_less_due=_difference(sides, "drop", "due"),
    )


def _difference(sides: Sides, stated: Side, expected: Side) -> int | None:
    """By how much at least one side is more than another; None where that is not known.

    Nor is it where they may be the same only by what lies in the boxes of another kind.
    """
    side, other = getattr(sides, stated), getattr(sides, expected)
    found = apart(sides, stated, expected)
    if found:
        return found.difference
    return None if side.over(other) or not side.testable(other) else 0

"""The fee triangle in results: due, recorded and counted amounts, and differences."""

from __future__ import annotations

from rules.checks.support.fee_triangle import Side, Sides, side_difference
from rules.results import TriangleRow


def has_amounts(sides: Sides) -> bool:
    """Whether a kind of fee was priced, taken or counted."""
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
    """Row of a kind of fee. table, tournament, session: its subject; none: the room."""
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
    """Least excess of one side over another; None: unknown, or other boxes may make them equal."""
    side, other = getattr(sides, stated), getattr(sides, expected)
    found = side_difference(sides, stated, expected)
    if found:
        return found.difference
    return None if side.over(other) or not side.testable(other) else 0

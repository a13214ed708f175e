"""Why an open-face hand is fouled."""

from __future__ import annotations

from auditor.reference.systems.worked import Worked


def why_fouled(one: Worked, seat: int) -> str:
    """What follows "fouled" in a table; nothing for a closed hand."""
    if not one.open_face:
        return ""
    column = one.column(seat)
    front, middle, back = one.replayed.seats.strength[0, column].tolist()
    if one.replayed.seats.ruled[0, column]:
        return " by a ruling"
    if front > middle:
        return ": the front ranks above the middle"
    return ": the middle ranks above the back" if middle > back else ""

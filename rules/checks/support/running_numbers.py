"""Running numbers of a room's files."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome

_HEADER = 1  # the line
FIRST = 1


def number_outcome(number: int | UnsetType, others: Sequence[int] | None, kind: str) -> Outcome:
    """Outcome of a file's number beside the others of its kind; None: unknown."""
    if number is UNSET:
        return f"the {kind} has no running number"
    if number == FIRST:
        return INAPPLICABLE
    if others is None:
        return f"the running numbers of the room's other {kind}s were not given"
    before = max((each for each in others if each < number), default=None)
    if before is None:
        return f"no {kind} of the room with a lower number is on record"
    return None if before == number - 1 else _gap(before, number, kind)


def _gap(before: int, number: int, kind: str) -> Draft:
    if number - before == 2:
        which, such = f"{before + 1} is", "that"
    else:
        which, such = f"{before + 1} to {number - 1} are", "such a"
    return Draft(
        line=_HEADER,
        stated=number,
        expected=before + 1,
        unit=f"{kind} number",
        fact=f"{before}-{number}",
        message=(
            f"Between {kind}s {before} and {number} of the room, {which} missing: no file with {such} number was received."
        ),
    )

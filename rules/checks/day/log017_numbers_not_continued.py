"""The hand numbers of a session do not follow those of the session before.

Finds: a session whose first hand does not follow the last hand of the session before at the same table: by controls that continue
the numbers, and by controls of a room that do not say where numbers begin, for a session that does not begin at 1.
Why: hands that are in neither log were cut off at the end of the one or at the beginning of the other.
Example: a session ends at hand 30, and the next one at its table begins at hand 41.
Needs: two sessions of a table on the gaming day; a room's own controls.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView, same_table, table_name
from rules.checks.day.session_summary import SessionSummary
from rules.checks.support.check import Check, Draft, Tested

CHECK = Check(
    "LOG017",
    "numbers-not-continued",
    "violation",
    "major",
    ("external:RECORD-day",),
    title="The numbers of hands are not continued from the session before",
    scope="room",
    area="evidence",
    follows=("LOG009", "LOG011", "LOG012"),
)


def run(view: DayView) -> Tested:
    pairs = list(_pairs(view))
    second = {at for _, at in pairs}
    mine = [at for at in view.opened if _numbered(view.sittings[at])]
    unsure = [at for at in mine if _beside_skipped(view, at)]
    alone = [at for at in mine if at not in second and at not in unsure]
    return view.tested(
        _findings(view, [pair for pair in pairs if pair[1] not in unsure]),
        [
            (alone, "the session before at the table is not of this gaming day"),
            (unsure, "another session of the table could not be audited"),
        ],
        [at for at in view.everywhere if at not in mine],
    )


def _beside_skipped(view: DayView, at: int) -> bool:
    """Whether a skipped session of the table may be the one before."""
    own = view.sittings[at]
    return any((each.table, each.tournament) == (own.table, own.tournament) for each in view.skipped)


def _numbered(each: SessionSummary) -> bool:
    """Whether its numbers must follow those before."""
    numbering, first = each.numbering, each.first_hand
    if numbering is None or first is None or numbering.begin == "one":
        return False
    return numbering.begin == "continued" or first > 1


def _pairs(view: DayView) -> Iterator[tuple[int, int]]:
    """Sessions whose numbers must follow, with the one before."""
    for at in view.opened:
        each = view.sittings[at]
        before = [
            other
            for other in range(at)
            if same_table(view.sittings[other], each) and view.sittings[other].last_hand is not None
        ]
        if before and _numbered(each):
            yield before[-1], at


def _findings(view: DayView, pairs: list[tuple[int, int]]) -> Iterator[Draft]:
    for before, at in pairs:
        one, other = view.sittings[before], view.sittings[at]
        assert one.last_hand is not None and other.first_hand is not None and other.numbering is not None
        due = one.last_hand + 1
        if other.first_hand == due:
            continue
        stated = other.numbering.begin is not None
        if other.first_hand > due:
            last = other.first_hand - 1
            lost = f"hand {due} is" if last == due else f"hands {due} to {last} are"
            what = f"{lost} in neither log"
        else:
            what = "numbers are repeated"
        yield Draft(
            session=other.session,
            stated=other.first_hand,
            expected=due,
            unit="hand number",
            clause=other.numbering.clause if stated else None,
            kind=None if stated else "discrepancy",
            fact=f"{one.last_hand}|{other.first_hand}",
            sessions=(before, at),
            message=(
                f"{table_name(other.table)}: session {one.session} ends at hand {one.last_hand}, and session "
                f"{other.session} begins at hand {other.first_hand}: {what}."
            ),
        )

"""A table was broken out of turn.

Finds: a table that is broken while another one comes before it in the posted order and still has players.
Why: the order is posted, so that nobody chooses who has to move and who keeps the seat.
Example: table T2 is broken; the posted order has T3 first.
Needs: `break_order` of the tables in the first line.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import TableBroken

CHECK = Check(
    "TRN038",
    "break-order-differs",
    "violation",
    "minor",
    ("CARN-table-break",),
    title="A table was broken out of turn",
    scope="tournament",
    rule=("seating.break.order",),
    area="procedure",
    follows=("TRN038",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    posted = _posted(view)
    gone: set[str] = set()
    for broken in view.seating.broken:
        yield _of(view, broken, posted, gone)
        gone.add(broken.record.table)


def _posted(view: TournamentView) -> dict[str, int]:
    tables = [] if view.header.tables is UNSET else view.header.tables
    return {each.table: each.break_order for each in tables if each.break_order is not UNSET}


def _of(view: TournamentView, broken: TableBroken, posted: dict[str, int], gone: set[str]) -> Outcome:
    table = broken.record.table
    if table not in posted:
        return "the order in which tables break was not recorded"
    left = [each for each in posted if each == table or (each not in gone and each not in broken.emptied)]
    due = min(left, key=lambda each: posted[each])
    if table in gone:
        return INAPPLICABLE
    if due == table:
        return None
    return Draft(
        line=broken.line,
        table=table,
        stated=table,
        expected=due,
        message=f"{view.at(broken.line)}: table {table} was broken; by the posted order {due} is the next to break.",
    )

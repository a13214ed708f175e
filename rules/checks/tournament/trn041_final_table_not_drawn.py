"""The final table plays without a draw of its seats.

Finds: the first hand with one table left of several and no draw of that table since there were more.
Why: the seats of the final table are drawn, so that nobody keeps or picks a place for the highest prizes.
Example: table T1 is broken, its last player moves to T2, and T2 deals on.
Needs: the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.draws import not_drawn
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "TRN041",
    "final-table-not-drawn",
    "violation",
    "minor",
    ("OLY-3.4-21",),
    title="The final table was not drawn",
    scope="tournament",
    rule=("seating.final_table.by",),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)
TABLES = 1


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.final_table if view.rules.seating is not None else None
    if rule is not None and rule.by is not None:
        yield from not_drawn(view, TABLES, "one table is left, and its seats were not drawn")

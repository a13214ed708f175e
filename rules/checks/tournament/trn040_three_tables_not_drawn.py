"""Three tables were left, and the seats were not drawn anew.

Finds: in a tournament of a class that has this draw, the first hand with three tables left of more and no draw of three tables
since there were more.
Why: a draw at a moment that everybody knows ends what chance and moves have made of the tables.
Example: in a monthly tournament three tables are left, and table T2 deals without a draw.
Needs: `classes`, the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.draws import not_drawn
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "TRN040",
    "three-tables-not-drawn",
    "violation",
    "minor",
    ("OLY-3.4-16",),
    title="Three tables played on without a new draw",
    scope="tournament",
    rule=("seating.three_tables",),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)
TABLES = 3


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.three_tables if view.rules.seating is not None else None
    classes = view.header.classes if isinstance(view.header.classes, list) else []
    if rule is not None and not set(rule.classes).isdisjoint(classes):
        yield from not_drawn(view, TABLES, "three tables are left, and their seats were not drawn anew")

"""The largest table played on while the tables were out of balance.

Finds: a hand that begins at a largest table while it has more players than the smallest by the difference at which tables are
balanced; where the difference of any two tables counts, at a table that has so many more than another. Reported once, until a
hand has begun within the limit.
Why: who sits at a short table pays the blinds more often. The others wait until a player has moved.
Example: table T2 deals with 5 players, and table T1 has 3.
Needs: the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.table_balance import too_many
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.checks.tournament.unbalanced_tables import UnbalancedSince, dealt_unbalanced

CHECK = Check(
    "TRN034",
    "balance-missed",
    "violation",
    "minor",
    ("OLY-3.4-14",),
    title="The largest table played on while tables were out of balance",
    scope="tournament",
    rule=("seating.balance.at", "seating.balance.measure"),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


_LARGEST = UnbalancedSince(
    lambda rule: rule.at,
    too_many,
    "table {table} deals while the tables differ by {difference} players ({sizes}); they may differ by {most}.",
    "table {table} deals while it has {difference} players more than another ({sizes}); they may differ by {most}.",
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    return dealt_unbalanced(view, _LARGEST)

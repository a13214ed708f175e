"""A table that lacks too many players played on.

Finds: a hand that begins at a smallest table while the largest has more players by the difference at which the short table
waits; where the difference of any two tables counts, at a table that another has so many more than. Reported once, until a
hand has begun within the limit.
Why: the few players of a short table pay the blinds far more often. They wait until the tables are level.
Example: table T1 deals with 2 players, and table T2 has 5.
Needs: the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.table_balance import too_few
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.checks.tournament.unbalanced_tables import UnbalancedSince, dealt_unbalanced

CHECK = Check(
    "TRN035",
    "short-table-played",
    "violation",
    "major",
    ("OLY-3.4-15",),
    title="A short table played on",
    scope="tournament",
    rule=("seating.balance.stop_at", "seating.balance.measure"),
    area="procedure",
    follows=("TRN032", "TRN034"),
    games=TOURNAMENTS,
)


_SAID = "table {table} deals and lacks {difference} players ({sizes}); a table that lacks {at} waits."
_SMALLEST = UnbalancedSince(
    lambda rule: rule.stop_at,
    too_few,
    _SAID,
    _SAID,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    return dealt_unbalanced(view, _SMALLEST)

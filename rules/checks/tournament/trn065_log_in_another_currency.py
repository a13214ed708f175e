"""A log of a table is in another currency than its tournament.

Finds: a table log of the tournament whose session has another currency than the first line of the file.
Why: buy-ins, fees and prizes are in one currency. A log in another one is of another event, or was set up wrongly, and nothing
of its money can be held against the file.
Example: the tournament is in euros, and the log of its table T3 in US dollars.
Needs: the logs of the tournament's tables.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView

CHECK = Check(
    "TRN065",
    "log-in-another-currency",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="A log of a table is in another currency than its tournament",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    due = view.header.currency
    for log in view.own:
        stated = log.session.currency
        if stated == due:
            yield None
            continue
        yield Draft(
            session=log.session.session,
            table=log.session.table,
            line=1,
            stated=stated,
            expected=due,
            unit="currency",
            message=(
                f"The log of table {log.session.table} (session {log.session.session}) is in {stated}; "
                f"the tournament is in {due}."
            ),
        )

"""An entry was paid back without the approval of the director.

Finds: an unregistered entry that was paid back and whose approval is recorded as not given.
Why: a refund takes money out of the pool. Somebody who is responsible must have agreed to it.
Example: entry 1 is unregistered, €55.00 is paid back, and `approved` is false.
Needs: `approved` in the line.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import Unregister

CHECK = Check(
    "TRN020",
    "refund-without-approval",
    "violation",
    "minor",
    ("OLY-3.3-09",),
    title="{entry} was paid back without approval",
    scope="tournament",
    rule=("entry.refund",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    refund = view.rules.entry.refund if view.rules.entry is not None else None
    for line, event in view.events(Unregister):
        if refund is None or not refund.approval or event.refund == 0:
            yield INAPPLICABLE
        elif event.approved is UNSET:
            yield "whether the refund was approved was not recorded"
        elif event.approved:
            yield None
        else:
            yield Draft(
                line=line,
                entry=event.entry,
                stated=False,
                expected=True,
                message=f"{view.at(line, event.entry)}: the entry was paid back without the approval of the director.",
            )

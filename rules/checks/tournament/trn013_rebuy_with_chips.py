"""A player bought chips who had chips left.

Finds: a rebuy with chips in front, in a tournament in which only those buy again who have lost all.
Why: there a rebuy replaces a stack that is lost. With chips left it makes a stack bigger than others can have.
Example: entry 1 had 500 chips in front, and bought a rebuy.
Needs: `before` in the rebuy.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import AddOn, Rebuy

CHECK = Check(
    "TRN013",
    "rebuy-with-chips",
    "violation",
    "major",
    ("OLY-3.2-a",),
    title="{entry} bought a rebuy with chips in front",
    scope="tournament",
    rule=("kinds.rebuy_broke.rebuys",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    kind = view.rules.kinds.get(view.header.kind)
    for line, event in view.events(Rebuy):
        if isinstance(event, AddOn) or kind is None or kind.rebuys != "without_chips":
            yield INAPPLICABLE
        elif event.before is UNSET:
            yield "the chips in front before a rebuy were not recorded"
        elif event.before == 0:
            yield None
        else:
            yield Draft(
                line=line,
                entry=event.entry,
                stated=event.before,
                expected=0,
                unit="chips",
                message=(
                    f"{view.at(line, event.entry)}: a rebuy with {view.chips(event.before)} in front; "
                    "only a player who has lost all chips can buy more."
                ),
            )

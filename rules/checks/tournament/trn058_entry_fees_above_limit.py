"""A player was charged more in entry fees than the limit.

Finds: a player whose entry fees, with those of his re-entries, rebuys and add-ons, are above the limit for a tournament.
Why: the fee is the house's. The limit bounds what a tournament costs beyond the prizes, however often somebody enters.
Example: the entry fee is $60.00, and P04 entered twice: $120.00; the limit for a player is $100.00.
Needs: `fee` in the first line, and in its `rebuy` and `add_on`; without one there is no fee.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.charge_limits import above
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.parties import HOUSE

_PATH = "charges.entry_fee.max_money"
CHECK = Check(
    "TRN058",
    "entry-fees-above-limit",
    "violation",
    "major",
    ("external:WAC-230-15-210-1",),
    title="The entry fees of {player} are above the limit",
    scope="tournament",
    rule=(_PATH,),
    area="fees",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    return above(
        view, _PATH, lambda rules: rules.entry_fee.max_money, lambda each: each.fees, "the entry fees", HOUSE
    )

"""A player was charged more in buy-ins than the limit.

Finds: a player whose buy-ins, all together and without the entry fees, are above the limit for a tournament.
Why: the limit keeps a tournament within stakes that the authority allows, also through re-entries, rebuys and add-ons.
Example: three entries at $150.00 each come to $450.00; the limit for a player is $400.00.
Needs: the prices in the first line, and every entry.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.charge_limits import above
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.parties import PRIZES

_PATH = "charges.buy_ins.max_money"
CHECK = Check(
    "TRN059",
    "buy-ins-above-limit",
    "violation",
    "major",
    ("external:WAC-230-15-210-4",),
    title="The buy-ins of {player} are above the limit",
    scope="tournament",
    rule=(_PATH,),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    return above(
        view, _PATH, lambda rules: rules.buy_ins.max_money, lambda each: each.buy_ins, "the buy-ins", PRIZES
    )

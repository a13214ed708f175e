"""The payment from the tournament's royal flush pool differs from the amount due.

Finds: a `royal_hit` whose amount is not its part of the pool's balance just before it.
Why: the pool is the players' money. What one hit is paid too much, the next one lacks.
Example: the pool holds €50.00, a royal flush is due 80 percent, €40.00, and €50.00 is paid.
Needs: the entries with the royal part of the price, and what was carried into the pool. Without the cards the kind is taken as
recorded.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.royal import RoyalDue
from rules.tournaments.tournament_records import RoyalHit

CHECK = Check(
    "JKP006",
    "royal-amount-differs",
    "discrepancy",
    "major",
    ("OLY-3.2-i-sf", "OLY-3.2-i-rf"),
    title="The royal flush pool paid {entry} another amount than was due",
    scope="tournament",
    rule=("royal.straight_flush", "royal.royal_flush", "royal.base", "royal.rounding"),
    area="money",
    follows=("JKP007",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    dues = {each.line: each for each in view.replay.royal}
    for line, event in view.events(RoyalHit):
        due = dues.get(line)
        if due is None or due.event is None:  # JKP007 and JKP008 find these
            yield INAPPLICABLE
        else:
            yield _compared(view, line, event, due)


def _compared(view: TournamentView, line: int, event: RoyalHit, due: RoyalDue) -> Outcome:
    if due.due is None or due.balance is None:
        return "what was carried into the pool was not recorded"
    if event.amount == due.due:
        return None
    what = str(due.event).replace("_", " ")
    return Draft(
        line=line,
        entry=event.entry,
        stated=event.amount,
        expected=due.due,
        unit="money",
        money=abs(event.amount - due.due),
        rule=f"royal.{due.event}",
        message=(
            f"{view.at(line, event.entry)}: {view.money(event.amount)} was paid for a {what}; of a pool of "
            f"{view.money(due.balance)} it is due {view.money(due.due)}."
        ),
    )

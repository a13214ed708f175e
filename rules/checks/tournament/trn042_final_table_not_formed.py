"""So many players were left that they sit at one table, and they played on at several.

Finds: a hand that begins at one of several tables while no more players are left, of more, than sit at the final table.
Reported once, until a hand has begun at the right number of tables.
Why: whoever is left plays for the places together. At two tables the order of those who go out rests on chance.
Example: five players become four, and two tables deal on.
Needs: the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import of_hand, unsized, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import DealtHand

CHECK = Check(
    "TRN042",
    "final-table-not-formed",
    "violation",
    "minor",
    ("CARN-final-table",),
    title="The final table was not formed",
    scope="tournament",
    rule=("seating.final_table.players", "seating.final_table.tables"),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.final_table if view.rules.seating is not None else None
    if rule is None or rule.players is None or rule.tables is None:
        return
    reported = False
    for hand in view.seating.hands:
        reason = unsized(view, hand)
        if reason is not None:
            yield reason
        elif not hand.left <= rule.players < hand.most:
            yield INAPPLICABLE
        elif len(hand.sizes) <= rule.tables:
            reported = False
            yield None
        else:
            yield INAPPLICABLE if reported else _draft(hand, rule.tables)
            reported = True


def _draft(hand: DealtHand, due: int) -> Draft:
    return of_hand(
        hand,
        stated=len(hand.sizes),
        expected=due,
        unit="tables",
        message=f"{where(hand)}: {hand.left} players are left, and they play at {len(hand.sizes)} tables; they sit at {due}.",
    )

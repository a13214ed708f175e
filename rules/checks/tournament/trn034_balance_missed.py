"""The largest table played on while the tables were out of balance.

Finds: a hand that begins at a largest table while it has more players than the smallest by the difference at which tables are
balanced. Reported once, until a hand has begun within the limit.
Why: who sits at a short table pays the blinds more often. The others wait until a player has moved.
Example: table T2 deals with 5 players, and table T1 has 3.
Needs: the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import apart, of_hand, tables_of, unsized, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.sections.tournaments import Balance
from rules.tournaments.seats import DealtHand

CHECK = Check(
    "TRN034",
    "balance-missed",
    "violation",
    "minor",
    ("OLY-3.4-14",),
    title="The largest table played on while tables were out of balance",
    scope="tournament",
    holds=("seating.balance.at", "seating.balance.measure"),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.balance if view.rules.seating is not None else None
    reported = False
    for hand in view.seating.hands if rule is not None else ():
        assert rule is not None
        reason = unsized(view, hand)
        if reason is not None:
            yield reason
            continue
        found = _of(hand, rule)
        yield INAPPLICABLE if found is not None and reported else found
        reported = apart(hand.sizes) >= rule.at and (reported or found is not None)


def _of(hand: DealtHand, rule: Balance) -> Outcome:
    most = max(hand.sizes.values(), default=0)
    difference = apart(hand.sizes)
    if difference < rule.at or hand.sizes.get(hand.table) != most:
        return None
    return of_hand(
        hand,
        stated=difference,
        expected=rule.at - 1,
        unit="players",
        message=(
            f"{where(hand)}: table {hand.table} deals while the tables differ by {difference} players "
            f"({tables_of(hand.sizes)}); they may differ by {rule.at - 1}."
        ),
    )

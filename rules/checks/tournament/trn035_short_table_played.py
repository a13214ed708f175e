"""A table that lacks too many players played on.

Finds: a hand that begins at a smallest table while the largest has more players by the difference at which the short table
waits. Reported once, until a hand has begun within the limit.
Why: the few players of a short table pay the blinds far more often. They wait until the tables are level.
Example: table T1 deals with 2 players, and table T2 has 5.
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
    "TRN035",
    "short-table-played",
    "violation",
    "major",
    ("OLY-3.4-15",),
    title="A short table played on",
    scope="tournament",
    holds=("seating.balance.stop_at", "seating.balance.measure"),
    area="procedure",
    follows=("TRN032", "TRN034"),
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
        reported = apart(hand.sizes) >= rule.stop_at and (reported or found is not None)


def _of(hand: DealtHand, rule: Balance) -> Outcome:
    least = min(hand.sizes.values(), default=0)
    difference = apart(hand.sizes)
    if difference < rule.stop_at or hand.sizes.get(hand.table) != least:
        return None
    return of_hand(
        hand,
        stated=difference,
        expected=rule.stop_at - 1,
        unit="players",
        message=(
            f"{where(hand)}: table {hand.table} deals and lacks {difference} players ({tables_of(hand.sizes)}); "
            f"a table that lacks {rule.stop_at} waits."
        ),
    )

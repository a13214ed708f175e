"""More players sat at a table than may sit there.

Finds: a hand with more players at its table than the ruleset allows. Reported once a table, until a hand there is within the
limit.
Why: in open-face games the deck does not last for more players, and they pay each other over more hands than others do.
Example: five players are at table T1; at most four sit at a table.
Needs: the players of the hand, or the seats of the entries and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import of_hand, unsized, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import DealtHand

CHECK = Check(
    "TRN043",
    "table-overfull",
    "violation",
    "major",
    ("CARN-table-max",),
    title="Too many players sat at a table",
    scope="tournament",
    rule=("seating.table_max",),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.table_max if view.rules.seating is not None else None
    reported: set[str] = set()
    for hand in view.seating.hands if rule is not None else ():
        assert rule is not None
        reason = unsized(view, hand)
        players = max(hand.seats, 0 if reason else hand.sizes.get(hand.table, 0))
        if players > rule.seats:
            yield INAPPLICABLE if hand.table in reported else _draft(hand, players, rule.seats)
            reported.add(hand.table)
        elif hand.players is None and reason is not None:
            yield reason
        else:
            reported.discard(hand.table)
            yield None


def _draft(hand: DealtHand, players: int, most: int) -> Draft:
    return of_hand(
        hand,
        stated=players,
        expected=most,
        unit="players",
        message=f"{where(hand)}: {players} players are at table {hand.table}; at most {most} sit at a table.",
    )

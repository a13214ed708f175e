"""The tournament's royal flush pool was paid for a hand that does not qualify.

Finds: a `royal_hit` whose cards are not the hand that it names, with the hole cards and the river that the rules ask for.
Why: the pool is the players' money, and is paid for two hands only.
Example: the straight flush lies on the board, and the player uses no hole card.
Needs: `hole`, and `board` in games that have one.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.royal import not_shown
from rules.tournaments.tournament_records import RoyalHit

CHECK = Check(
    "JKP007",
    "royal-not-qualified",
    "violation",
    "major",
    ("OLY-3.2-i-cond",),
    title="The royal flush pool paid {entry} for a hand that does not qualify",
    scope="tournament",
    rule=("royal.hole_cards", "royal.street", "royal.showdown"),
    area="cards",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    dues = {each.line: each for each in view.replay.royal}
    for line, event in view.events(RoyalHit):
        due = dues.get(line)
        if due is None:  # the tournament has no such pool: JKP008 finds that
            yield INAPPLICABLE
            continue
        assert view.rules.royal is not None
        if unshown := not_shown(view.header, event, view.rules.royal):
            yield unshown
        elif due.event == event.kind:
            yield None
        else:
            given = "neither of the two" if due.event is None else f"a {due.event.replace('_', ' ')}"
            yield Draft(
                line=line,
                entry=event.entry,
                stated=event.kind,
                expected=due.event,
                message=(
                    f"{view.at(line, event.entry)}: the pool was paid for a {event.kind.replace('_', ' ')}; "
                    f"the cards give {given}, with the hole cards and the river that it takes."
                ),
            )

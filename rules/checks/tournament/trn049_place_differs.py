"""A place on record is not the one that the order of those who went out makes.

Finds: a place of a bust, a disqualification, a prize or an award that differs from the one due; a place for a bust that
a re-entry or a rebuy took back.
Why: the place decides the prize and the ranking points.
Example: two players go out in one hand, the one with fewer chips before it is put third, and fourth is due.
Needs: `place` in a line. Of players who go out at the same time, what decides between them: stacks, hands, cards.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.stated_places import StatedPlace, stated_places

CHECK = Check(
    "TRN049",
    "place-differs",
    "violation",
    "critical",
    ("OLY-3.4-22", "CARN-bust-order"),
    title="The place of {player} is not the one due",
    scope="tournament",
    rule=("bust_order", "event.bust_order", "discipline.disqualified.place"),
    area="evidence",
    follows=("TRN003",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    stated: dict[str, list[StatedPlace]] = {player: [] for player in view.field.players}
    for each in stated_places(view.replay):
        stated[each.player].append(each)
    for places in stated.values():
        yield _compared(view, places)


def _compared(view: TournamentView, stated: list[StatedPlace]) -> Outcome:
    if not stated:
        return "no place of the player was recorded"
    found = [_wrong(view, each) for each in stated if each.differs]
    if not found and not any(each.known for each in stated):
        return "what decides the place was not recorded, or is not compared in this game"
    return found or None


def _wrong(view: TournamentView, each: StatedPlace) -> Draft:
    where = f"Line {each.line}, {each.player}" if each.entry is None else view.at(each.line, each.entry)
    due = f"place {each.due} is due" if each.due is not None else "none is due"
    return Draft(
        line=each.line,
        entry=each.entry,
        player=each.player,
        stated=each.place,
        expected=each.due,
        unit="place",
        message=f"{where}: the place is {each.place}; {due}.",
    )

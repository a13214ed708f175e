"""A prize is not the one due.

Finds: a prize that differs from the one of the player's place, of his chips, or of a deal; a prize that is due and
that no line states, where the tournament is closed and states others.
Why: the prizes divide the players' own money. What one gets too much another gets too little.
Example: the second of ten players is due 30 percent of €500.00, which is €150.00, and is to get €155.00.
Needs: `prize` lines, and the place of the player. A prize of a wrong place is found by the place (TRN049).
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.prize_citations import NOT_DUE, PRIZE_CLAUSES, cited
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.ruleset import Ruleset
from rules.tournaments.stated_places import stated_places
from rules.tournaments.tournament_records import Prize


def _always(ruleset: Ruleset) -> bool:
    """Always true: a tournament can publish its own prizes."""
    return True


CHECK = Check(
    "TRN052",
    "prize-differs",
    "discrepancy",
    "critical",
    PRIZE_CLAUSES,
    title="The prize of {player} is not the one due",
    scope="tournament",
    rule=("prizes", "prizes_by.places", "prizes_by.chips"),
    area="money",
    follows=("TRN049", "TRN053"),
    applies=_always,
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    lines: dict[str, list[tuple[int, Prize]]] = {}
    for line, event in view.events(Prize):
        lines.setdefault(event.player, []).append((line, event))
    misplaced = {each.line for each in stated_places(view.replay) if each.differs}
    for player in view.field.players:
        due = view.replay.due[player]
        if player not in lines:
            yield _without(view, player, due, stated=bool(lines))
        else:
            yield _compared(view, due, [each for each in lines[player] if each[0] not in misplaced])


def _compared(view: TournamentView, due: int | None, lines: list[tuple[int, Prize]]) -> Outcome:
    if not lines:
        return INAPPLICABLE  # of a wrong place
    if due is None:
        return NOT_DUE
    found = [_wrong(view, line, each.player, each.amount, due) for line, each in lines if each.amount != due]
    return found or None


def _without(view: TournamentView, player: str, due: int | None, stated: bool) -> Outcome:
    """Outcome without a stated prize. stated: of anybody."""
    deal, close = view.replay.deal, view.replay.file.close
    if not stated:
        return "no prize was recorded"
    if due is None:
        return NOT_DUE
    if due == 0:
        return None
    if deal is not None and player in deal.amounts:
        return INAPPLICABLE
    return "the file has no last line" if close is None else _wrong(view, close[0], player, 0, due)


def _wrong(view: TournamentView, line: int, player: str, stated: int, due: int) -> Draft:
    clause, rule = cited(view, player)
    return Draft(
        line=line,
        player=player,
        stated=stated,
        expected=due,
        unit="money",
        money=abs(stated - due),
        clause=clause,
        rule=rule,
        message=f"Line {line}: the prize of {player} is {view.money(stated)}; {view.money(due)} is due.",
    )

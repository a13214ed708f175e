"""A penalty has another length than the rules give it.

Finds: a penalty of rounds that is longer or shorter than the ruleset says. How long a penalty of time is, the director says,
where the reading of the rules leaves it to him.
Why: the same fault has the same penalty for everybody.
Example: entry 4 is sent from the table for 3 rounds; the penalty is one round.
Needs: `rounds` in each `penalty` of rounds or of time.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import Penalty

CHECK = Check(
    "TRN048",
    "penalty-length-differs",
    "violation",
    "minor",
    ("OLY-1.53-a", "OLY-1.34-c"),
    title="The penalty of {entry} has a wrong length",
    scope="tournament",
    rule=("discipline.round", "discipline.time"),
    area="procedure",
    games=TOURNAMENTS,
)
ONE = 1  # round, of a penalty of time under the reading `one_round`


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in view.events(Penalty):
        due = _due(view, event)
        yield INAPPLICABLE if due is None else _of(view, line, event, due)


def _due(view: TournamentView, event: Penalty) -> int | None:
    """Rounds due; None: no length."""
    rules = view.rules.discipline
    if rules is None:
        return None
    if event.kind == "round":
        return rules.round.rounds if rules.round is not None else None
    by_rounds = event.kind == "time" and rules.time is not None and rules.time.length == "one_round"
    return ONE if by_rounds else None


def _of(view: TournamentView, line: int, event: Penalty, due: int) -> Outcome:
    if event.rounds is UNSET:
        return "the rounds of the penalty were not recorded"
    if event.rounds == due:
        return None
    unit = "round" if due == 1 else "rounds"
    return Draft(
        line=line,
        entry=event.entry,
        stated=event.rounds,
        expected=due,
        unit="rounds",
        rule=f"discipline.{event.kind}",
        message=f"{view.at(line, event.entry)}: the penalty has a length of {event.rounds}; it is {due} {unit}.",
    )

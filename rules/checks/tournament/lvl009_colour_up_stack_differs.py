"""A stack after a colour-up is not one that a colour-up can leave.

Finds: a stack that is afterwards no multiple of the smallest chip left, gained or lost a whole such chip or more, changed without
need, or is gone.
Why: odd chips are raced for, one chip to a player at most, and nobody is raced out of play.
Example: the 25s leave play, and a stack of 15,050 becomes 15,200.
Needs: `before` and `after` of each stack.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.rule_paths import of_chip
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.sections.tournaments import Race
from rules.tournaments.tournament_records import ColourUp, RacedStack

CHECK = Check(
    "LVL009",
    "colour-up-stack-differs",
    "violation",
    "minor",
    (
        "CARN-colorup-25",
        "CARN-colorup-100",
        "CARN-colorup-500",
        "CARN-colorup-1000",
        "CARN-colorup-5000",
        "external:TDA-chip-races",
    ),
    title="The stack of {entry} is not one that a colour-up leaves",
    scope="tournament",
    rule=("race.odd", "race.most_a_player", "race.never_out"),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.race
    for line, event in view.events(ColourUp) if rule is not None else ():
        assert rule is not None
        yield [
            _draft(view, line, event, table.table, stack, why)
            for table in event.tables
            for stack in table.stacks
            if (why := _why(stack, event, rule))
        ] or None


def _why(stack: RacedStack, event: ColourUp, rule: Race) -> str | None:
    """Reason why a stack is impossible; None: possible."""
    before, after, next_ = stack.before, stack.after, event.next
    if after % next_:
        return f"that is no multiple of {next_:,}"
    if before % next_ == 0:
        return None if after == before else "it had no odd chips"
    if rule.never_out.holds and after == 0:
        return "nobody is raced out of play"
    if rule.odd == "round_up":
        up = -(-before // next_) * next_
        return None if after == up else f"odd chips are rounded up, to {up:,}"
    most = rule.most_a_player.chips * next_
    return None if abs(after - before) < most else f"a stack changes by less than {most:,}"


def _draft(
    view: TournamentView, line: int, event: ColourUp, table: str, stack: RacedStack, why: str
) -> Draft:
    return Draft(
        line=line,
        entry=stack.entry,
        table=table,
        stated=stack.after,
        unit="chips",
        rule=of_chip(view, event.chip),
        message=(
            f"{view.at(line, stack.entry)}: the colour-up changed {view.chips(stack.before)} to {view.chips(stack.after)}; {why}."
        ),
    )

"""Chips appeared in a tournament, or are gone.

Finds: a count, or a colour-up of every stack, whose chips are not those that are in play: all that were sold, with what
colour-ups changed and less what disqualifications removed. A difference is reported once.
Why: chips that nobody bought win prizes that others have paid for.
Example: 100,500 chips were counted, and 10 entries of 10,000 are in play.
Needs: the entries and their seats, rebuys, add-ons and colour-ups, and a count of all tables.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_chips import ChipsInPlay

CHECK = Check(
    "TRN002",
    "chips-not-conserved",
    "discrepancy",
    "major",
    ("OLY-3.4-09", "OLY-1.52-12", "OLY-1.55", "CARN-start-stack"),
    title="The chips of the tournament do not add up",
    scope="tournament",
    rule=("entry.stacks_enter", "discipline.disqualified.stack", "event.starting_stack"),
    area="money",
    follows=("TRN001", "TRN047", "LVL009", "LVL010"),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for chips in view.replay.chips:
        if chips.due is None:
            because = (
                each.because
                for each in view.replay.undetermined
                if (each.what, each.line) == ("chips", chips.line)
            )
            yield next(because, "the chips in play are not known")
        else:
            yield None if chips.counted == chips.due else _draft(view, chips, chips.due)


def _draft(view: TournamentView, chips: ChipsInPlay, due: int) -> Draft:
    counted = "were counted" if chips.what == "count" else "were on the tables before the colour-up"
    return Draft(
        line=chips.line,
        stated=chips.counted,
        expected=due,
        unit="chips",
        money_kind="unaccounted",
        clause=None if view.rules.entry is None or view.rules.entry.stacks_enter is None else "OLY-3.4-09",
        message=f"{view.at(chips.line)}: {view.chips(chips.counted)} {counted}; {view.chips(due)} are in play.",
    )

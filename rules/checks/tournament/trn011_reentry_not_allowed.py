"""A player entered again in a tournament that has no re-entries.

Finds: a `reentry` in a tournament of a kind in which nothing can be bought again, or that did not publish re-entries.
Why: in such a tournament each player has one stack. A second one is a chance that the others do not have.
Example: the tournament is a freezeout, and P02 enters again after he went out.
Needs: the kind of the tournament and `reentries` in the first line.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.sections.tournaments import Again
from rules.tournaments.tournament_field import Stake
from rules.tournaments.tournament_records import Reentry

CHECK = Check(
    "TRN011",
    "reentry-not-allowed",
    "violation",
    "major",
    ("OLY-3.2-c",),
    title="{player} entered again in a tournament without re-entries",
    scope="tournament",
    rule=("kinds",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    kind = view.rules.kinds.get(view.header.kind)
    if kind is None:
        return
    for stake in view.field.stakes:
        if isinstance(stake.record, Reentry):
            if not stake.again:  # TRN010 finds that
                yield INAPPLICABLE
            else:
                yield None if _allowed(view, kind) else _draft(view, stake)


def _allowed(view: TournamentView, kind: Again) -> bool:
    return kind.again == "published" and (kind.reentries or view.header.reentries is True)


def _draft(view: TournamentView, stake: Stake) -> Draft:
    return Draft(
        line=stake.line,
        entry=stake.number,
        player=stake.player,
        stated=stake.player,
        rule=f"kinds.{view.header.kind}",
        message=f"{view.of(stake.line, stake.record)}: the player entered again; this {view.kind} has no re-entries.",
    )

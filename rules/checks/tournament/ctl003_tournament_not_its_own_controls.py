"""A tournament names other rules than the room's approved controls.

Finds: another ruleset in the first line of a file than the one that decides, where the approved controls of its room do.
Why: a room plays under the controls that it filed and that were approved; what its files name is a claim.
Example: the room has filed wa-0417-tournaments; the file of a tournament names standard-tournament.
Needs: the room on record with approved controls, and a file that names a ruleset.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView

CHECK = Check(
    "CTL003",
    "not-its-own-controls",
    "violation",
    "major",
    ("external:RECORD-attributable", "WSGC-modifications-documented"),
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    if view.claimed is None:
        yield INAPPLICABLE if not view.ruleset.of_a_room else None
        return
    decided = str(view.ruleset.as_filed)
    yield Draft(
        line=1,
        stated=view.claimed,
        expected=view.ruleset.id if view.claimed.partition("@")[0] != view.ruleset.id else decided,
        unit="ruleset",
        fact=f"{view.claimed}|{view.ruleset.id}",
        message=f"The file names {view.claimed}; {decided}, the room's own controls, decided what was due.",
    )

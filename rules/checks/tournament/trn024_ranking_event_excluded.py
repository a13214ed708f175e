"""A tournament is of the ranking that cannot be.

Finds: a ranking tournament of a class that is not of the ranking, or a satellite.
Why: the points of a quarter decide about prizes. A tournament that not everybody can enter would give them to a few.
Example: the first line has `ranking`, and the class `restricted`.
Needs: `ranking`, `classes` and `prizes_by` in the first line.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.sections.tournaments import Excluded

CHECK = Check(
    "TRN024",
    "ranking-event-excluded",
    "violation",
    "major",
    ("OLY-5.2",),
    title="A tournament is of the ranking that cannot be",
    quotes=False,
    scope="tournament",
    rule=("ranking_points.excluded",),
    area="procedure",
    games=TOURNAMENTS,
)

_WORDS = {"tickets": "satellite", "chips": "time tournament", "places": "tournament with prizes by places"}


@each_thing
def run(view: TournamentView) -> Outcomes:
    ranking = view.rules.ranking_points
    if ranking is None or view.header.ranking is not True:
        yield INAPPLICABLE
    else:
        yield list(_drafts(view, ranking.excluded)) or None


def _drafts(view: TournamentView, rule: Excluded) -> Iterator[Draft]:
    classes = [] if view.header.classes is UNSET else view.header.classes
    for each in dict.fromkeys(each for each in classes if each in rule.classes):
        yield _draft(each, f"of the class {each}")
    if view.header.prizes_by in rule.prizes_by:
        what = _WORDS[str(view.header.prizes_by)]
        yield _draft(what, f"a {what}")


def _draft(stated: str, what: str) -> Draft:
    return Draft(
        line=1,
        stated=stated,
        message=f"Line 1: the tournament is of the ranking and is {what}; such a tournament cannot be of the ranking.",
    )

"""The report of one ruleset."""

from __future__ import annotations

from collections.abc import Callable

from rules.controls.ruleset import Ruleset
from rules.version import VERSION
from simulation.gaps.dealt import DEALS, SEED, deal
from simulation.gaps.notes import notes
from simulation.gaps.points import Concerned, open_points, settled_points
from simulation.gaps.questions import questions
from simulation.gaps.results import GapReport, Subject
from simulation.gaps.unpriced import unpriced_points


def gap_report(
    ruleset: Ruleset,
    *,
    deals: int = DEALS,
    seed: int = SEED,
    unit: int | None = None,
    progress: Callable[[int], None] | None = None,
    engine: str = VERSION,
) -> GapReport:
    """Open points of a ruleset, and the effect of each other reading in simulated deals.

    unit: money per unit; by default the ruleset's cap, else the usual unit. progress receives the number of deals done.
    engine: the release that the report names. The report of a ruleset that cannot be simulated has its gaps and no deals.
    Raises ValueError for an invalid number of deals or unit, and for a part that is not played by itself.
    """
    concerned = Concerned.of(ruleset)
    seen = deal(ruleset, concerned.every, deals=deals, seed=seed, unit=unit, progress=progress)
    points = open_points(concerned, seen)
    unpriced = unpriced_points(concerned, seen)
    return GapReport(
        ruleset=_subject(ruleset),
        dealt=seen.dealt,
        engine=engine,
        points=points,
        settled=settled_points(concerned, seen),
        unpriced=unpriced,
        questions=questions(points, unpriced, seen.dealt),
        notes=notes(ruleset, seen.dealt, points),
    )


def _subject(ruleset: Ruleset) -> Subject:
    return Subject(
        id=ruleset.id,
        revision=ruleset.revision,
        title=ruleset.title,
        authority=ruleset.authority,
        family=ruleset.family,
        summary=ruleset.summary,
        standing=ruleset.standing,
        digest=ruleset.digest,
        starts=ruleset.in_force.get("from"),
        until=ruleset.in_force.get("until"),
    )

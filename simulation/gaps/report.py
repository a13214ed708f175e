"""The gap report of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.checks.support.check import money_text
from rules.controls.ruleset import Ruleset
from rules.version import VERSION
from simulation.gaps.dealt import DEALS, SEED, deal
from simulation.gaps.gap_points import Concerned, open_points, settled_points
from simulation.gaps.gap_question_list import questions
from simulation.gaps.gap_results import Dealt, GapReport, Point, Subject
from simulation.gaps.gap_unpriced import unpriced_points

_OF_POTS = (
    "The simulation sets how players bet, raise, fold and show, and how often they agree to several boards; these rates were not "
    "observed in a card room. Hands are replayed as they were dealt and played. How players would have played under another "
    "reading is not taken into account."
)
_UNITS = {
    "asked": "the requested unit",
    "cap": "the cap that the controls set",
    "usual": "the controls set no cap",
}


def gap_report(
    ruleset: Ruleset,
    *,
    deals: int = DEALS,
    seed: int = SEED,
    unit: int | None = None,
    progress: Callable[[int], None] | None = None,
    engine: str = VERSION,
) -> GapReport:
    """Open points, and the effect of other readings in simulated deals. Raises ValueError for an invalid number or unit, and for
    a part that is not played by itself.

    unit: by default the ruleset's cap, else the usual one. progress: receives the number of deals done. engine: release that the
    report names.
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
        notes=simulation_notes(ruleset, seen.dealt, points),
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


def simulation_notes(ruleset: Ruleset, dealt: Dealt, points: Sequence[Point]) -> list[str]:
    """Notes in reading order. points: those that the ruleset leaves open."""
    if dealt.because is not None:
        unknown = " Therefore the effect of other readings is not known." if points else ""
        return [f"Nothing was simulated: {dealt.because}.{unknown}"]
    players = f"{dealt.fewest}" if dealt.fewest == dealt.most else f"{dealt.fewest} to {dealt.most}"
    sentences = [
        f"{dealt.deals:,} deals of {players} players were simulated under {ruleset} with the seed {dealt.seed} and "
        f"replayed under each reading; {dealt.misdeals:,} of them were misdeals. {_worth(ruleset, dealt)}"
    ]
    if ruleset.family == "pot":
        return [*sentences, _OF_POTS]
    if not dealt.priced:
        sentences.append("No document states what a deal pays, so no reading can be said to move money.")
    sentences.append(
        "The simulation sets how often hands are fouled, surrendered or declared; these rates were not observed in a card "
        "room. Deals are replayed as they were dealt and set. How players would have played under another reading is not "
        "taken into account."
    )
    return sentences


def _worth(ruleset: Ruleset, dealt: Dealt) -> str:
    if ruleset.family == "pot":
        return f"As many are of each game. The small blind is {money_text(dealt.unit or 0, dealt.currency)}."
    if dealt.unit is None:
        return "The level of the event sets what a unit is worth."
    return f"A unit is worth {money_text(dealt.unit, dealt.currency)} ({_UNITS[dealt.unit_from]})."

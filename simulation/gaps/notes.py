"""Notes on the simulation and the basis of a report's figures, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rules.checks.support.check import money_text
from rules.controls.ruleset import Ruleset
from simulation.gaps.results import Dealt, Point

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


def notes(ruleset: Ruleset, dealt: Dealt, points: Sequence[Point]) -> list[str]:
    """The sentences, in the order in which they are read. points: those that the ruleset leaves open."""
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
    """Value of a unit in the deals."""
    if ruleset.family == "pot":
        return f"As many are of each game. The small blind is {money_text(dealt.unit or 0, dealt.currency)}."
    if dealt.unit is None:
        return "The level of the event sets what a unit is worth."
    return f"A unit is worth {money_text(dealt.unit, dealt.currency)} ({_UNITS[dealt.unit_from]})."

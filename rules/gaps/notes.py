"""What was simulated and what the figures of a report rest on, in sentences."""

from __future__ import annotations

from rules.checks.base import money_text
from rules.controls.ruleset import Ruleset
from rules.gaps.results import Dealt

_UNITS = {
    "asked": "the requested unit",
    "cap": "the cap that the controls set",
    "usual": "the controls set no cap",
}


def notes(ruleset: Ruleset, dealt: Dealt) -> list[str]:
    """The sentences, in the order in which they are read."""
    if dealt.because is not None:
        return [
            f"Nothing was simulated: {dealt.because}. Therefore the effect of other readings is not known."
        ]
    players = f"{dealt.fewest}" if dealt.fewest == dealt.most else f"{dealt.fewest} to {dealt.most}"
    sentences = [
        f"{dealt.deals:,} deals of {players} players were simulated under {ruleset} with the seed {dealt.seed} and "
        f"replayed under each reading; {dealt.misdeals:,} of them were misdeals. {worth(dealt)}"
    ]
    if not dealt.priced:
        sentences.append("No document states what a deal pays, so no reading can be said to move money.")
    sentences.append(
        "The simulation sets how often hands are fouled, surrendered or declared; these rates were not observed in a card "
        "room. Deals are replayed as they were dealt and set. How players would have played under another reading is not "
        "taken into account."
    )
    return sentences


def worth(dealt: Dealt) -> str:
    """What a unit is worth in the deals."""
    if dealt.unit is None:
        return "The level of the event sets what a unit is worth."
    return f"A unit is worth {money_text(dealt.unit, dealt.currency)} ({_UNITS[dealt.unit_from]})."

"""What was simulated, and what the figures of a report rest on, in sentences."""

from __future__ import annotations

from rules.checks.base import money_text
from rules.controls.ruleset import Ruleset
from rules.gaps.results import Dealt

_UNITS = {
    "asked": "the unit that was asked for",
    "cap": "the cap that the controls set",
    "usual": "the controls set no cap",
}


def notes(ruleset: Ruleset, dealt: Dealt) -> list[str]:
    """The sentences, in the order in which they are read."""
    if dealt.because is not None:
        return [
            f"Nothing was simulated: {dealt.because}. What the other readings would move is therefore not worked out."
        ]
    players = f"{dealt.fewest}" if dealt.fewest == dealt.most else f"{dealt.fewest} to {dealt.most}"
    said = [
        f"{dealt.deals:,} deals of {players} players were simulated under {ruleset} with the seed {dealt.seed} and "
        f"replayed under each reading; {dealt.misdeals:,} of them were misdeals. {worth(dealt)}"
    ]
    if not dealt.priced:
        said.append("What a deal pays is stated nowhere, so that no reading can be said to move money.")
    said.append(
        "How often hands are fouled, surrendered or declared is as the simulation has it, and no observation of a card "
        "room. Deals are replayed as they were dealt and set: what players would have done otherwise under another "
        "reading is not worked out."
    )
    return said


def worth(dealt: Dealt) -> str:
    """What a unit is worth in the deals."""
    if dealt.unit is None:
        return "A unit is worth what the level of the event has it."
    return f"A unit is worth {money_text(dealt.unit, dealt.currency)} ({_UNITS[dealt.unit_from]})."

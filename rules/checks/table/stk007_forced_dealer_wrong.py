"""The wrong player is recorded as the forced dealer.

Finds: a hand marked `forced_dealer` whose dealer did not hold the ace of spades in the deal before.
Why: every opponent pays a forced dealer. Where the wrong player is recorded, the wrong player was paid.
Example: player P2 held the ace of spades in hand 6; nobody was willing to deal hand 7, and P4 dealt it.
Needs: `forced_dealer`, `dealer`, and a hand before it that is not void and records the player with the ace of spades.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import ForcedDeal, LogView
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "STK007",
    "forced-dealer-wrong",
    "violation",
    "minor",
    ("ACE-SPADES-deal",),
    title="The wrong player was made to deal",
    scope="log",
    rule=("dealer_compensation.trigger", "dealer_compensation.dealer"),
    area="procedure",
    mutations=("chinese",),
)
NOT_SHOWN = (
    ("dealer", "the player who had to deal is not known"),
    ("held", "the record does not show which player held the ace of spades in the deal before"),
    ("plays", "the player who held the ace of spades in the deal before is not in the hand"),
)


def _by_the_ace_of_spades(ruleset: Ruleset) -> bool:
    """Whether the ace of spades forces the dealer."""
    compensation = ruleset.sections.dealer_compensation
    return compensation is not None and compensation.dealer == "held_ace_of_spades"


def run(log: LogView) -> Tested:
    ruled = log.ruled(_by_the_ace_of_spades)
    forced = [deal for deal in log.cards.forced if ruled[deal.place]]
    untestable = []
    for fact, reason in NOT_SHOWN:
        mask = np.zeros(len(log), np.bool_)
        mask[[deal.place for deal in forced if not getattr(deal, fact)]] = True
        untestable.append((mask, reason))
    return Tested(_findings(log, forced), untestable if forced else [])


def _findings(log: LogView, forced: list[ForcedDeal]) -> Iterator[Draft]:
    for deal in forced:
        if deal.plays and deal.dealer not in (None, deal.held):
            yield Draft(
                hand=deal.place,
                stated=deal.dealer,
                expected=deal.held,
                unit="player",
                player=deal.dealer,
                message=(
                    f"{log.where(deal.place)}: player {deal.dealer} is recorded as the forced dealer; "
                    f"player {deal.held} held the ace of spades in the deal before."
                ),
            )

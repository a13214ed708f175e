"""Draws due at a number of tables."""

from __future__ import annotations

from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes
from rules.checks.tournament.dealt_hand_words import of_hand, unsized, where
from rules.checks.tournament.tournament_view import TournamentView


def not_drawn(view: TournamentView, tables: int, says: str) -> Outcomes:
    """Outcome of each hand; the first at so many tables without draw differs."""
    reported = False
    for hand in view.seating.hands:
        reason = unsized(view, hand)
        if reason is not None:
            yield reason
        elif len(hand.sizes) != tables:
            yield INAPPLICABLE
        elif tables not in hand.undrawn:
            yield None
        elif reported:
            yield INAPPLICABLE
        else:
            reported = True
            yield of_hand(hand, message=f"{where(hand)}: {says}.")

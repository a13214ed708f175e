"""Draws that are due when so many tables are left."""

from __future__ import annotations

from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes
from rules.checks.tournament.dealt_hand_words import of_hand, unsized, where
from rules.checks.tournament.tournament_view import TournamentView


def not_drawn(view: TournamentView, tables: int, says: str) -> Outcomes:
    """One outcome a hand; the first one with so many tables left of more, and no draw since, differs."""
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

"""Citations of prizes and payouts."""

from __future__ import annotations

from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.prizes import column_of

PRIZE_CLAUSES = (
    "OLY-PRIZE-1-8", "OLY-PRIZE-9-11", "OLY-PRIZE-12-20", "OLY-PRIZE-21-30", "OLY-PRIZE-31-50", "OLY-PRIZE-51-70",
    "OLY-PRIZE-71-100", "OLY-PRIZE-101-130", "OLY-PRIZE-131-160", "OLY-3.2-e", "OLY-3.4-26",
)  # fmt: skip
NOT_DUE = "what is due cannot be worked out from the record, or the ruleset does not say it"


def cited(view: TournamentView, player: str) -> tuple[str | None, str]:
    """Clause of a prize's column, and the method's path."""
    if view.replay.deal is not None and player in view.replay.deal.amounts:
        return None, "prizes.deal"
    if view.header.prizes_by == "chips":
        return None, "prizes_by.chips"
    column = column_of(view.header, view.field, view.rules)
    return (column.clauses or (None,))[0] if column is not None else None, "prizes_by.places"

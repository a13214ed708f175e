"""Payouts of a quarter's ranking."""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.ledger.ledger_view import LedgerView
from rules.ledgers.ledger_records import RankingPayout
from rules.ledgers.ranking_due import DueRanking

BY_LOT = "who of those with equal points has the last place was decided by lot, which was not recorded"
NOT_WHOLE = "the quarter begins before the ledger does, and the ledgers of the months before were not given"


def rankings(view: LedgerView) -> Iterator[tuple[int, RankingPayout, DueRanking | None]]:
    """Ranking payouts with line and amounts due; None: no prizes."""
    due = {each.line: each for each in view.replay.rankings}
    for line, event in view.events(RankingPayout):
        yield line, event, due.get(line)

"""Payouts of a quarter's ranking, each with what is due."""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.ledger.ledger_view import LedgerView
from rules.ledgers.ledger_records import RankingPayout
from rules.ledgers.ranking_due import DueRanking

BY_LOT = "who of those with equal points has the last place was decided by lot, which was not recorded"
NOT_WHOLE = "the quarter begins before the ledger does, and the ledgers of the months before were not given"


def rankings(view: LedgerView) -> Iterator[tuple[int, RankingPayout, DueRanking | None]]:
    """Each ranking payout with its line and what is due; None: its account has no ruleset with prizes of a ranking."""
    due = {each.line: each for each in view.replay.rankings}
    for line, event in view.events(RankingPayout):
        yield line, event, due.get(line)

"""What is due in a ledger: balances day by day, jackpots that were won, and the prizes of the ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.controls.ruleset import Ruleset
from rules.controls.sections.jackpot_pool import JackpotPool
from rules.controls.sections.tournaments import RankingPrizes
from rules.ledgers.days import Book, books_of
from rules.ledgers.hits import DueHit, hits_due
from rules.ledgers.ranking import DueRanking, rankings_due
from rules.ledgers.reader import LedgerFile
from rules.tournaments.reader import TournamentFile


@dataclass(frozen=True)
class LedgerReplay:
    """rulesets: by account, of those that have one. books: by account, in the order of the file."""

    file: LedgerFile
    rulesets: Mapping[str, Ruleset]
    books: Mapping[str, Book]
    hits: tuple[DueHit, ...]
    rankings: tuple[DueRanking, ...]


def replay_ledger(
    file: LedgerFile, rulesets: Mapping[str, Ruleset], tournaments: Sequence[TournamentFile] = ()
) -> LedgerReplay:
    """Replay a ledger. rulesets: by account. tournaments: the files of tournaments that belong to it."""
    books = books_of(file)
    hits = hits_due(file, books, _pools(rulesets))
    rankings = rankings_due(file, _prizes(rulesets), tournaments)
    return LedgerReplay(file, rulesets, books, tuple(hits), tuple(rankings))


def _pools(rulesets: Mapping[str, Ruleset]) -> dict[str, JackpotPool]:
    pools = {account: each.sections.jackpot_pool for account, each in rulesets.items()}
    return {account: each for account, each in pools.items() if each is not None}


def _prizes(rulesets: Mapping[str, Ruleset]) -> dict[str, RankingPrizes]:
    points = {account: each.sections.ranking_points for account, each in rulesets.items()}
    return {account: each.prizes for account, each in points.items() if each is not None}

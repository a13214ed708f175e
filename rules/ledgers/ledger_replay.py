"""Replay of a ledger: daily balances, jackpot hits, ranking prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.controls.sections.jackpot_pool import JackpotPool
from rules.controls.sections.tournaments import RankingPrizes
from rules.ledgers.before import before
from rules.ledgers.hits_due import DueHit, hits_due
from rules.ledgers.ledger_days import AccountBook, books_of
from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ranking_due import DueRanking, rankings_due
from rules.tournaments.tournament_reader import TournamentFile


class CarriedAccount(NamedTuple):
    """A ledger's id, and the book of an account at its end."""

    ledger: str
    book: AccountBook


class LedgerReplay(Struct, frozen=True, dict=True):
    """A ledger's replay. rulesets: by account, of those with one. earlier: ledgers before it."""

    file: LedgerFile
    rulesets: Mapping[str, Ruleset]
    books: Mapping[str, AccountBook]
    hits: tuple[DueHit, ...]
    rankings: tuple[DueRanking, ...]
    earlier: tuple[LedgerFile, ...] = ()

    @cached_property
    def carried(self) -> Mapping[str, CarriedAccount]:
        """Accounts as the ledger before leaves them."""
        found = ((account, before(self.file, account, self.earlier)) for account in self.books)
        return {
            account: CarriedAccount(file.header.ledger, books_of(file)[account])
            for account, file in found
            if file
        }


def replay_ledger(
    file: LedgerFile,
    rulesets: Mapping[str, Ruleset],
    tournaments: Sequence[TournamentFile] = (),
    earlier: Sequence[LedgerFile] = (),
) -> LedgerReplay:
    """Replay a ledger. rulesets: by account. tournaments: files that belong to it. earlier: the room's ledgers before it."""
    books = books_of(file)
    hits = hits_due(file, books, _pools(rulesets))
    rankings = rankings_due(file, _prizes(rulesets), tournaments, earlier)
    return LedgerReplay(file, rulesets, books, tuple(hits), tuple(rankings), tuple(earlier))


def _pools(rulesets: Mapping[str, Ruleset]) -> dict[str, JackpotPool]:
    pools = {account: each.sections.jackpot_pool for account, each in rulesets.items()}
    return {account: each for account, each in pools.items() if each is not None}


def _prizes(rulesets: Mapping[str, Ruleset]) -> dict[str, RankingPrizes]:
    points = {account: each.sections.ranking_points for account, each in rulesets.items()}
    return {account: each.prizes for account, each in points.items() if each is not None}

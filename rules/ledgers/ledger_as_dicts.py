"""A ledger's replay as `auditor replay` prints it."""

from __future__ import annotations

from typing import Any

from rules.ledgers.hits_due import DueHit
from rules.ledgers.ledger_days import AccountBook, LedgerDay
from rules.ledgers.ledger_replay import LedgerReplay
from rules.ledgers.ranking_due import DueRanking
from rules.tournaments.points_due import as_text


def shown(replay: LedgerReplay) -> dict[str, Any]:
    """The replay as one JSON object."""
    return {
        "ledger": replay.file.header.ledger,
        "accounts": {account: _book(each) for account, each in replay.books.items()},
        "hits": [_hit(each) for each in replay.hits],
        "ranking": [_ranking(each) for each in replay.rankings],
    }


def _book(book: AccountBook) -> dict[str, Any]:
    return {"days": [_day(each) for each in book.days], "balance": book.balance}


def _day(day: LedgerDay) -> dict[str, Any]:
    return {"day": day.day, "opening": day.opening, **day.moved, "closing": day.closing}


def _hit(due: DueHit) -> dict[str, Any]:
    shares = due.shares
    return {
        "line": due.line,
        "level": due.level,
        "amount": due.amount,
        "shares": None
        if shares is None
        else [{"seat": seat, "amount": each} for seat, each in shares.items() if each],
    }


def _ranking(due: DueRanking) -> dict[str, Any]:
    return {
        "period": due.period,
        "pool": due.pool,
        "points": as_text(due.points),
        "price": as_text(due.price),
        "prizes": [
            {"player": each.player, "points": as_text(each.points), "amount": each.amount}
            for each in due.prizes
        ],
    }

"""Statements of ledgers, as due: prizes, openings, levels, closings, counts, balances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from rules.controls.sections.tournaments import RankingPrizes
from rules.ledgers.ledger_days import taken_out
from rules.ledgers.ledger_records import (
    Closing,
    Contribution,
    Count,
    Diversion,
    Drop,
    Event,
    Hit,
    Payout,
    RankingPayout,
    RankingPrize,
)
from rules.ledgers.ranking_due import rankings_due
from rules.tournaments.points_due import as_text
from simulation.ledgers.simulated_ledger_records import LedgerRecords


def rank(ledgers: Sequence[LedgerRecords], rules: Mapping[str, RankingPrizes]) -> None:
    """Fills in the prizes of each quarter. rules: by account."""
    for place, ledger in enumerate(ledgers):
        file, earlier = ledger.file(), [each.file() for each in ledgers[:place]]
        payouts = dict(file.events)
        for due in rankings_due(file, rules, (), earlier):
            payout: Any = payouts[due.line]
            payout.pool = due.pool
            payout.prizes = [
                RankingPrize(player=each.player, amount=each.amount, points=as_text(each.points) or 0)
                for each in due.prizes
                if each.amount is not None  # a lot, which is not simulated, decides the others
            ]


def carry(ledgers: Sequence[LedgerRecords], adrift: Mapping[tuple[str, str], int] | None = None) -> None:
    """Fills in openings, closings, counts and final balances.

    adrift: by ledger and account, difference of an opening from the last balance.
    """
    left: dict[str, tuple[int, int]] = {}
    for ledger in ledgers:
        for account in ledger.header.accounts:
            if account.account in left:
                account.opening, level = left[account.account]
                account.opening += (adrift or {}).get((ledger.header.ledger, account.account), 0)
                account.closing_level = level if account.kind == "jackpot" else UNSET
        left = _through(ledger)


def _through(ledger: LedgerRecords) -> dict[str, tuple[int, int]]:
    """Fills in a ledger; final balance and last level of each account."""
    accounts = ledger.header.accounts
    balances = {each.account: each.opening for each in accounts}
    levels = {
        each.account: each.opening if each.closing_level is UNSET else each.closing_level for each in accounts
    }
    for event in ledger.events:
        if isinstance(event, Closing):
            event.balance = levels[event.account] = balances[event.account]
        elif isinstance(event, Count):
            event.amount = balances[event.account]
        for account, amount in movements(event):
            if account in balances:
                balances[account] += amount
    ledger.close.balances = dict(balances)
    return {account: (balance, levels[account]) for account, balance in balances.items()}


def movements(event: Event) -> Iterator[tuple[str, int]]:
    """Movements of accounts by an event; above 0 where money comes in."""
    match event:
        case Drop() | Contribution():
            yield event.account, event.amount
        case Diversion():
            yield event.from_, -event.amount
            yield event.to, event.amount
        case Hit():
            yield event.account, -(taken_out(event) or 0)
        case RankingPayout():
            yield event.account, -sum(each.amount for each in event.prizes)
        case Payout() if event.tournament is not UNSET:
            yield event.account, -event.amount

"""Daily balances of accounts. OLY-4.3, OLY-4.4. Each day goes on from the stated closing.

An unrecorded amount makes the balance unknown (None) until the next closing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import UNSET, Struct, field

from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import (
    Account,
    Closing,
    Contribution,
    Count,
    Diversion,
    Drop,
    Event,
    Hit,
    Payout,
    RankingPayout,
)

Column = Literal["drops", "in", "out", "hits"]
_INTO = ("drops", "in")  # the columns of what an account gets


class Movement(NamedTuple):
    """A movement of an account. amount None: unrecorded."""

    account: str
    column: Column
    amount: int | None


class LedgerDay(Struct, frozen=True):
    """A gaming day of an account. closing: computed; ``stated``: of the book."""

    line: int
    day: str
    opening: int
    moved: dict[str, int | None]
    closing: int | None
    stated: int


class AccountMoment(NamedTuple):
    """An account before a line. level: of the last closing, on line ``closed`` (0: none)."""

    balance: int | None
    level: int
    closed: int


class AccountBook(Struct):
    """An account through a file. before: by lines that concern it. after: balances by lines that moved it."""

    account: Account
    opening: int
    level: int
    closed: int = 0
    days: list[LedgerDay] = field(default_factory=list)
    before: dict[int, AccountMoment] = field(default_factory=dict)
    after: dict[int, int | None] = field(default_factory=dict)
    moved: dict[str, int | None] = field(
        default_factory=lambda: dict.fromkeys(("drops", "in", "out", "hits"), 0)
    )

    @property
    def balance(self) -> int | None:
        """Present balance; None: unknown."""
        total = self.opening
        for column, amount in self.moved.items():
            if amount is None:
                return None
            total += amount if column in _INTO else -amount
        return total

    def reach(self, line: int) -> None:
        """Note the account before a line that concerns it."""
        self.before[line] = AccountMoment(self.balance, self.level, self.closed)

    def move(self, line: int, movement: Movement) -> None:
        """Take a movement."""
        self.reach(line)
        so_far = self.moved[movement.column]
        known = so_far is not None and movement.amount is not None
        self.moved[movement.column] = (so_far or 0) + (movement.amount or 0) if known else None
        self.after[line] = self.balance

    def close(self, line: int, event: Closing) -> None:
        """End a day."""
        self.reach(line)
        self.days.append(LedgerDay(line, event.day, self.opening, self.moved, self.balance, event.balance))
        self.opening = self.level = event.balance
        self.closed = line
        self.moved = dict.fromkeys(self.moved, 0)


def books_of(file: LedgerFile) -> dict[str, AccountBook]:
    """Books of the accounts that the file lists."""
    books = {
        each.account: AccountBook(each, each.opening, _first_level(each)) for each in file.header.accounts
    }
    for line, event in file.events:
        if isinstance(event, Closing) and event.account in books:
            books[event.account].close(line, event)
        elif isinstance(event, Count) and event.account in books:
            books[event.account].reach(line)
        for movement in _movements(event, books):
            if movement.account in books:
                books[movement.account].move(line, movement)
    return books


def _first_level(account: Account) -> int:
    return account.opening if account.closing_level is UNSET else account.closing_level


def _movements(event: Event, books: dict[str, AccountBook]) -> Iterator[Movement]:
    if isinstance(event, Drop):
        yield Movement(event.account, "drops", event.amount)
    elif isinstance(event, Contribution):
        yield Movement(event.account, "in", event.amount)
    elif isinstance(event, Diversion):
        yield Movement(event.from_, "out", event.amount)
        yield Movement(event.to, "in", event.amount)
    elif isinstance(event, Hit):
        yield Movement(event.account, "hits", taken_out(event))
    elif isinstance(event, RankingPayout):
        yield Movement(event.account, "out", sum(each.amount for each in event.prizes))
    elif isinstance(event, Payout) and _is_of_royal_pool(event, books):
        yield Movement(event.account, "out", event.amount)


def _is_of_royal_pool(event: Payout, books: dict[str, AccountBook]) -> bool:
    book = books.get(event.account)
    return event.tournament is not UNSET and book is not None and book.account.kind == "tournament_royal"


def taken_out(hit: Hit) -> int | None:
    """Amount that a hit took: its own, else the sum of its seats; None: unrecorded."""
    if hit.amount is not UNSET:
        return hit.amount
    amounts = [each.amount for each in hit.seats if each.amount is not UNSET]
    return sum(amounts) if amounts and len(amounts) == len(hit.seats) else None

"""Earlier ledgers of a room: openings, and other months of a quarter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from msgspec import UNSET

from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Ledger, RankingPayout

_MONTHS = 3  # of a quarter


def before(file: LedgerFile, account: str, ledgers: Sequence[LedgerFile]) -> LedgerFile | None:
    """The ledger directly before another that has the account; None: not given."""
    return next(
        (
            each
            for each in ledgers
            if account in {one.account for one in each.header.accounts}
            and _own(each.header) == _own(file.header)
            and _directly_before(each.header, file.header)
        ),
        None,
    )


def chain(file: LedgerFile, account: str, ledgers: Sequence[LedgerFile]) -> Iterator[LedgerFile]:
    """The ledger and those before it without a gap, newest first."""
    found: LedgerFile | None = file
    left = list(ledgers)
    while found is not None:
        yield found
        left = [each for each in left if each is not found]
        found = before(found, account, left)


def lacks_days(first: Ledger, period: str) -> bool:
    """Whether a quarter such as 2026-Q1 begins before a ledger with a first day."""
    return first.from_ is not UNSET and first.from_ > _first_day(period)


def pays_from(file: LedgerFile) -> str | None:
    """First day of the earliest quarter whose prizes a ledger pays; None: it pays none."""
    periods = [event.period for _, event in file.events if isinstance(event, RankingPayout)]
    return _first_day(min(periods)) if periods else None


def _first_day(period: str) -> str:
    year, quarter = int(period[:4]), int(period[-1])
    return f"{year:04}-{(quarter - 1) * _MONTHS + 1:02}-01"


def _own(header: Ledger) -> tuple[str, str]:
    return header.room, header.currency


def _directly_before(one: Ledger, other: Ledger) -> bool:
    if one.until is not UNSET and other.from_ is not UNSET:
        return other.from_ != "0001-01-01" and one.until == str(
            date.fromisoformat(other.from_) - timedelta(days=1)
        )
    return one.number is not UNSET and other.number is not UNSET and one.number == other.number - 1

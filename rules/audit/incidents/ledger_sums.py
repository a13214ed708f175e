"""Findings of a ledger that one wrong line can explain, by closings and amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rules.results import Finding
from rules.shown_events import EventFacts

_OF_DROPS = ("JKP009", "JKP010")
_BALANCE, _COUNT = "JKP034", "JKP012"


class LedgerSums(Struct, frozen=True):
    """closings: lines of closings by account.

    A balance continues from the stated closing: a wrong drop alters the next one, and a later one only if that sets it right. A
    count differs by the same amount if one line alters both.
    """

    closings: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, event: EventFacts) -> LedgerSums:
        """Closings that a ledger's file has."""
        books = event.ledger.books if event.ledger is not None else []
        return cls(
            {book.account: tuple(day.line for day in book.days if day.line is not None) for book in books}
        )

    def apart(self, one: Finding, other: Finding) -> bool:
        """Whether no single wrong line gives both findings of an account."""
        by_code = {each.code: each for each in (one, other)}
        balance = by_code.pop(_BALANCE, None)
        if balance is None or not by_code or one.account is None or one.account != other.account:
            return False
        (code, rest), *_ = by_code.items()
        if code == _COUNT:
            return abs(balance.difference or 0) != abs(rest.difference or 0)
        return code in _OF_DROPS and self._closed_between(rest, balance) and not _set_right(rest, balance)

    def _closed_between(self, one: Finding, other: Finding) -> bool:
        first, last = sorted((one.line or 0, other.line or 0))
        between: Iterable[int] = self.closings.get(one.account or "", ())
        return any(first < line < last for line in between)


def _set_right(drop: Finding, balance: Finding) -> bool:
    off, back = drop.difference or 0, -(balance.difference or 0)
    return off * back > 0 and abs(back) >= abs(off)

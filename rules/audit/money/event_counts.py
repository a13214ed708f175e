"""Counts of a ledger's accounts that part from the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.audit.money.event_rows import EventRow
from rules.checks.ledger.ledger_view import LedgerView
from rules.ledgers.ledger_records import Count
from rules.parties import account_party
from rules.results import Finding

NOT_COUNTED = "the money of the account was not counted"

_Gaps = list[tuple[int, int]]  # line, and by how much the count is below the book


def rows_of_counts(view: LedgerView, findings: Sequence[Finding], unit: str) -> list[EventRow]:
    """Breaks of accounts: the first count that shows each, and its repeats. Without these the count is wrong."""
    found = []
    for account, gaps in _gaps(view).items():
        told = {
            each.line: each.fingerprint
            for each in findings
            if each.code == "JKP012" and each.account == account
        }
        found += list(_rows(account_party(account), gaps, told, unit))
    return found


def not_counted(view: LedgerView) -> int:
    """Number of accounts never counted."""
    counted = {each.account for _, each in view.events(Count)}
    return sum(1 for each in view.header.accounts if each.account not in counted)


def _gaps(view: LedgerView) -> dict[str, _Gaps]:
    found: dict[str, _Gaps] = {}
    for line, event in view.events(Count):
        book = view.replay.books.get(event.account)
        due = book.before[line].balance if book is not None else None
        if due is not None:
            found.setdefault(event.account, []).append((line, due - event.amount))
    return found


def _rows(party: str, gaps: _Gaps, told: dict[int | None, str], unit: str) -> Iterator[EventRow]:
    if not any(gap for _, gap in gaps):
        return
    what = "The money counted"
    if gaps[-1][1] == 0:
        wrong = max(abs(gap) for _, gap in gaps)
        lines = tuple(line for line, gap in gaps if gap)
        yield EventRow(
            what, unit, lines, {"misrecorded": wrong}, tuple(told[line] for line in lines if line in told)
        )
        return
    for lines, change in _breaks(gaps):
        yield EventRow(
            what,
            unit,
            lines,
            {"unaccounted": abs(change)},
            tuple(told[line] for line in lines if line in told),
            account=party,
            lacking=((party, change, "unaccounted"),),
        )


def _breaks(gaps: _Gaps) -> Iterator[tuple[tuple[int, ...], int]]:
    before, lines, change = 0, list[int](), 0
    for line, gap in gaps:
        if gap != before:
            if change:
                yield tuple(lines), change
            lines, change, before = [], gap - before, gap
        if change:
            lines.append(line)
    if change:
        yield tuple(lines), change

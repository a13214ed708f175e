"""Summary of `auditor bulk` or `auditor export` as text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli.audit_words import printable
from auditor.cli.refused_lines import problem_line
from reports.formatting import count
from reports.money_words import kind_words
from rules.results import MONEY_KINDS

if TYPE_CHECKING:
    from auditor.bulk.bulk_outcomes import BulkSummary, DifferingMoney, ScreenedRun

_MOST_PROBLEMS = 5  # of a file; all of them are in not-audited.json
_SHORT = 12  # characters of a digest
_SCOPES = {"day": "Gaming days", "tournament": "Tournaments", "ledger": "Ledgers"}


def lines(found: BulkSummary, out: Path) -> Iterator[str]:
    """Subject and results of the run."""
    engine = found.engine
    yield f"Engine       {engine.release}, library {engine.library[:_SHORT]}"
    known = "as shipped; no store" if found.as_of is None else f"as of change {found.as_of} of the store"
    yield f"Controls     {known}"
    yield f"Files        {_counts(found.files)}"
    for scope, counts in found.wholes.items():
        if any(counts.values()):
            yield f"{_SCOPES.get(scope, scope):<12} {_counts(counts)}"
    if found.not_on_record:
        rooms = f"{found.not_on_record:,} of {found.rooms:,} rooms"
        yield f"Not on record: {rooms}, whose gaming days are not audited; --data names a store that has them"
    if found.stale:
        yield f"Left from earlier runs: {found.stale:,} files audited with other controls or another engine"
    yield f"Hands        {found.hands:,} recorded, {found.testable:,} testable"
    for currency, money in found.money.items():
        yield f"Money        {_money(currency, money)}"
    for kind, severity, number in found.findings:
        yield f"Findings     {number:,} {kind} {severity}"
    if not found.findings:
        yield "Findings     none"
    if found.screened is not None:
        yield f"Screening    {_screened(found.screened)}"
        yield from _untestable(found.screened)
    yield f"Written      {printable(str(out))}"


def _screened(found: ScreenedRun) -> str:
    several = "pair" if found.between_rooms == 1 else "pairs"
    pairs = f", {found.between_rooms:,} {several} of rooms with the same deals" if found.between_rooms else ""
    counts = f"{count(found.alarms, 'alarm')}, {found.listed:,} listed"
    rooms, sessions = count(found.rooms, "room"), count(found.sessions, "session")
    return f"{rooms}, {sessions}: {counts}{pairs} (screening.ndjson)"


def _untestable(found: ScreenedRun) -> Iterator[str]:
    """Indicators that could be tested in no session of the run, by the reason of most."""
    for code, reasons in found.untestable.items():
        if sum(reasons.values()) == found.sessions:
            yield f"Untestable   {code}: {max(reasons, key=lambda each: (reasons[each], each))}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items())


def _money(currency: str, money: DifferingMoney) -> str:
    sums = [(getattr(money, kind), kind_words(kind)) for kind in MONEY_KINDS]
    known = ", ".join(f"{amount:,} {name}" for amount, name in sums if amount is not None)
    return f"{known} (minor units of {currency})" if known else f"not known ({currency})"


def not_audited(found: BulkSummary) -> Iterator[str]:
    """Files, gaming days and events that were not audited as a whole."""
    for each in found.not_audited:
        for problem in each.problems[:_MOST_PROBLEMS]:
            yield printable(problem_line(each.what, problem))
        yield printable(f"auditor: {each.status}: {each.what}: {each.reason}")

"""Results as CSV (RFC 4180, header, UTF-8)."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from reports.sheet_tables import SheetTable, plain_rows
from rules.results import Finding, Incident

FINDING_COLUMNS = (
    "room", "session", "hand", "seat", "player", "line", "code", "name", "kind", "severity", "stated",
    "expected", "difference", "unit", "money", "clause", "message", "hands", "fingerprint",
)  # fmt: skip
INCIDENT_COLUMNS = (
    "id", "title", "severity", "area", "pattern", "root", "hands", "day", "seats", "at", "clause", "misallocated",
    "misrecorded", "owes", "findings",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@")
MARK = (
    "\ufeff".encode()
)  # the byte-order mark, by which spreadsheets know UTF-8 in a file that somebody saves
_ALSO_TAKEN = ("\t", "\r", "\n")
_LINES_A_PIECE = 500


def findings_csv(findings: Iterable[Finding]) -> Iterator[bytes]:
    """Lines of findings in pieces."""
    return csv_lines(
        FINDING_COLUMNS, ([getattr(each, name) for name in FINDING_COLUMNS] for each in findings)
    )


def incidents_csv(incidents: Iterable[Incident]) -> Iterator[bytes]:
    """Lines of incidents; equal ones give equal bytes. Minor units."""
    return csv_lines(INCIDENT_COLUMNS, map(_incident, incidents))


def incidents_digest(incidents: Iterable[Incident]) -> str:
    """SHA-256 of the list of incidents."""
    digest = sha256()
    for piece in incidents_csv(incidents):
        digest.update(piece)
    return digest.hexdigest()


def _incident(each: Incident) -> list[Any]:
    return [
        each.id, each.title, each.severity, each.area, str(each.pattern).lower(), each.root,
        [f"{hand.session}:{hand.hand}" for hand in each.hands], each.day, each.seats, each.at, each.clause,
        each.misallocated, each.misrecorded,
        "; ".join(f"{debt.debtor or 'nobody'} owes {debt.creditor or 'nobody'} {debt.amount}" for debt in each.owes),
        list(each.findings),
    ]  # fmt: skip


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(columns)
    for number, row in enumerate(rows, 1):
        writer.writerow([_cell(value) for value in row])
        if number % _LINES_A_PIECE == 0:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def marked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """CSV after a byte-order mark."""
    yield MARK
    yield from pieces


def table_csv(table: SheetTable) -> Iterator[bytes]:
    return csv_lines([each.heading for each in table.columns], plain_rows(table))


def _cell(value: Any) -> Any:
    """Cell of a value; possible formulas get an apostrophe."""
    if isinstance(value, list):
        value = " ".join(map(str, value))
    if isinstance(value, str) and _is_formula(value):
        return f"'{value}"
    return value


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet may take text for a formula, behind unseen characters.

    Signs of other widths (U+FF1D, U+FE66) count.
    """
    if text[:1].isalnum():
        return False
    first = next((each for each in text if not _is_unseen(each)), "")
    return text.startswith(_ALSO_TAKEN) or unicodedata.normalize("NFKC", first).startswith(_FORMULA)


def _is_unseen(character: str) -> bool:
    """Whether a character has no width."""
    return unicodedata.category(character)[0] in "CZ"

"""Measures of a result as a document: making, writing, pages, filters, bytes. Part of `make bench`; JSON on standard output;
never a test.

    python -m tests.bench_documents 100000
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from auditor.store.documents.document_making import MadeDocument, document_of_lists
from auditor.store.documents.document_rows import ResultLists, summary_text
from auditor.store.documents.stored_result import StoredResult
from auditor.store.rows import FindingFilter, Page
from rules.results import Finding
from tests.store.documents.kept_parts import AUDIT, FINDING

FINDINGS, PLAYERS, SIZE = 100_000, 40, 50
KINDS = (
    ("SCR001", "discrepancy", "major"), ("SCR002", "violation", "critical"), ("FEE009", "violation", "minor"),
    ("AMB001", "undetermined", "note"),
)  # fmt: skip
WEIGHTS = (80, 1, 15, 4)
TABLE = """
PRAGMA journal_mode = wal;
CREATE TABLE parts (name TEXT, number INTEGER, body BLOB, PRIMARY KEY (name, number)) WITHOUT ROWID;
"""


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FINDINGS
    rows = list(findings_of(count))
    making, made = _took(
        lambda: document_of_lists(
            ResultLists(summary_text(AUDIT), AUDIT.coverage, rows, [], []), os.urandom(32)
        )
    )
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "parts")) as db:
        db.executescript(TABLE)
        writing, _ = _took(lambda: _write(db, made))
        print(json.dumps(_measured(db, made, count, making, writing), indent=2, ensure_ascii=False))


def _measured(
    db: sqlite3.Connection, made: MadeDocument, count: int, making: float, writing: float
) -> dict[str, Any]:
    def result() -> StoredResult:
        return StoredResult(made.root, made.contents, made.salt, lambda *place: _stored(db, place))

    def pages(wanted: FindingFilter, numbers: Iterable[int]) -> dict[str, float]:
        return spread(result().findings_page, ((wanted, Page(number, SIZE)) for number in numbers))

    drawn = random.Random(2)
    last = max(1, count // SIZE)
    reading, _ = _took(lambda: sum(1 for _ in result().findings()))
    verifying, _ = _took(lambda: result().faults())
    return {
        "findings": count,
        "make, s": round(making, 2),
        "write, s": round(writing, 3),
        "megabytes": round(sum(len(each.body) for each in made.parts) / 1e6, 1),
        "of these the index": round(sum(len(each.body) for each in made.parts if "." in each.name) / 1e6, 2),
        "bytes of the contents": len(made.contents),
        "page, ms": pages(FindingFilter(), (drawn.randrange(1, last + 1) for _ in range(300))),
        "page by severity, ms": pages(FindingFilter(severities=("critical",)), range(1, 16)),
        "page by severity and player, ms": pages(
            FindingFilter(severities=("minor",), player="P7"), range(1, 8)
        ),
        "page by hand, ms": pages(FindingFilter(hand=77), [1] * 30),
        "read all, s": round(reading, 2),
        "verify all, s": round(verifying, 2),
    }


def findings_of(count: int) -> Iterator[tuple[int, Finding]]:
    drawn = random.Random(1)
    for number in range(count):
        code, kind, severity = drawn.choices(KINDS, WEIGHTS)[0]
        stated, expected = drawn.randrange(100, 9000), drawn.randrange(100, 9000)
        hand, seat = number // 2 + 1, number % 9 + 1
        words = f"Seat {seat} of hand {hand}: ${stated / 100:.2f} was recorded, and ${expected / 100:.2f} is due (WSGC-6d)."
        yield 1, msgspec.structs.replace(
            FINDING, code=code, kind=kind, severity=severity, hand=hand, seat=seat, player=f"P{drawn.randrange(PLAYERS)}",
            line=number + 2, stated=stated, expected=expected, difference=stated - expected, money=abs(stated - expected),
            message=words, fingerprint=hashlib.sha256(words.encode()).hexdigest()[:32],
        )  # fmt: skip


def _write(db: sqlite3.Connection, made: MadeDocument) -> None:
    with db:
        db.executemany(
            "INSERT INTO parts VALUES (?, ?, ?)", ((each.name, each.number, each.body) for each in made.parts)
        )


def _stored(db: sqlite3.Connection, place: tuple[str, int]) -> bytes | None:
    row = db.execute("SELECT body FROM parts WHERE name = ? AND number = ?", place).fetchone()
    return row[0] if row else None


def _took(what: Callable[[], Any]) -> tuple[float, Any]:
    """Processor's seconds of a call, and its result."""
    began = time.process_time()
    found = what()
    return time.process_time() - began, found


def spread(what: Callable[..., Any], asked: Iterable[tuple[Any, ...]]) -> dict[str, float]:
    """Milliseconds of calls: the median, and the 99th of a hundred."""
    times = sorted(1e3 * _took(lambda each=each: what(*each))[0] for each in asked)  # type: ignore[misc]
    return {"p50": round(statistics.median(times), 2), "p99": round(times[int(len(times) * 0.99)], 2)}


if __name__ == "__main__":
    main()

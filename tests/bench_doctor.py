"""Measures of the verification of the record, as doctor and `verify --register` do it: microseconds of processor a fact to verify
and fold it and to compare what it makes, and megabytes. Part of `make bench`; JSON on standard output; never a test.

    python -m tests.bench_doctor 20000          # sessions, with three facts and five rows each
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.doctor import facts_examined, verify_register
from auditor.facts.recorded_fact import RecordedFact
from auditor.store import Store
from auditor.store.fact_log import enter_fact
from auditor.store.store import FILE
from tests.bench_facts import authority, facts_of_session
from tests.bench_report import peak_megabytes

SESSIONS, AT_ONCE = 20_000, 5_000


def main() -> None:
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS
    facts_examined.TEXTS = {}  # the texts beside rows are not made here
    with tempfile.TemporaryDirectory() as folder:
        _fill(Path(folder), sessions)
        print(json.dumps(_measured(Path(folder) / FILE), indent=2, ensure_ascii=False))


def _fill(folder: Path, sessions: int) -> None:
    facts = _facts(sessions)
    with closing(Store(folder)) as store:
        while part := list(islice(facts, AT_ONCE)):
            with store.connections.writing() as db:
                db.execute("PRAGMA defer_foreign_keys = ON")
                for fact in part:
                    enter_fact(db, fact)


def _facts(sessions: int) -> Iterator[RecordedFact]:
    yield from authority()
    for number in range(1, sessions + 1):
        yield from facts_of_session(number)


def _measured(file: Path) -> dict[str, Any]:
    began = time.process_time()
    verified = verify_register(file)
    seconds = time.process_time() - began
    assert not verified.faults
    return {
        "facts": verified.size,
        "verify, fold and compare, µs a fact": round(1e6 * seconds / verified.size, 1),
        "megabytes": peak_megabytes(),
    }


if __name__ == "__main__":
    main()

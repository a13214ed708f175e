"""Measures of what finishing an audit does while others wait: seconds within the write lock, of the clock and of the processor.
Part of `make bench`; JSON on standard output; never a test.

    python -m tests.bench_finish 100000 600     # findings, sessions whose results are kept
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from auditor.evidence import Evidence
from auditor.store import Store
from auditor.store.rows import FindingFilter, NewAudit, Page, Selection
from auditor.store.session_results import SessionResult
from rules.audit import combine, read_facts
from rules.audit.screened_audit import screened_audit
from rules.controls.library import library
from rules.results import Finding
from tests.bench_documents import findings_of, spread
from tests.http.kit import hand_line, log

FINDINGS, SESSIONS, PAGES, SIZE = 100_000, 600, 300, 50
AT = "2026-03-15T08:00:00.000000Z"


def main() -> None:
    findings, sessions = (
        int(sys.argv[place]) if len(sys.argv) > place else default
        for place, default in ((1, FINDINGS), (2, SESSIONS))
    )
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        results = [_kept(store, number) for number in range(1, sessions + 1)]
        lease = _claimed(store)
        audit = combine([each.audit for each in results])
        audit = msgspec.structs.replace(audit, findings=_findings(results, findings))
        inside: list[tuple[float, float]] = []
        with _timed(store, inside):
            began = time.process_time()
            assert store.queue.finish(lease, audit, AT, results)
            whole = time.process_time() - began
        ((clock, processor),) = inside
        pages = {
            "page of findings, ms": FindingFilter(),
            "page of a player's findings, ms": FindingFilter(player="P7"),
            "page of critical findings, ms": FindingFilter(severities=("critical",)),
        }
        measured = {
            "findings": findings,
            "results of sessions": sessions,
            "incidents": len(audit.incidents or ()),
            "finish, s of processor": round(whole, 2),
            "within the lock, s": round(clock, 3),
            "within the lock, s of processor": round(processor, 3),
            **{name: _pages(store, wanted) for name, wanted in pages.items()},
        }
        store.close()
    print(json.dumps(measured, indent=2))


def _kept(store: Store, number: int) -> SessionResult:
    evidence = Evidence(log(hand_line(3), hand_line(17), session=f"S-{number}"))
    session, _ = store.sessions.keep(evidence, read_facts(evidence), None, AT)
    found = screened_audit(evidence, library=library())
    basis = hashlib.sha256(b"basis").hexdigest()
    return SessionResult(session.id, basis, found.audit, found.summary, found.statistics)


def _claimed(store: Store) -> Any:
    store.audits.ask(Selection(), lambda found: NewAudit({}, "", None, [], None, AT, tuple(found)))
    claimed = store.queue.claim("a", AT)
    assert claimed is not None
    return claimed.lease


def _findings(results: list[SessionResult], count: int) -> list[Finding]:
    """Findings of the sessions, of which incidents are, and further ones."""
    logs = [each.audit.log for each in results]
    own = [finding for each in results for finding in each.audit.findings]
    further = (
        msgspec.structs.replace(each, room=of.room, session=of.session)
        for of, (_, each) in zip(cycle(logs), findings_of(count - len(own)))
    )
    return [*own, *further]


@contextmanager
def _timed(store: Store, inside: list[tuple[float, float]]) -> Iterator[None]:
    connections = store.connections
    transaction = connections._transaction

    @contextmanager
    def timed(db: Any, signing: Any) -> Iterator[None]:
        began = time.perf_counter(), time.thread_time()
        with transaction(db, signing):
            yield
        inside.append((time.perf_counter() - began[0], time.thread_time() - began[1]))

    connections._transaction = timed  # type: ignore[method-assign]
    try:
        yield
    finally:
        connections._transaction = transaction  # type: ignore[method-assign]


def _pages(store: Store, wanted: FindingFilter) -> dict[str, float]:
    _, total = store.results.page(1, wanted, Page(1, SIZE))
    last = max(1, total // SIZE)
    return spread(
        lambda page: store.results.page(1, wanted, Page(page, SIZE)),
        ((page % last + 1,) for page in range(0, 7 * PAGES, 7)),
    )


if __name__ == "__main__":
    main()

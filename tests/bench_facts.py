"""Measures of facts: microseconds to write, read and fold one, its bytes, and the state in memory. JSON on standard output;
never a test.

    python -m tests.bench_facts 20000
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from auditor.facts.authority_state import AuthorityState
from auditor.facts.canonical_record import from_record, to_record
from auditor.facts.fold import fold
from auditor.facts.kinds.facts_of_audits import AskedLog, AuditAsked, AuditFinished, SessionResultOnRecord
from auditor.facts.kinds.facts_of_keys import KeyMade
from auditor.facts.kinds.facts_of_rooms import RoomTermsSet
from auditor.facts.kinds.facts_of_uploads import UploadAccepted
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import KeptFile, RecordedFact

ROOMS, AT = 300, "2026-03-15T08:00:00.000000Z"
TERMS = {
    "from": None, "licence_class": "F", "tables": 5, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00",
    "fees": "hand_fee", "fiscal_year_ends": "06-30", "authority": "wsgc",
}  # fmt: skip
COUNTS = {
    "findings": 2,
    "kind": {"error": 2, "procedure": 0},
    "severity": {"major": 2, "minor": 0, "note": 0},
}


def main() -> None:
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    facts = [*authority(), *(fact for number in range(1, sessions + 1) for fact in facts_of_session(number))]
    writing, records = _took(lambda: [to_record(fact) for fact in facts])
    reading, read = _took(lambda: [from_record(record) for record in records])
    tables = MemoryTables()
    folding, _ = _took(lambda: fold(tables, read))
    state = AuthorityState()
    following, _ = _took(lambda: state.follow(read))
    snapshot = state.snapshot()
    restoring, _ = _took(lambda: AuthorityState.from_snapshot(snapshot))
    each = 1e6 / len(facts)
    measured = {
        "facts": len(facts),
        "bytes a fact": round(sum(map(len, records)) / len(records)),
        "write, µs a fact": round(writing * each, 1),
        "read and compare, µs a fact": round(reading * each, 1),
        "fold, µs a fact": round(folding * each, 1),
        "facts folded a second": round(len(facts) / folding),
        "authority alone, µs a fact": round(following * each, 1),
        "authority, rows": state.rows(),
        "authority, bytes of a snapshot": len(snapshot),
        "authority, ms to read a snapshot": round(restoring * 1e3, 2),
    }
    print(json.dumps(measured, indent=2, ensure_ascii=False))


def _took(what: Callable[[], Any]) -> tuple[float, Any]:
    """Processor's seconds of a call, and its result."""
    began = time.process_time()
    found = what()
    return time.process_time() - began, found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _room(number: int) -> str:
    return f"WA-{number % ROOMS:04}"


def authority() -> Iterator[RecordedFact]:
    for number in range(ROOMS):
        room = _room(number)
        yield KeyMade(
            at=AT, id=f"k{number:07}", secret_sha256=_digest(room), role="room", name="Dana", person=True, of_rooms=(room,),
            expires_at="2027-03-15T08:00:00.000000Z",
        )  # fmt: skip
        yield RoomTermsSet(at=AT, number=number + 1, room=room, rooms=(room,), terms=[TERMS])


def facts_of_session(number: int) -> Iterator[RecordedFact]:
    room, log = _room(number), _digest(f"{number}")
    about: dict[str, Any] = {"at": AT, "rooms": (room,)}
    yield UploadAccepted(
        number=number, room=room, session=f"S-{number}", table="T1", currency="USD", day="2026-03-14", hands=200,
        opened_at="2026-03-14T20:00:00Z", closed_at="2026-03-15T02:00:00Z", ruleset="wsgc-2-4@1", content_sha256=log,
        file=KeptFile(log, 400_000, "application/x-ndjson", f"S-{number}.ndjson"), facts_sha256=_digest(log),
        by=f"k{number % ROOMS:07}", **about,
    )  # fmt: skip
    yield AuditAsked(
        number=number, request={"pending": True}, request_sha256=log, hands_total=200, logs=(AskedLog(number, log),),
        knowledge={"as_of": 300, "engine": "0.3.0", "library": log, "code": log, "judgement": 3}, **about,
    )  # fmt: skip
    yield AuditFinished(
        number=number, finish=number, attempts=1, counts=COUNTS, result_sha256=log, summary_sha256=log, code=log, judgement=3,
        sessions=(SessionResultOnRecord(number, log, log, log),), **about,
    )  # fmt: skip


if __name__ == "__main__":
    main()

"""Measures of a large record: the start of a process with and without a snapshot, its memory, uploads of 400 kB, and pages of
sessions. JSON on standard output; never a test.

    python -m tests.bench_record 333000         # sessions, with three facts and five rows each: a million facts, 2 GB on the disk
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_uploads import UploadAccepted
from auditor.facts.recorded_fact import RecordedFact
from auditor.store import Store
from auditor.store.fact_log import enter_fact
from auditor.store.followed_snapshot import FILE as SNAPSHOT
from auditor.store.rows import Page, Selection, encoded
from rules.audit import read_facts
from tests.bench_documents import spread
from tests.bench_facts import authority, facts_of_session
from tests.bench_report import peak_megabytes
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application

SESSIONS, AT_ONCE, UPLOADS, PAGES, SIZE = 333_000, 5_000, 300, 300, 50
BYTES = 400_000
_TEXTS = (  # of which the facts of `facts_of_session` have the digests
    "UPDATE audits SET summary = CAST(id AS TEXT)",
    "UPDATE session_results SET result = CAST(session AS TEXT), summary = CAST(session AS TEXT)",
)


def main() -> None:
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER", "/var/tmp")) as made:
        folder = Path(made) / "data"
        with closing(Store(folder)) as store:
            base = _started(Path(made) / "empty")
            _fill(store, sessions)
            size = store.register.size()
        without = _started(folder)
        assert (folder / SNAPSHOT).exists()
        with_snapshot = _started(folder)
        figures = {
            "facts": size,
            "start without a snapshot, s": without["seconds"],
            "start with a snapshot, s": with_snapshot["seconds"],
            "memory above an empty store's, MB": round(with_snapshot["megabytes"] - base["megabytes"]),
            **_served(folder, sessions),
        }
    print(json.dumps(figures, indent=2))


def _fill(store: Store, sessions: int) -> None:
    text = _text()
    facts = _facts(sessions, text.digest)
    while part := list(islice(facts, AT_ONCE)):
        with store.connections.writing() as db:
            db.execute("PRAGMA defer_foreign_keys = ON")
            for fact in part:
                enter_fact(db, fact)
    with store.connections.writing() as db:
        db.execute("UPDATE sessions SET facts = ?", [text.body])
        for statement in _TEXTS:
            db.execute(statement)


class _Text:
    """What a log says of itself, the same for all, with its digest."""

    def __init__(self, body: str) -> None:
        import hashlib

        self.body = body
        self.digest = hashlib.sha256(body.encode()).hexdigest()


def _text() -> _Text:
    return _Text(encoded(read_facts(Evidence(_log(0, 1)))))


def _facts(sessions: int, text: str) -> Iterator[RecordedFact]:
    yield from authority()
    for number in range(1, sessions + 1):
        for fact in facts_of_session(number):
            yield replace(fact, facts_sha256=text) if isinstance(fact, UploadAccepted) else fact


def _log(number: int, hands: int) -> bytes:
    return log(*(hand_line(each) for each in range(1, hands + 1)), session=f"L-{number}")


def _started(folder: Path) -> dict[str, float]:
    """Seconds and memory of a process that opens a store and reads what decides."""
    command = [sys.executable, "-m", "tests.bench_record", "--start", f"{folder}"]
    return dict(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout))


def _start(folder: Path) -> None:
    began = time.perf_counter()
    with closing(Store(folder)) as store:
        list(store.authority.rows("rooms"))
        seconds = time.perf_counter() - began
        memory = peak_megabytes()
        store.authority.keep_snapshot()
    print(json.dumps({"seconds": round(seconds, 2), "megabytes": memory}))


def _served(folder: Path, sessions: int) -> dict[str, Any]:
    hands = BYTES // (len(_log(0, 101)) - len(_log(0, 1))) * 100
    with application(folder) as app:
        client, store = app.test_client(), app.extensions["auditor"].store

        def upload(number: int) -> None:
            answer = client.post("/v1/sessions", data=bodies[number], content_type=NDJSON)
            assert answer.status_code == 201, answer.json

        bodies = [_log(number, hands) for number in range(UPLOADS)]
        uploads = spread(upload, _in_turn(UPLOADS))
        last = sessions // SIZE
        pages = spread(
            lambda page: store.sessions.page(Selection(), Page(page, SIZE)),
            ((page * 7919 % last + 1,) for page in range(PAGES)),
        )
    return {
        f"upload of {len(bodies[0]) // 1000} kB, ms": uploads,
        f"page of {SIZE} sessions, ms": pages,
    }


def _in_turn(count: int) -> Iterator[tuple[int]]:
    """Numbers of uploads, no more of them in a second than a service takes of one key."""
    for number in range(count):
        time.sleep(0.11)
        yield (number,)


if __name__ == "__main__":
    if "--start" in sys.argv:
        _start(Path(sys.argv[2]))
    else:
        main()

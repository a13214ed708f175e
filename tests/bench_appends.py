"""Measures of appends: how many facts a second one writer or four processes enter, how long one takes, on which store. Each is
on the disk before it counts. JSON on standard output; never a test.

    python -m tests.bench_appends 500
    python -m tests.bench_appends 500 postgresql
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auditor.store import Store
from auditor.store.connections_of import STORE_VARIABLE
from auditor.store.rows import NewHold

WRITERS = 4
_AT = "2026-06-01T10:00:00.000000Z"


def main() -> None:
    appends = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    where = sys.argv[2:] or ["sqlite", "postgresql"]
    print(json.dumps({each: _measured(each, appends) for each in where}, indent=2))


def _measured(where: str, appends: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for writers in (1, WRITERS):
        with _store(where) as folder:
            began = time.perf_counter()
            each = _by(writers, folder, appends // writers)
            lasted = time.perf_counter() - began
        took = sorted(seconds for of_one in each for seconds in of_one["appends"])
        held = sorted(seconds for of_one in each for seconds in of_one["in the lock"])
        slowest = max(of_one["ended"] for of_one in each) - min(of_one["began"] for of_one in each)
        found[f"{writers} at once"] = {
            "appends a second": round(len(took) / slowest),
            "p50, ms": round(statistics.median(took) * 1e3, 1),
            "p99, ms": round(took[len(took) * 99 // 100] * 1e3, 1),
            "p99 within the lock, ms": round(held[len(held) * 99 // 100] * 1e3, 1),
            "processor of a writer, ms an append": round(
                sum(of_one["processor"] for of_one in each) / len(took) * 1e3, 2
            ),
            "with starts, s": round(lasted, 1),
        }
    return found


def _by(writers: int, folder: Path, appends: int) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.bench_appends", "--write", f"{folder}", f"{appends}"]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(writers)]
    return [json.loads(each.communicate()[0]) for each in started]


@contextmanager
def _store(where: str) -> Iterator[Path]:
    """A data folder with an empty store, on the disk."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER", "/var/tmp")) as made:
        folder = Path(made) / "data"
        if where == "postgresql":
            from tests.store.postgresql.server import running_server

            with running_server() as server:
                os.environ[STORE_VARIABLE] = server.url(server.new_database("pattern"))
                Store(folder).close()
                yield folder
                del os.environ[STORE_VARIABLE]
        else:
            Store(folder).close()
            yield folder


def _write(folder: Path, appends: int) -> None:
    """Enter facts; how long each took, in seconds."""
    store = Store(folder)
    held = _held_from_now_on(store)
    hold = NewHold("WA-0001", None, None, None, "an inquiry", "Dana Ortiz")
    took = []
    began, processor = time.time(), time.process_time()
    for _ in range(appends):
        before = time.perf_counter()
        store.holds.make(hold, _AT)
        took.append(time.perf_counter() - before)
    print(
        json.dumps(
            {
                "began": began,
                "ended": time.time(),
                "processor": time.process_time() - processor,
                "appends": took,
                "in the lock": held,
            }
        )
    )
    store.close()


def _held_from_now_on(store: Store) -> list[float]:
    """Seconds that each transaction has the lock, from before it is verified until it is committed."""
    connections = store.connections
    held: list[float] = []
    begin, transaction = connections._begin_writing, connections._transaction
    got: list[float] = []

    def begun(db: Any) -> None:
        begin(db)
        got.append(time.perf_counter())

    @contextmanager
    def timed(db: Any, signing: Any) -> Iterator[None]:
        with transaction(db, signing):
            yield
        held.append(time.perf_counter() - got.pop())

    connections._begin_writing = begun  # type: ignore[method-assign]
    connections._transaction = timed  # type: ignore[method-assign]
    return held


if __name__ == "__main__":
    if "--write" in sys.argv:
        _write(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main()

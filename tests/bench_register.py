"""A register with many entries: what an entry, a signed transaction, a proof and the verification of all take.

`python -m tests.bench_register ENTRIES` prints processor times as JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from auditor.doctor import verify_register
from auditor.store import Store
from auditor.store.legacy.entries_of_rows import append
from auditor.store.rows import NewHold
from auditor.store.store import FILE

_AGAIN = 50
_AT = "2026-03-15T08:00:00.000000Z"
_HOLD = NewHold("WA-0417", None, None, None, "case 12", "Agent 12")


def main() -> None:
    entries = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        number = store.holds.make(_HOLD, _AT).id

        def fill() -> None:
            with store.connections.writing() as db:
                for _ in range(entries - 1):
                    append(db, "hold.made", number)

        each = _seconds(fill, 1) / entries
        figures = {
            "entry_ms": each,
            "hold_on_record_ms": _seconds(lambda: store.holds.make(_HOLD, _AT)),
            "root_ms": _seconds(lambda: store.register.tree().root()),
            "inclusion_ms": _seconds(lambda: store.register.tree().inclusion_proof(entries // 3)),
            "consistency_ms": _seconds(lambda: store.register.tree().consistency_proof(entries // 3)),
        }
        store.close()
        verified = _seconds(lambda: verify_register(Path(folder) / FILE), 1)
    found = {name: round(1000 * seconds, 3) for name, seconds in figures.items()}
    print(json.dumps({**found, "verify_seconds": round(verified, 2)}))


def _seconds(work: Callable[[], object], times: int = _AGAIN) -> float:
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


if __name__ == "__main__":
    main()

"""What a hand costs: bytes of its log, of the store and of Parquet, and processor time. For `docs/scale.md`; never a test.

`python -m tests.bench_scale` measures sessions of 212 hands that a service took in and audited, and their export.
"""

from __future__ import annotations

import gzip
import json
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench_bulk import HANDS, size_of

LOGS = 20
CASES = (("wsgc-2-4-bonuses", "rows"), ("wsgc-full", "full"), ("ofc-event", "full"), ("olympic-cash", "full"))


def main() -> None:
    for case in CASES:
        print(json.dumps(measured(*case), indent=2), flush=True)


def measured(name: str, evidence: str) -> dict[str, Any]:
    """Bytes a hand, and microseconds of processor time a hand of taking a log in and auditing it, and of the audit alone."""
    from auditor.bulk.bulk_export import export
    from auditor.bulk.folder import Folder
    from auditor.service import Service
    from auditor.store import Store
    from auditor.store.rows import Selection
    from rules.audit import BytesSource, audit_log
    from rules.controls.library import library
    from simulation import simulate

    logs = [
        simulate(
            library().get(name), hands=HANDS, seed=at, faults=0.01, evidence=evidence, session=f"s-{at}"
        ).log()
        for at in range(LOGS)
    ]
    hands = LOGS * HANDS
    served, alone = list[float](), list[float]()
    with TemporaryDirectory() as folder:
        data, out = Path(folder) / "data", Folder(Path(folder) / "out", "export")
        service = Service(data, lambda *_: None, wait=60)
        service.start()
        empty = size_of(data)
        for log in logs:
            begun = time.process_time()
            session = service.sessions.upload(log).session
            assert session is not None
            service.auditing.ask(Selection(ids=(session.id,)), {"sessions": [session.id]}, None)
            served.append(time.process_time() - begun)
            begun = time.process_time()
            audit_log(BytesSource(log))
            alone.append(time.process_time() - begun)
        service.close()
        kept = size_of(data) - empty
        out.begin()
        store = Store(data, read_only=True)
        export(store, library(), out)
        store.close()
        tables = {
            each: round(size_of(out.path / each) / hands, 1)
            for each in ("hands", "findings", "incidents", "coverage")
        }
    return {
        "what": f"{LOGS} sessions of {HANDS} hands, {name}, {evidence}",
        "bytes_a_hand_of_log": round(sum(map(len, logs)) / hands),
        "bytes_a_hand_of_log_gzip": round(sum(len(gzip.compress(each)) for each in logs) / hands),
        "bytes_a_hand_of_store": round(kept / hands),
        "bytes_a_hand_of_parquet": tables,
        "microseconds_a_hand_served": round(statistics.median(served) / HANDS * 1e6),
        "microseconds_a_hand_audit": round(statistics.median(alone) / HANDS * 1e6),
    }


if __name__ == "__main__":
    main()

"""What an evening costs the service: from the upload of 212 hands to the finished audit. Part of `make bench`; never a test."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HANDS = 212
LOGS = 60
WARM = 3  # logs that are not counted: the first audit compiles the ruleset


def measure(evidence: str) -> dict[str, Any]:
    """Milliseconds of processor time of this process, whose worker audits in a thread of its own."""
    from auditor.service import Service
    from auditor.store.rows import Selection
    from rules.controls.library import library
    from simulation import simulate

    ruleset = library().get("wsgc-2-4-bonuses")
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder), lambda *_: None, wait=60)
        service.start()
        for seed in range(WARM + LOGS):
            log = simulate(
                ruleset, hands=HANDS, seed=seed, players=(4, 4), evidence=evidence, session=f"evening-{seed}"
            ).log()
            began = time.process_time()
            session = service.sessions.upload(log).session
            assert session is not None
            done = service.auditing.ask(Selection(ids=(session.id,)), {"sessions": [session.id]}, None)
            spent.append(1000 * (time.process_time() - began))
            assert done.audit is not None
            assert done.audit.state == "finished"
        service.close()
    counted = spent[WARM:]
    return {
        "median_cpu_milliseconds": round(statistics.median(counted), 1),
        "least_cpu_milliseconds": round(min(counted), 1),
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1])))

"""What findings cost: an audit with one for most seats of a log. Part of `make bench`; never a test."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.bench_report import peak_megabytes


def measure(log: Path) -> dict[str, Any]:
    """Audit a log in this process, and write the audit as JSON without keeping it."""
    from auditor.evidence import FileEvidence
    from rules.audit import audit_log
    from rules.findings.written import json_pieces

    before = peak_megabytes()
    begun, cpu = time.perf_counter(), time.process_time()
    audit = audit_log(FileEvidence(log))
    seconds, busy = time.perf_counter() - begun, time.process_time() - cpu
    peak = peak_megabytes()
    begun = time.process_time()
    written = sum(map(len, json_pieces(audit)))
    return {
        "findings": len(audit.findings),
        "seconds": round(seconds, 2),
        "cpu_seconds": round(busy, 2),
        "megabytes_before": before,
        "megabytes_peak": peak,
        "json_cpu_seconds": round(time.process_time() - begun, 2),
        "json_megabytes": written >> 20,
        "megabytes_peak_written": peak_megabytes(),
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))

"""What a report costs: pages, seconds and memory, of an audit with many faults. Part of `make bench`; never a test."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any


def measure(log: Path, pdf: Path, most: int | None) -> dict[str, Any]:
    """Audit a log and write its report in this process; what the report took. most: places that are drawn, None: all."""
    import pypdfium2

    from auditor.evidence import FileEvidence
    from reports.drawn_audit import write_audit_pdf
    from rules.audit import audit_log, exhibits
    from rules.clauses import catalogue

    source = FileEvidence(log)
    audit = audit_log(source)
    assert audit.log is not None
    assert audit.incidents is not None
    sources = {(audit.log.room, audit.log.session): source}
    before, begun = peak_megabytes(), time.perf_counter()
    with pdf.open("wb") as file:
        write_audit_pdf(audit, lambda places: exhibits(sources, audit, places), catalogue(), file, most=most)
    seconds = time.perf_counter() - begun
    after = peak_megabytes()
    pages = len(pypdfium2.PdfDocument(pdf))
    return {
        "findings": len(audit.findings),
        "incidents": len(audit.incidents),
        "pages": pages,
        "seconds": round(seconds, 2),
        "pages_per_second": round(pages / seconds),
        "megabytes_before": before,
        "megabytes_peak": after,
    }


def peak_megabytes() -> int:
    """The peak of this process in MB; getrusage would tell the peak of the process that this one was forked from."""
    status = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) // 1024


if __name__ == "__main__":
    drawn = None if sys.argv[3] == "all" else int(sys.argv[3])
    print(json.dumps(measure(Path(sys.argv[1]), Path(sys.argv[2]), drawn)))

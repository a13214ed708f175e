"""What scanning gives: reading alone, and the whole of `auditor audit`, with the scanner and without. Part of `make bench`.

`python -m tests.bench_scanned LOG` prints one row. Each figure is processor time, as a multiple of an untyped decode of the same
lines in the same run; the three take turns, and the figure is the median of their ratios.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

RUNS = 5
WAYS = ("scanned", "decoded")


def measure(log: Path, runs: int = RUNS) -> dict[str, Any]:
    """Times of an untyped decode for reading and for the whole process, scanned and decoded."""
    ratios: dict[str, list[float]] = {}
    lines = log.read_bytes().splitlines()
    for _ in range(runs):
        taken = {f"{what}_{way}": _child(what, way, log) for what in ("read", "audit") for way in WAYS}
        began = time.process_time()
        for line in lines:
            msgspec.json.decode(line)
        untyped = time.process_time() - began
        for what, seconds in taken.items():
            ratios.setdefault(what, []).append(seconds / untyped)
        ratios.setdefault("audit_times_faster", []).append(taken["audit_decoded"] / taken["audit_scanned"])
        ratios.setdefault("untyped_microseconds_a_line", []).append(untyped / len(lines) * 1e6)
    return {what: round(statistics.median(found), 2) for what, found in ratios.items()}


def _child(what: str, way: str, log: Path) -> float:
    """Processor time of a process, start included."""
    before = os.times()
    command = [sys.executable, "-m", "tests.bench_scanned", what, way, str(log)]
    one_core = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=one_core)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def once(what: str, way: str, log: str) -> None:
    """Read or audit a log in this process."""
    from rules.records import scanned

    if way == "decoded":
        scanned.compiled = None  # type: ignore[assignment]
    assert way == "decoded" or scanned.compiled is not None
    if what == "read":
        from rules.records.reader import LogReader

        with open(log, "rb") as file:
            for _ in LogReader().blocks(iter(lambda: file.read(1 << 20), b"")):
                pass
        return
    from auditor.cli import main

    with contextlib.suppress(SystemExit):
        main(["audit", log, "--format", "json"], prog_name="auditor")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        once(*sys.argv[1:])
    else:
        print(json.dumps(measure(Path(sys.argv[1]))))

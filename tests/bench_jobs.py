"""What a second process gives for one large log: `auditor audit --jobs 2`. Part of `make bench`; never a test."""

from __future__ import annotations

import contextlib
import hashlib
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

RUNS = 3


def measure(log: Path) -> dict[str, Any]:
    """Seconds with one process and with two, in turn, and the processor time of each of the two.

    bound: how many times faster two processes are where each has a core to itself.
    """
    runs: dict[int, list[dict[str, Any]]] = {1: [], 2: []}
    for _ in range(RUNS):
        for jobs, found in runs.items():
            command = [sys.executable, "-m", "tests.bench_jobs", str(log), str(jobs)]
            began = time.perf_counter()
            done = subprocess.run(command, capture_output=True, check=True)
            digest = hashlib.sha256(done.stdout).hexdigest()
            found.append(
                {"seconds": time.perf_counter() - began, "digest": digest, **json.loads(done.stderr)}
            )
    assert len({each["digest"] for found in runs.values() for each in found}) == 1
    one, two = ({key: _median(found, key) for key in _MEASURED} for found in runs.values())
    return {
        "seconds": round(two["seconds"], 2),
        "seconds_of_one_process": round(one["seconds"], 2),
        "times_faster": round(one["seconds"] / two["seconds"], 2),
        "cpu_seconds_of_one_process": round(one["first"], 2),
        "cpu_seconds_auditing": round(two["first"], 2),
        "cpu_seconds_reading": round(two["second"], 2),
        "bound": round(one["first"] / max(two["first"], two["second"]), 2),
    }


_MEASURED = ("seconds", "first", "second")


def _median(found: list[dict[str, Any]], key: str) -> float:
    return statistics.median(each[key] for each in found)


def once(log: str, jobs: str) -> None:
    """The command in this process; on standard error its processor time, and that of the process that it started."""
    from auditor.cli import main

    with contextlib.suppress(SystemExit):
        main(["audit", log, "--format", "json", "--jobs", jobs], prog_name="auditor")
    sys.stdout.flush()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    first, second = (each.ru_utime + each.ru_stime for each in used)
    print(json.dumps({"first": first, "second": second}), file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        once(*sys.argv[1:])
    else:
        print(json.dumps(measure(Path(sys.argv[1]))))

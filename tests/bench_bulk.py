"""`auditor bulk` over many logs of an evening, with one process and with two: `python -m tests.bench_bulk --logs 2000`.

The two take turns, so that what else the machine does is the same for both; the figure is the median of the ratios. Elapsed time
counts here, and not the processor's.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rules.controls.library import library
from simulation import simulate

HANDS = 212  # of an evening, as the sample log has them
RULESETS = ("wsgc-base", "wsgc-2-4-bonuses", "wsgc-full", "hawaiian-gardens")
DISTINCT = 40  # logs that are simulated; the others are these under other names


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--logs", type=int, default=400)
    asked.add_argument("--hands", type=int, default=HANDS)
    asked.add_argument("--runs", type=int, default=3)
    options = asked.parse_args()
    print(json.dumps(measured(options.logs, options.hands, options.runs), indent=2))


def measured(logs: int, hands: int = HANDS, runs: int = 3) -> dict[str, Any]:
    """How long one process and two take over as many logs, and what they write."""
    with TemporaryDirectory() as folder:
        source = made(Path(folder) / "logs", logs, hands)
        taken: dict[int, list[float]] = {1: [], 2: []}
        for at in range(runs):
            for jobs in taken:
                taken[jobs].append(seconds(source, Path(folder) / f"out-{jobs}-{at}", jobs))
        out = Path(folder) / "out-1-0"
        again = seconds(source, out, 2)
        sizes = {name: size_of(out / name) for name in ("hands", "findings", "incidents", "coverage")}
        ratios = [one / two for one, two in zip(taken[1], taken[2], strict=True)]
        return {
            "what": f"auditor bulk, {logs:,} logs of {hands} hands",
            "seconds_one": round(statistics.median(taken[1]), 2),
            "seconds_two": round(statistics.median(taken[2]), 2),
            "times_faster": round(statistics.median(ratios), 2),
            "milliseconds_a_log_one": round(statistics.median(taken[1]) / logs * 1e3, 1),
            "seconds_again": round(again, 2),
            "bytes_a_hand_of_logs": round(size_of(source) / logs / hands),
            "bytes_a_hand_of_parquet": {name: round(size / logs / hands, 1) for name, size in sizes.items()},
            "load": round(os.getloadavg()[0], 1),
        }


def made(folder: Path, logs: int, hands: int) -> Path:
    """Logs of sessions of their own, each with two faults or so."""
    folder.mkdir()
    texts = []
    for at in range(min(DISTINCT, logs)):
        ruleset = library().get(RULESETS[at % len(RULESETS)])
        texts.append(simulate(ruleset, hands=hands, seed=at, faults=0.01, session=f"s-{at:06}").log())
    for at in range(logs):
        first = at % len(texts)
        log = texts[first].replace(b'"s-%06d"' % first, b'"s-%06d"' % at)
        (folder / f"{at:06}.ndjson").write_bytes(log)
    return folder


def seconds(source: Path, out: Path, jobs: int) -> float:
    """How long a run takes."""
    begun = time.perf_counter()
    words = [sys.executable, "-m", "auditor.cli", "bulk", str(source), "--out", str(out), "--jobs", str(jobs)]
    done = subprocess.run([*words, "--format", "json"], capture_output=True, check=False)
    found = json.loads(done.stdout)
    assert found["not_audited"] == [], found["not_audited"][:3]
    return time.perf_counter() - begun


def size_of(folder: Path) -> int:
    """The bytes of the files below a folder."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


if __name__ == "__main__":
    main()

"""What is measured: `make bench`. JSON on standard output, a table for people on standard error; never a test.

Each figure is the median of some runs in fresh processes. Ratios are against an untyped `msgspec.json.decode` of the
same lines in the same run, for machines differ and are noisy.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import requests

RULESETS = ("wsgc-base", "wsgc-2-4-bonuses", "wsgc-full")
RULESET = "wsgc-2-4-bonuses"
HANDS = 200_000
SCANNED = (("wsgc-base", "rows"), ("wsgc-full", "full"))
OPEN_FACE = ("carnivale-ofc-2013", "ofc-event", "ofc-cash", "ofc-pineapple")
SYSTEM_HANDS = 100_000
RUNS = 3


def main() -> None:
    os.environ["AUDITOR_UPLOADS_PER_SECOND"] = "1000000"  # the service is measured, not its limits
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--hands", type=int, default=HANDS, help="of the log that is audited")
    asked.add_argument(
        "--million", action="store_true", help="also a million hands: the peak memory, and --jobs 2 (minutes)"
    )
    asked.add_argument(
        "--memory", action="store_true", help="only the peak memory of a million hands (minutes)"
    )
    asked.add_argument("--systems", action="store_true", help="only the row per system")
    asked.add_argument("--uploads", type=int, help="only the row of many clients, with so many uploads")
    asked.add_argument("--open-face", action="store_true", help="only the rows of open-face play")
    asked.add_argument(
        "--attacks", action="store_true", help="only the rows of bodies that were dear to answer"
    )
    asked.add_argument("--lists", action="store_true", help="only the rows of lists over many sessions")
    asked.add_argument("--bulk", type=int, help="only the row of many logs, with so many")
    options = asked.parse_args()
    if options.attacks or options.lists or options.bulk:
        rows = list(attacks() if options.attacks else lists() if options.lists else bulk(options.bulk))
        print(json.dumps(rows, indent=2))
        table(rows)
        return
    with tempfile.TemporaryDirectory() as folder:
        if options.memory:
            print(json.dumps(memory(Path(folder)), indent=2))
            return
        rows = (
            [many_clients(Path(folder), options.uploads)]
            if options.uploads
            else list(open_face(Path(folder)))
        )
        if not options.open_face and not options.uploads:
            rows += systems(Path(folder))
        if not options.systems and not options.open_face and not options.uploads:
            rows += measured(Path(folder), options.hands, options.million)
    print(json.dumps(rows, indent=2))
    table(rows)


def measured(folder: Path, hands: int, million: bool) -> Any:
    for ruleset in RULESETS:
        for evidence in ("rows", "full"):
            log = simulated(folder / f"{evidence}.ndjson", hands, evidence, ruleset)
            yield audit_speed(log, hands, f"{ruleset}, evidence: {evidence}")
            if (ruleset, evidence) == (RULESETS[0], "rows"):
                yield records_speed(log, hands)
            if (ruleset, evidence) in SCANNED:
                yield scanned(log, f"{hands:,} hands, {ruleset}, {evidence}")
            log.unlink()
    if million:
        log = simulated(folder / "million.ndjson", 1_000_000, "rows")
        yield audit_memory(log, f"{RULESET}, rows")
        yield two_processes(log)
        log.unlink()
        yield memory(folder)
    yield wrong_scoring(folder, hands)
    yield grouping(folder)
    yield post_to_finished(folder)
    yield many_clients(folder)
    yield register()
    yield from nights()
    yield from lists()
    yield from days()
    yield from evenings()
    yield from bulk()
    yield from starts(folder)
    yield from reports(folder)
    yield from attacks()


def bulk(logs: int = 400) -> Any:
    """`auditor bulk`: one process and two in turns, in elapsed time; the goal is 1.8 times over 2,000 logs."""
    from tests.bench_bulk import measured

    yield measured(logs)


def attacks() -> Any:
    """What it takes to answer each body of `tests.attacks`, in a process of its own: the goal is 2 s and 200 MB."""
    from tests.attacks import attacks as every

    for name in every():
        done = subprocess.run([sys.executable, "-m", "tests.attacks", name], capture_output=True, text=True)
        if done.returncode:
            yield {"what": name, "ended": done.returncode, "seconds": "more than it may take"}
            continue
        found = json.loads(done.stdout)
        yield {key: found[key] for key in ("what", "bytes", "seconds", "megabytes", "status")}


def systems(folder: Path) -> Any:
    """Every closed system on a log of its own, end to end, against the base of the nine Washington systems."""
    from rules.controls.library import library

    names = [each.id for each in library().rulesets() if each.family == "chinese"]
    base = 0.0
    for name in sorted(names, key=lambda each: (each != RULESETS[0], each)):
        log = simulated(folder / f"{name}.ndjson", SYSTEM_HANDS, "rows", name)
        seconds, _ = median(lambda log=log: run(audit_command(log)))
        base = base or seconds
        yield {
            "what": f"auditor audit, {SYSTEM_HANDS:,} hands, rows, {name}",
            "hands_per_second": round(SYSTEM_HANDS / seconds),
            "seconds": round(seconds, 2),
            f"times_{RULESETS[0].replace('-', '_')}": round(seconds / base, 2),
        }
        log.unlink()


def open_face(folder: Path) -> Any:
    """Open-face systems: rows only against the base of the Washington systems; and with every placement."""
    log = simulated(folder / "base.ndjson", SYSTEM_HANDS, "rows", RULESETS[0])
    base, _ = median(lambda: run(audit_command(log)))
    log.unlink()
    for name in OPEN_FACE:
        for evidence, hands in (("rows", SYSTEM_HANDS), ("full", SYSTEM_HANDS // 2)):
            path = simulated(folder / f"{name}-{evidence}.ndjson", hands, evidence, name, players=None)
            untyped, _ = untyped_decode(path)
            seconds, cpu = median(lambda path=path: run(audit_command(path)))
            yield {
                "what": f"auditor audit, {hands:,} hands, {evidence}, {name}",
                "bytes_a_hand": round(path.stat().st_size / hands),
                "hands_per_second": round(hands / seconds),
                "hands_per_cpu_second": round(hands / cpu),
                "seconds": round(seconds, 2),
                "times_untyped_decode": round(seconds / untyped, 2),
                "times_wsgc_base_rows": round(seconds / hands / (base / SYSTEM_HANDS), 2),
            }
            if (name, evidence) == (OPEN_FACE[0], "full"):
                yield scanned(path, f"{hands:,} hands, {name}, {evidence}")
            path.unlink()


def scanned(log: Path, kind: str) -> dict[str, Any]:
    """Processor time with the compiled scanner and without, in times of an untyped decode."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench_scanned", str(log)], capture_output=True, check=True
    )
    return {"what": f"scanned and decoded, {kind}", **json.loads(done.stdout)}


def audit_command(log: Path) -> list[str]:
    return [sys.executable, "-m", "auditor.cli", "audit", str(log), "--format", "json"]


def simulated(
    path: Path, hands: int, evidence: str, ruleset: str = RULESET, players: tuple[int, int] | None = (4, 4)
) -> Path:
    """A log of four players (None: as many as come), no faults."""
    from rules.controls.library import library
    from simulation import simulate

    log = simulate(library().get(ruleset), hands=hands, seed=1, players=players, evidence=evidence)
    with path.open("wb") as file:
        file.writelines(log.chunks())
    return path


def grouping(folder: Path) -> dict[str, Any]:
    """The share of grouping in the audit of a log with a fault in 30% of its hands."""
    from rules.controls.library import library
    from simulation import simulate

    path = folder / "faulty.ndjson"
    path.write_bytes(simulate(library().get("wsgc-full"), hands=20_000, seed=1, faults=0.3).log())
    reported = subprocess.run(
        [sys.executable, "-m", "tests.bench_grouping", str(path)], capture_output=True, check=True
    )
    path.unlink()
    return {"what": "incidents of 20,000 hands, 30% with a fault", **json.loads(reported.stdout)}


def wrong_scoring(folder: Path, hands: int) -> dict[str, Any]:
    """A log whose session line names another ruleset than the one that was played: most seats have a finding."""
    played = simulated(folder / "played.ndjson", hands, "rows", "wsgc-full")
    log = folder / "wrong.ndjson"
    with played.open("rb") as before, log.open("wb") as after:
        after.write(before.readline().replace(b'"wsgc-full@1"', b'"wsgc-1-6"'))
        shutil.copyfileobj(before, after)
    played.unlink()
    reported = subprocess.run(
        [sys.executable, "-m", "tests.bench_findings", str(log)], capture_output=True, check=True
    )
    log.unlink()
    return {"what": f"audit of {hands:,} hands paid under another scoring", **json.loads(reported.stdout)}


def audit_speed(log: Path, hands: int, kind: str) -> dict[str, Any]:
    """`auditor audit`, the whole process on one core, against decoding the lines and no more."""
    untyped, size = untyped_decode(log)
    seconds, cpu = median(lambda: run(audit_command(log)))
    return {
        "what": f"auditor audit, {hands:,} hands of four players, {kind}",
        "bytes_a_hand": round(size / hands),
        "hands_per_second": round(hands / seconds),
        "hands_per_cpu_second": round(hands / cpu),
        "times_untyped_decode": round(seconds / untyped, 2),
        "untyped_microseconds_a_hand": round(untyped / hands * 1e6, 2),
        "seconds": round(seconds, 2),
    }


def untyped_decode(log: Path) -> tuple[float, int]:
    """Seconds to decode each line and keep nothing; and the bytes of the log."""
    data = log.read_bytes()
    lines = data.splitlines()
    return median(lambda: decode_all(lines))[0], len(data)


def records_speed(log: Path, hands: int) -> dict[str, Any]:
    """Reading alone: lines into blocks of columns."""
    code = (
        "import sys;from rules.records.reader import LogReader;"
        "f=open(sys.argv[1],'rb');sum(len(b) for b in LogReader().blocks(iter(lambda:f.read(1<<20),b'')))"
    )
    seconds, _ = median(lambda: run([sys.executable, "-c", code, str(log)]))
    return {
        "what": "records into columns, alone",
        "hands_per_second": round(hands / seconds),
        "seconds": round(seconds, 2),
    }


def memory(folder: Path) -> dict[str, Any]:
    """The memory of a million hands with all evidence: the goal is 300 MB."""
    log = simulated(folder / "million.ndjson", 1_000_000, "full", "wsgc-full")
    measured = audit_memory(log, "wsgc-full, full evidence")
    log.unlink()
    return measured


def audit_memory(log: Path, kind: str) -> dict[str, Any]:
    """Peak memory of the process that audits a million hands."""
    code = (
        "import resource,subprocess,sys;subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", code, *audit_command(log)]
    peak = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return {
        "what": f"auditor audit, peak memory over a million hands, {kind}",
        "megabytes": round(peak / 1024),
    }


def two_processes(log: Path) -> dict[str, Any]:
    """`--jobs 2` against one process: the goal is 1.7 times faster, where two cores are free."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench_jobs", str(log)], stdout=subprocess.PIPE, check=True
    )
    return {"what": "auditor audit, a million hands, rows, --jobs 2", **json.loads(done.stdout)}


def post_to_finished(folder: Path) -> dict[str, Any]:
    """POST of a 5,000-hand session, then POST of its audit, until that is finished."""
    server, url = started(folder / "store")
    try:
        seconds = []
        for seed in range(5):
            from rules.controls.library import library
            from simulation import simulate

            log = simulate(
                library().get(RULESET), hands=5_000, seed=seed, players=(4, 4), session=f"bench-{seed}"
            ).log()
            began = time.perf_counter()
            session = requests.post(f"{url}/v1/sessions", data=log, timeout=60).json()
            audit = requests.post(f"{url}/v1/audits", json={"sessions": [session["id"]]}, timeout=60).json()
            while audit["state"] not in ("finished", "failed"):
                time.sleep(0.01)
                audit = requests.get(f"{url}/v1/audits/{audit['id']}", timeout=60).json()
            seconds.append(time.perf_counter() - began)
    finally:
        server.terminate()
        server.wait(30)
    return {"what": "POST to finished audit, 5,000 hands", "seconds": round(statistics.median(seconds), 3)}


def many_clients(folder: Path, uploads: int = 2000, clients: int = 16, workers: int = 4) -> dict[str, Any]:
    """Uploads of 212 hands, each until its audit is finished, with reports and lists between them."""
    server, url = started(folder / "many", "--workers", str(workers))
    try:
        command = [sys.executable, "-m", "tests.bench_uploads", url, str(clients), str(uploads), "212"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    finally:
        server.terminate()
        server.wait(60)
    what = f"{uploads:,} uploads of 212 hands from {clients} clients, {workers} workers"
    return {"what": what, **json.loads(done.stdout)}


def register(entries: int = 100_000) -> dict[str, Any]:
    """The register with many entries: an entry, a signed transaction, proofs, and the verification of all."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench_register", str(entries)], stdout=subprocess.PIPE, check=True
    )
    return {"what": f"register of {entries:,} entries, processor time", **json.loads(done.stdout)}


def nights() -> Any:
    """What changed since the night before, over records of a state's size."""
    for sessions in (20_000, 100_000):
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench_night", str(sessions)], stdout=subprocess.PIPE, check=True
        )
        yield {"what": f"night over {sessions:,} sessions, processor time", **json.loads(done.stdout)}


def lists(sessions: int = 10_000) -> Any:
    """Each list of the pages and of the API over a record of a state's size, processor time: the goal is 200 ms."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench_lists", str(sessions)], stdout=subprocess.PIPE, check=True
    )
    for row in json.loads(done.stdout):
        address = row.pop("list")
        yield {"what": f"GET {address}, {sessions:,} sessions, processor time", **row}


def days() -> Any:
    """A gaming day of 50 sessions that were audited, and a what-if over a year of one table, processor time.

    The goals are 2 s and 12 s.
    """
    for what, sessions in (("day", 50), ("what-if", 365)):
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench_days", what, str(sessions)],
            stdout=subprocess.PIPE,
            check=True,
        )
        yield {"what": f"{what} over {sessions} sessions of 500 hands", **json.loads(done.stdout)}


def evenings() -> Any:
    """Processor time of the service for one evening's log, from its upload to its finished audit."""
    for evidence in ("rows", "full"):
        reported = subprocess.run(
            [sys.executable, "-m", "tests.bench_evening", evidence], capture_output=True, check=True
        )
        yield {
            "what": f"upload to finished audit, 212 hands, evidence: {evidence}",
            **json.loads(reported.stdout),
        }


def starts(folder: Path) -> Any:
    """Processor time of whole commands that do little."""
    log = simulated(folder / "one.ndjson", 1, "full")
    for words in (["--help"], ["explain", "SCR001"], ["audit", str(log)]):
        command = [sys.executable, "-m", "auditor.cli", *words]
        run(command)  # so that the modules are compiled
        _, cpu = median(lambda command=command: run(command))
        yield {
            "what": f"auditor {words[0]}{' of one hand' if words[0] == 'audit' else ''}",
            "cpu_milliseconds": round(1000 * cpu),
        }
    log.unlink()


def started(data: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """A server process of its own on a free port, and its address."""
    command = [sys.executable, "-m", "auditor.cli", "serve", "--open", "--port", "0", "--data", str(data)]
    command += options
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    for line in server.stdout:
        found = [word for word in line.split() if word.startswith("http://127.0.0.1:")]
        if found:
            return server, found[0].rstrip("/.,")
    raise RuntimeError("the server did not say where it listens")


def reports(folder: Path) -> Any:
    """The report of 20,000 hands, 30% with a fault: as it is by default, and with every place drawn."""
    from rules.controls.library import library
    from simulation import simulate

    log = folder / "faulty.ndjson"
    log.write_bytes(simulate(library().get("wsgc-full"), hands=20_000, seed=1, faults=0.3).log())
    for asked in ("50", "all"):
        reported = subprocess.run(
            [sys.executable, "-m", "tests.bench_report", str(log), str(folder / "audit.pdf"), asked],
            capture_output=True,
            check=True,
        )
        yield {
            "what": f"PDF of 20,000 hands, 30% with a fault, {asked} exhibits",
            **json.loads(reported.stdout),
        }
    log.unlink()


def decode_all(lines: list[bytes]) -> None:
    decode = msgspec.json.decode
    for line in lines:
        decode(line)


def run(command: list[str]) -> None:
    """One process on one core; its exit status may be 1 for findings."""
    one_core = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=one_core)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode())


def median(work: Callable[[], None]) -> tuple[float, float]:
    """(seconds, CPU seconds of this process and its children), the medians of some runs."""
    taken = []
    for _ in range(RUNS):
        began, cpu = time.perf_counter(), _cpu()
        work()
        taken.append((time.perf_counter() - began, _cpu() - cpu))
    seconds, cpus = zip(*taken, strict=True)
    return statistics.median(seconds), statistics.median(cpus)


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def table(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    shown = Table("what", "measured", title="make bench")
    for row in rows:
        figures = ", ".join(
            f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int | float) else f"{name} {value}"
            for name, value in row.items()
            if name != "what"
        )
        shown.add_row(row["what"], figures)
    Console(stderr=True, width=140).print(shown)


if __name__ == "__main__":
    main()

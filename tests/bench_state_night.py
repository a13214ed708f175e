"""A state's night, of fewer rooms: `python -m tests.bench_state_night --rooms 180`.

Each room has an evening of so many tables, no deal twice. `auditor bulk` audits all logs without screening, audits them with
`--screen`, and screens once more from what is stored: the lists alone, and the exchange of deals between rooms. The figures are
the processor's seconds of all processes, and the memory that all of them have at once.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rules.controls.library import library
from simulation import simulate

HANDS = 213  # of an evening
RULESETS = ("wsgc-base", "wsgc-2-4-bonuses", "wsgc-full", "hawaiian-gardens")
STATE_HANDS, STATE_ROOMS = 4_800_000, 4_500
_SUBREAPER = 36  # of prctl: whoever loses its parent becomes a child of this process, whose times count
_EVERY = 0.25  # seconds between looks at the memory


class Run(NamedTuple):
    """A run of the program: seconds of the processor, megabytes of all of its processes at once."""

    seconds: float
    megabytes: int


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rooms", type=int, default=45)
    asked.add_argument("--tables", type=int, default=5)
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    with TemporaryDirectory() as folder:
        logs = options.rooms * options.tables
        source = made(Path(folder) / "logs", options.rooms, options.tables)
        run = partial(ran, source, jobs=options.jobs)
        alone, screened = run(Path(folder) / "alone"), run(Path(folder) / "screened", "--screen")
        again = run(Path(folder) / "screened", "--screen")
        lines = (Path(folder) / "screened" / "screening.ndjson").read_bytes().splitlines()
    print(
        json.dumps(
            _figures(options.rooms, logs * HANDS, alone, screened, again) | {"lines": len(lines)}, indent=2
        )
    )


def _figures(rooms: int, hands: int, alone: Run, screened: Run, again: Run) -> dict[str, object]:
    minutes = STATE_HANDS / hands / 60
    return {
        "rooms": rooms, "hands": hands,
        "seconds": {"audit alone": alone.seconds, "with --screen": screened.seconds, "lists again": again.seconds},
        "megabytes": {"audit alone": alone.megabytes, "with --screen": screened.megabytes, "lists again": again.megabytes},
        "screening, us a hand": round((screened.seconds - alone.seconds) / hands * 1e6, 1),
        "a room's list, ms": round(again.seconds / rooms * 1e3, 1),
        "a state's night, minutes of one core": {
            "audit alone": round(alone.seconds * minutes, 1), "with --screen": round(screened.seconds * minutes, 1),
            "lists again": round(again.seconds / rooms * STATE_ROOMS / 60, 1),
        },
    }  # fmt: skip


def made(folder: Path, rooms: int, tables: int) -> Path:
    """A log of each table of each room, all of different deals."""
    folder.mkdir()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(partial(_write, folder, tables), range(rooms * tables), chunksize=8))
    return folder


def _write(folder: Path, tables: int, nth: int) -> None:
    room, table = divmod(nth, tables)
    ruleset = library().get(RULESETS[nth % len(RULESETS)])
    log = simulate(
        ruleset,
        hands=HANDS,
        seed=nth,
        faults=0.01,
        room=f"WA-{room:04}",
        session=f"s-{nth:06}",
        table=f"T{table + 1}",
    )
    (folder / f"{nth:06}.ndjson").write_bytes(log.log())


def ran(source: Path, out: Path, *more: str, jobs: int) -> Run:
    """A run of `auditor bulk` to its end, with all of its processes."""
    words = [
        sys.executable,
        "-m",
        "auditor.cli",
        "bulk",
        str(source),
        "--out",
        str(out),
        "--jobs",
        str(jobs),
        *more,
    ]
    before = _seconds()
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    most = 0
    while run.poll() is None:
        most = max(most, sum(map(_megabytes, _descendants(os.getpid()))))
        time.sleep(_EVERY)
    with suppress(ChildProcessError):
        while True:
            os.wait()
    assert run.returncode in (0, 1), run.returncode
    return Run(round(_seconds() - before, 1), most)


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _descendants(process: int) -> list[int]:
    found = []
    with suppress(OSError):
        for child in map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()):
            found += [child, *_descendants(child)]
    return found


def _megabytes(process: int) -> int:
    """Memory of a process, what several share by parts."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) >> 10
    return 0


if __name__ == "__main__":
    main()

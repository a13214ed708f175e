"""What a gaming day and a what-if over many sessions cost the service. Part of `make bench`; never a test."""

from __future__ import annotations

import datetime as dt
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HANDS = 500
RULESET, TRIED = "wsgc-2-4-bonuses", "wsgc-full"
TERMS = {
    "from": None, "licence_class": "F", "tables": 15, "time_zone": "America/Los_Angeles",
    "gaming_day_begins": "06:00", "fees": "none",
}  # fmt: skip


def measure(what: str, sessions: int) -> dict[str, Any]:
    """Seconds of processor time of this process, whose worker audits in a thread of its own."""
    from auditor.service import Service
    from auditor.store.rows import Selection

    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder), lambda *_: None, wait=3600)
        service.start()
        service.rooms.put("WA-0417", TERMS, None)
        ids = [_uploaded(service, seed) for seed in range(sessions)]
        room, day = ids[0].room, dt.date.fromisoformat(ids[0].day)
        chosen = Selection(ids=tuple(each.id for each in ids))
        request = {"sessions": list(chosen.ids)}
        if what == "what-if":
            seconds, done = spent(lambda: service.auditing.ask(chosen, request, TRIED).audit)
        else:
            reading, _ = spent(lambda: service.auditing.ask(chosen, request, None).audit)
            seconds, (done, _) = spent(lambda: service.days.audit(room, day, None))
        service.close()
    assert done is not None
    assert (done.state, len(done.sessions)) == ("finished", sessions)
    found = {"cpu_seconds": round(seconds, 2), "cpu_milliseconds_a_session": round(1000 * seconds / sessions)}
    return found if what == "what-if" else found | {"cpu_seconds_of_the_audits_before": round(reading, 2)}


def _uploaded(service: Any, seed: int) -> Any:
    from rules.controls.library import library
    from simulation import simulate

    ruleset = library().get(RULESET)
    log = simulate(
        ruleset, hands=HANDS, seed=seed, players=(4, 4), evidence="rows", session=f"s-{seed}", number=seed + 1,
        table=f"T{seed}",
    ).log()  # fmt: skip
    return service.sessions.upload(log).session


def spent(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of processor time, and what the work gave."""
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))

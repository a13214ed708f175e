"""What grouping costs: its share of the time of an audit with many faults. Part of `make bench`; never a test."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any


def measure(log: Path) -> dict[str, Any]:
    """Audit a log in this process; the seconds of the whole and of its parts that are about incidents and money."""
    import rules.audit.audit_of_log as run
    from rules.audit import BytesSource, audit_log
    from rules.audit.money.money_account import MoneyAccount

    spent = {"grouping": 0.0, "money": 0.0}

    def timed(name: str, function: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            begun = time.process_time()
            result = function(*args, **named)
            spent[name] += time.process_time() - begun
            return result

        return call

    run.incidents_of_session = timed("grouping", run.incidents_of_session)
    MoneyAccount.add = timed("money", MoneyAccount.add)  # type: ignore[method-assign]  # timed from outside
    data = log.read_bytes()
    begun = time.process_time()
    audit = audit_log(BytesSource(data))
    whole = time.process_time() - begun
    assert audit.incidents is not None
    return {
        "hands": audit.hands,
        "findings": len(audit.findings),
        "incidents": len(audit.incidents),
        "cpu_seconds": round(whole, 2),
        "grouping_percent": round(100 * spent["grouping"] / whole, 1),
        "money_percent": round(100 * spent["money"] / whole, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))

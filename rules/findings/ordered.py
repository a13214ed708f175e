"""The findings of a log in order."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

import msgspec

from rules.findings.build import Trace
from rules.results import Finding


def in_log_order(found: Iterable[tuple[Finding, Trace]]) -> tuple[list[Finding], dict[str, Trace]]:
    """Findings in the order of the log, and by fingerprint what each was tested by.

    Where a hand number occurs twice, the second fact gets a fingerprint of its own.
    """
    ordered = sorted(found, key=lambda each: (each[0].line or 0, each[0].seat or 0, each[0].code))
    seen: Counter[str] = Counter()
    apart: list[Finding] = []
    traces: dict[str, Trace] = {}
    for each, trace in ordered:
        seen[each.fingerprint] += 1
        if seen[each.fingerprint] > 1:
            again = hashlib.sha256(f"{each.fingerprint}#{seen[each.fingerprint]}".encode()).hexdigest()[:32]
            each = msgspec.structs.replace(each, fingerprint=again)
        apart.append(each)
        traces[each.fingerprint] = trace
    return apart, traces

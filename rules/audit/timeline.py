"""The session's time in slices, for people to see when what happened."""

from __future__ import annotations

import numpy as np

from rules.checks.base import LogView
from rules.findings.columns import NONE
from rules.findings.table import LogFindings
from rules.hands import NOT_RECORDED
from rules.results import KINDS, Gap, Kind, Moment

SLICES = 24
SECOND = 1_000_000  # microseconds


def moments(log: LogView, findings: LogFindings) -> list[Moment]:
    """Hands dealt, and hands with findings, in equal slices of the session. Empty without times."""
    timed = log.at != NOT_RECORDED
    if not timed.any():
        return []
    at = log.at[timed]
    first, last = int(at.min()), int(at.max())
    slices = min(SLICES, max(1, len(at) // 4))
    step = -(-(last + 1 - first) // slices)  # rounded up, to whole seconds where the session is not shorter
    step = -(-step // SECOND) * SECOND
    edges = first + step * np.arange(slices + 1, dtype=np.int64)
    counts = np.histogram(at, edges)[0]
    violations = _by_slice(log, findings, "violation", edges)
    discrepancies = _by_slice(log, findings, "discrepancy", edges)
    return [
        Moment(
            start=log.time(int(edges[i])) or "",
            end=log.time(int(edges[i + 1])) or "",
            hands=int(counts[i]),
            violations=int(violations[i]),
            discrepancies=int(discrepancies[i]),
        )
        for i in range(slices)
    ]


def _by_slice(log: LogView, findings: LogFindings, kind: Kind, edges: np.ndarray) -> np.ndarray:
    """Hands with a finding of a kind, by slice."""
    numbers = findings.column("number")[findings.column("kind") == KINDS.index(kind)]
    hit = np.isin(log.number, numbers[numbers != NONE]) & (log.at != NOT_RECORDED)
    return np.histogram(log.at[hit], edges)[0]


def gaps(log: LogView) -> list[Gap]:
    """Where hand numbers are missing."""
    number = log.number
    if (np.diff(number) == 1).all():
        return []
    present, first = np.unique(number, return_index=True)
    found = []
    for place in np.flatnonzero(np.diff(present) > 1).tolist():
        at = log.time(int(log.at[first[place + 1]]))
        found.append(
            Gap(session=log.session.session, after=int(present[place]), before=int(present[place + 1]), at=at)
        )
    return found

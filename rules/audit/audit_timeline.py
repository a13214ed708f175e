"""The session's time in slices, for people."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rules.checks.support.log_view import LogView
from rules.findings.finding_columns import NONE
from rules.findings.finding_table import LogFindings
from rules.hands import NOT_RECORDED, Flags
from rules.results import KINDS, Gap, Kind, Moment

SLICES = 24
SECOND = 1_000_000  # microseconds


def moments(log: LogView, findings: LogFindings) -> list[Moment]:
    """Hands dealt, and with findings, in equal slices; empty without times."""
    timed = log.at != NOT_RECORDED
    if not timed.any():
        return []
    at = log.at[timed]
    first, last = int(at.min()), int(at.max())
    slices = min(SLICES, max(1, len(at) // 4))
    step = -(-(last + 1 - first) // slices)  # rounded up, to whole seconds where the session is not shorter
    step = -(-step // SECOND) * SECOND
    ends = range(first, first + step * slices + 1, step)

    def counts(of: Flags) -> list[int]:
        found: list[int] = np.bincount((log.at[of] - first) // step, minlength=slices).tolist()
        return found

    each = zip(
        pairwise(ends),
        counts(timed),
        counts(timed & _found(log, findings, "violation")),
        counts(timed & _found(log, findings, "discrepancy")),
        strict=True,
    )
    return [
        Moment(
            start=log.time(start) or "",
            end=log.time(end) or "",
            hands=hands,
            violations=violations,
            discrepancies=discrepancies,
        )
        for (start, end), hands, violations, discrepancies in each
    ]


def _found(log: LogView, findings: LogFindings, kind: Kind) -> Flags:
    numbers = findings.column("number")[findings.column("kind") == KINDS.index(kind)]
    return np.isin(log.number, numbers[numbers != NONE])


def gaps(log: LogView) -> list[Gap]:
    """Gaps in the numbers of hands."""
    number = log.number
    if not log.counted or (np.diff(number) == 1).all():
        return []
    present, first = np.unique(number, return_index=True)
    found = []
    for place in np.flatnonzero(np.diff(present) > 1).tolist():
        at = log.time(int(log.at[first[place + 1]]))
        found.append(
            Gap(session=log.session.session, after=int(present[place]), before=int(present[place + 1]), at=at)
        )
    return found

"""Money with wrong players where the due is unknown: excess, and a bound of the rest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.audit.money.money_astray import OF_RESULTS, Astray
from rules.checks.money.money_bounds import Bounds
from rules.hands import Flags, Hands
from rules.narrow import narrow


def excess_of(hands: Hands, bounds: Bounds, unknown: Flags) -> Astray:
    """Excess of sets of seats in hands (H,) of unknown money; of no seat by itself."""
    rows = bounds.found()
    rows = rows[unknown[bounds.hands[rows]]]
    which, none = bounds.hands[rows], np.zeros(0, np.int64)
    nothing = np.zeros(len(rows), np.int64)
    return Astray(
        hand=narrow(hands.number[which]),
        line=narrow(hands.line[which]),
        misallocated=narrow(bounds.excess[rows]),
        to_nobody=narrow(nothing),
        misrecorded=narrow(nothing),
        broken=np.full(len(rows), OF_RESULTS, np.int32),
        row=none.astype(np.int32),
        seat=none.astype(np.int8),
        player=none.astype(np.int32),
        owed=narrow(none),
        nobodys=narrow(none),
    )


def bounds_by_reason(bounds: Bounds, unknown: Flags) -> Iterator[tuple[str, int, int | None]]:
    """Reasons for unknown hands (H,), their number, and the most misallocated in them; None: no bound."""
    by_reason: dict[str, list[int | None]] = {}
    for at, hand in enumerate(bounds.hands.tolist()):
        if unknown[hand]:
            by_reason.setdefault(bounds.reasons(at), []).append(bounds.bound(at))
    for reason, each in by_reason.items():
        known = [bound for bound in each if bound is not None]
        yield reason, len(each), sum(known) if len(known) == len(each) else None

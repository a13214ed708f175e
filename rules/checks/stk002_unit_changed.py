"""The unit changed in the middle of a session.

Finds: a hand played at another unit than the hand before it.
Why: a unit is a fixed sum; where it changes between hands, a player may not know what he is playing for.
Example: hand 40 at $1.00 a unit, hand 41 at $2.00.
Needs: the unit of two hands.
Clauses: WSGC-3a
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import NOT_RECORDED, Check, Draft, LogView, Tested

CHECK = Check("STK002", "unit-changed", "violation", "minor", ("WSGC-3a",), scope="log")


def run(log: LogView) -> Tested:
    return Tested(_findings(log), [(log.unit == NOT_RECORDED, "no unit was recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    played = np.flatnonzero(log.unit != NOT_RECORDED)
    changed = np.flatnonzero(np.diff(log.unit[played]) != 0)
    for before, place in zip(played[changed].tolist(), played[changed + 1].tolist(), strict=True):
        unit, stood = int(log.unit[place]), int(log.unit[before])
        yield Draft(
            hand=place,
            stated=unit,
            expected=stood,
            unit="money",
            message=(
                f"{log.where(place)}: played at {log.money(unit)} a unit; "
                f"{log.where(before).lower()} was played at {log.money(stood)} (WSGC-3a)."
            ),
        )

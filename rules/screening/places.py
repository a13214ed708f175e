"""Limits of alarms by a unit's place, and the places.

An indicator spends 0.05 false alarms a room and year: half on places 1 to 5, a quarter on 6 to 25, and so on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from json.encoder import encode_basestring_ascii as quoted

from rules.screening.statistics import Unit

BUDGET = 20  # one over the expected false alarms of an indicator in a room and year
_FIRST_BLOCK = 5  # each block of places is four times the last one


@cache
def limit_of(place: int) -> int:
    """Value of E that is an alarm for a unit at a place, counted from 1."""
    block, last = 0, _FIRST_BLOCK
    while place > last:
        block += 1
        last += _FIRST_BLOCK << 2 * block
    return BUDGET * (_FIRST_BLOCK << 2 * block) << block + 1


def places(testable: Mapping[Unit, date] | Mapping[Unit, int]) -> dict[Unit, int]:
    """Places from 1 of units by the gaming day on which they became testable, then by the SHA-256 of their ids.

    No outcome has an influence on them. A day may be its number.
    """
    order = sorted((day, _digest(unit), unit) for unit, day in testable.items())
    return {unit: place for place, (_, _, unit) in enumerate(order, 1)}


@lru_cache(maxsize=1 << 16)
def _digest(unit: Unit) -> bytes:
    """SHA-256 of the unit as a JSON object of ASCII characters, its names sorted, without spaces."""
    text = ",".join([f"{quoted(role)}:{quoted(name)}" for role, name in sorted(unit)])
    return hashlib.sha256(f"{{{text}}}".encode()).digest()

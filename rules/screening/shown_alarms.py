"""Alarms that are shown: one of leaving with a win is worth nothing alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.screening.room_year import ScreenedUnit

_BESIDE_OTHERS = "SCN016"  # whose alarm is shown only beside another one of the same player
_PLAYERS = ("player", "other", "payer", "payee")


def is_noted(unit: ScreenedUnit) -> bool:
    """Whether a unit has an alarm, or is on the monthly list."""
    return unit.since is not None or unit.listed


def beside_others(units: Sequence[ScreenedUnit]) -> list[ScreenedUnit]:
    """The units, without the alarms that are shown only beside another one of the same player where there is none."""
    alarmed = {
        name
        for unit in units
        if unit.since is not None and unit.entry.code != _BESIDE_OTHERS
        for role, name in unit.unit
        if role in _PLAYERS
    }
    return [
        unit
        if unit.entry.code != _BESIDE_OTHERS or alarmed & {name for _, name in unit.unit}
        else replace(unit, since=None, listed=False, withheld=unit.since is not None)
        for unit in units
    ]

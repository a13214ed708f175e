"""Alarms that are shown: leaving with a win, or tokes for a dealer, are worth nothing alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.screening.room_year import ScreenedUnit

_ALONE_NOTHING = {
    "SCN016": ("player",),
    "SCN014": ("dealer",),
}  # units whose alarm is shown only beside another one
_PLAYERS = ("player", "other", "payer", "payee")


def is_noted(unit: ScreenedUnit) -> bool:
    """Whether a unit has an alarm, or is on the monthly list."""
    return unit.since is not None or unit.listed


def beside_others(units: Sequence[ScreenedUnit]) -> list[ScreenedUnit]:
    """The units, without the alarms that are shown only beside another one of the same player or dealer where there is none."""
    alarmed = {
        person
        for unit in units
        if unit.since is not None and not _is_nothing_alone(unit)
        for person in _people(unit)
    }
    return [
        replace(unit, since=None, listed=False, withheld=unit.since is not None)
        if _is_nothing_alone(unit) and not alarmed & _people(unit)
        else unit
        for unit in units
    ]


def _is_nothing_alone(unit: ScreenedUnit) -> bool:
    roles = _ALONE_NOTHING.get(unit.entry.code)
    return roles is not None and tuple(role for role, _ in unit.unit) == roles


def _people(unit: ScreenedUnit) -> set[tuple[str, str]]:
    return {("player" if role in _PLAYERS else role, name) for role, name in unit.unit}

"""Alarms that are shown: leaving with a win, or tokes, are worth nothing alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.screening.room_year import ScreenedUnit

_WORTH_NOTHING_ALONE = ("SCN014", "SCN016")  # shown only beside an alarm of another indicator
_PLAYERS = ("player", "other", "payer", "payee")


def is_noted(unit: ScreenedUnit) -> bool:
    """Whether a unit has an alarm, or is on the monthly list."""
    return unit.since is not None or unit.listed


def beside_others(units: Sequence[ScreenedUnit]) -> list[ScreenedUnit]:
    """The units. Alarms that are worth nothing alone are withheld where no other indicator has one of their player or dealer."""
    alarmed = {
        person
        for unit in units
        if unit.since is not None and not _is_worth_nothing_alone(unit)
        for person in _people(unit)
    }
    return [
        replace(unit, since=None, listed=False, withheld=unit.since is not None)
        if _is_worth_nothing_alone(unit) and not alarmed & _people(unit)
        else unit
        for unit in units
    ]


def _is_worth_nothing_alone(unit: ScreenedUnit) -> bool:
    return unit.entry.code in _WORTH_NOTHING_ALONE


def _people(unit: ScreenedUnit) -> set[tuple[str, str]]:
    return {("player" if role in _PLAYERS else role, name) for role, name in unit.unit}

"""Pictures of a unit of screening, from what audits kept: E by gaming day for all, and the indicator's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.screening_pictures.evidence_by_day import evidence_by_day
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.two_shares import trials_against_chance, two_shares
from rules.screening.room_year import ScreenedUnit

Drawing = Callable[[ScreenedUnit, Sequence[ScreenedUnit]], ScreeningPicture | None]


def pictures_of(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> list[ScreeningPicture]:
    """Pictures of a unit, the indicator's own first and E by gaming day last. units: all of the room's year."""
    drawn = [drawing(unit, units) for drawing in _OWN.get(unit.entry.code, _COUNTS)]
    return [*(each for each in drawn if each is not None), evidence_by_day(unit)]


def _shares(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    return two_shares(unit)


def _trials(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    return trials_against_chance(unit)


_COUNTS: Sequence[Drawing] = (_shares, _trials)
_OWN: dict[str, Sequence[Drawing]] = {}

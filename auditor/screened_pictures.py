"""Pictures of what screening found: from what audits kept, and of the session that says most, whose log is read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from auditor.registry import Registry
from auditor.screened_hands_found import DealFound, FoundHands, logs_of_store
from auditor.screened_years import YearOfRoom
from auditor.screening import FoundUnit, Screening
from auditor.store import Store
from reports.screening_pictures.deals_compared import ShownDeal, deals_compared, deals_equal_in_part
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.session_pictures import has_sessions_drawn, picture_of_session
from reports.screening_pictures.unit_pictures import pictures_of
from rules.screening.parts_of_tables import TableInPart
from rules.screening.room_year import ScreenedUnit


class ScreenedPictures:
    """Pictures of the rooms that the caller sees."""

    def __init__(self, store: Store, registry: Registry, screening: Screening) -> None:
        self._store = store
        self._registry = registry
        self._screening = screening

    def of(self, found: FoundUnit) -> list[ScreeningPicture]:
        """Pictures of a unit, or of equal deals of a room or a table. Raises the errors of `of_unit`."""
        if found.unit is not None:
            return self.of_unit(found.year, found.unit)
        unit = tuple(found.result.unit.items())
        table = next((each for each in found.year.screened.in_part if each.unit == unit), None)
        return self.of_repeated(found.year) if table is None else self.of_table(found.year, table)

    def of_unit(self, year: YearOfRoom, unit: ScreenedUnit) -> list[ScreeningPicture]:
        """Pictures of a unit of a room's year: the session that says most, the indicator's own, and E by gaming day.

        Raises NoSuchRoom, NoSuchMoment, RecordDamaged, ResultDamaged.
        """
        sessions = self._hands(year).sessions_of(unit) if has_sessions_drawn(unit) else ()
        drawn = (picture_of_session(unit, each) for each in sessions)
        return [*(each for each in drawn if each is not None), *pictures_of(unit, year.screened.units)]

    def of_repeated(self, year: YearOfRoom) -> list[ScreeningPicture]:
        """The first deal that is in two sessions of a room's year, side by side. Raises the errors of `of_unit`."""
        deals = self._hands(year).first_repeated(year.screened.repeated)
        return _both(deals, deals_compared)

    def of_table(self, year: YearOfRoom, table: TableInPart) -> list[ScreeningPicture]:
        """The first two deals of a table that are equal in part, side by side. Raises the errors of `of_unit`."""
        return _both(self._hands(year).first_in_part(table), deals_equal_in_part)

    def _hands(self, year: YearOfRoom) -> FoundHands:
        kept = self._screening.kept(year.room, year.year, year.as_of)
        return FoundHands(logs_of_store(self._store), self._registry, kept)


def _both(
    deals: Sequence[DealFound], drawing: Callable[[ShownDeal, ShownDeal], ScreeningPicture | None]
) -> list[ScreeningPicture]:
    if len(deals) < 2:
        return []
    drawn = drawing(*(ShownDeal(*each) for each in deals))
    return [] if drawn is None else [drawn]

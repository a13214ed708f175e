"""Pictures of the session that says most of a unit of screening, from its hands read again."""

from __future__ import annotations

from collections.abc import Callable

from reports.screening_pictures.cards_by_seat import cards_by_seat
from reports.screening_pictures.hand_strips import losses_before_gaps, results_of_void_hands
from reports.screening_pictures.minutes_of_hands import minutes_of_hands
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.stays_ended import stays_ended
from reports.screening_pictures.unit_blocks import blocks_of_units
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession

_Drawing = Callable[[ScreenedUnit, ScreenedSession], ScreeningPicture | None]


def has_sessions_drawn(unit: ScreenedUnit) -> bool:
    """Whether the indicator of a unit has a picture of a session, for which a log is worth reading."""
    return (unit.entry.code, unit.unit[-1][0]) in _BY_CODE


def picture_of_session(unit: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """The picture of a unit's session; None: its indicator has none, or the session does not hold it."""
    drawing = _BY_CODE.get((unit.entry.code, unit.unit[-1][0]))
    return drawing(unit, session) if drawing else None


_BY_CODE: dict[tuple[str, str], _Drawing] = {
    ("SCN006", "player"): results_of_void_hands, ("SCN009", "table"): losses_before_gaps,
    ("SCN010", "table"): cards_by_seat, ("SCN010", "author"): cards_by_seat, ("SCN016", "player"): stays_ended,
    ("SCN011", "player"): blocks_of_units,
    ("SCN019", "table"): minutes_of_hands, ("SCN019", "author"): minutes_of_hands,
}  # fmt: skip

"""Screening of a room's year as a report states it: alarms with what people decided, and what could not be tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from reports.screening_pictures.screening_picture import ScreeningPicture
from rules.screening.screening_result import ScreeningResult


class AlarmClosing(Struct, frozen=True):
    """The closing of an alarm by a person. at: RFC 3339. by: None: nobody named."""

    at: str
    by: str | None
    reason: str


class ReportedAlarm(Struct, frozen=True):
    """An alarm of a room's year. own: it names hands of the report's sessions. closing: None: it is open.

    blocks: how long each block of one unit lasted, where the indicator asks that of units.
    """

    result: ScreeningResult
    own: bool
    closing: AlarmClosing | None = None
    picture: ScreeningPicture | None = None
    blocks: str | None = None


class FactWithoutChance(Struct, frozen=True):
    """A fact of a session of the report for which no law of chance is known. hands: the first ones; none: no single ones."""

    indicator: str
    session: str
    unit: Mapping[str, str]
    said: str
    hands: Sequence[int] = ()


class ScreenedRoom(Struct, frozen=True):
    """A room's calendar year of screening, as of an entry of the register.

    at: time of the entry (RFC 3339). sessions: that were screened; own: of these, the report's; audited: the report's sessions
    of the room and year. indicators: codes and names of all. tested: codes of which a unit could be tested. untestable: by
    code, how many sessions could not be tested for which reason; failed: the same of faults of the program. facts: of the
    report's sessions. other_version, not_screened: sessions on record that are left out (`reports.left_out_words`).
    """

    room: str
    year: int
    entry: int
    at: str
    sessions: int
    own: int
    audited: int
    alarms: Sequence[ReportedAlarm]
    indicators: Mapping[str, str]
    tested: frozenset[str]
    untestable: Mapping[str, Mapping[str, int]]
    failed: Mapping[str, Mapping[str, int]]
    facts: Sequence[FactWithoutChance] = ()
    other_version: int = 0
    not_screened: int = 0

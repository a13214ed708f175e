"""Years of rooms that were screened last, by the digests of the statistics that they rest on: lists and pages ask again."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from threading import Lock

from msgspec import Struct

from auditor.collector import no_collector
from auditor.screened_left_out import LeftOutSessions, OnRecord, left_out_of
from auditor.store.kept_statistics import KeptStatistics
from rules.screening.parts_of_tables import TableInPart, tables_in_part
from rules.screening.repeated_deals import RepeatedDeals, repeated_among
from rules.screening.room_year import ScreenedUnit, rows_of_year, summed_year
from rules.screening.session_sums import SessionSums
from rules.screening.shown_alarms import beside_others
from rules.screening.untestable import REASONS
from rules.screening.without_chance import Noticed

_MOST = 4  # years that are kept in memory


class ScreenedYear(Struct, frozen=True):
    """Units of a room's year that can be tested, with the alarms that are shown; and deals in two sessions, whole and in part."""

    units: Sequence[ScreenedUnit]
    repeated: Sequence[RepeatedDeals]
    in_part: Sequence[TableInPart] = ()


class ScreenedSessions(Struct, frozen=True):
    """Number of the sessions that were screened. untestable: by code, how many could not be tested for which reason; failed: the
    same of faults of the program; left_out: sessions that do not count.
    """

    sessions: int
    untestable: Mapping[str, Mapping[str, int]]
    failed: Mapping[str, Mapping[str, int]]
    left_out: LeftOutSessions = LeftOutSessions()


class YearOfRoom(Struct, frozen=True):
    """A room's year as it is screened. as_of: the last entry of the register that counts.

    untestable: by code, how many sessions could not be tested for which reason; failed: the same of faults of the program.
    noticed: facts that are listed without a chance, with the session. months: the sessions of each month with some, by its number
    from 1. repeated_since: the gaming day on which the first deal came again; None: none did.
    """

    room: str
    year: int
    as_of: int
    sessions: int
    screened: ScreenedYear
    untestable: Mapping[str, Mapping[str, int]]
    failed: Mapping[str, Mapping[str, int]]
    noticed: Sequence[tuple[str, Noticed]]
    months: Mapping[int, ScreenedSessions] = {}
    repeated_since: date | None = None
    left_out: LeftOutSessions = LeftOutSessions()


def year_of_room(
    room: str,
    year: int,
    as_of: int,
    kept: Sequence[KeptStatistics],
    screened: ScreenedYear,
    on_record: OnRecord | None = None,
) -> YearOfRoom:
    """A room's year, with what could not be tested in its sessions. on_record: its sessions."""
    sessions = [each.sums for each in kept]
    return YearOfRoom(
        room, year, as_of, screened_sessions(kept).sessions, screened,
        untestable=_reasons(each.untestable for each in sessions), failed=_reasons(each.failed for each in sessions),
        noticed=[(each.session, fact) for each in sessions for fact in each.noticed],
        months=_by_month(kept), repeated_since=repeated_since(screened.repeated, sessions),
        left_out=left_out_of(kept, on_record or {}),
    )  # fmt: skip


def repeated_since(repeated: Iterable[RepeatedDeals], sessions: Iterable[SessionSums]) -> date | None:
    """The gaming day on which the first pair of equal deals was complete."""
    days = {each.session: each.day for each in sessions}
    complete = (sorted(days[name] for name in names)[1] for each in repeated for names in each.together)
    return min(complete, default=None)


def _by_month(kept: Iterable[KeptStatistics]) -> dict[int, ScreenedSessions]:
    of: defaultdict[int, list[KeptStatistics]] = defaultdict(list)
    for each in kept:
        of[each.sums.day.month].append(each)
    found = {month: screened_sessions(own) for month, own in sorted(of.items())}
    return {month: own for month, own in found.items() if own.sessions}


def screened_sessions(kept: Sequence[KeptStatistics], on_record: OnRecord | None = None) -> ScreenedSessions:
    """Number of some sessions, and what could not be tested in them. Files of tournaments and months are no sessions. on_record:
    sessions of the same days.
    """
    sessions = [each.sums for each in kept if each.session is not None]
    untestable, failed = ([getattr(each, name) for each in sessions] for name in ("untestable", "failed"))
    return ScreenedSessions(
        len(sessions), _reasons(untestable), _reasons(failed), left_out_of(kept, on_record or {})
    )


def _reasons(of: Iterable[Mapping[str, str]]) -> dict[str, Counter[str]]:
    """How many sessions have which reason in words, by code."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in of:
        for code, reason in each.items():
            found[code][REASONS.get(reason, reason)] += 1
    return dict(sorted(found.items()))


class ScreenedYears:
    """Years by what they rest on, for all callers of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._years: OrderedDict[tuple[str, ...], ScreenedYear] = OrderedDict()

    def of(self, kept: Sequence[KeptStatistics]) -> ScreenedYear:
        """The year of some sessions."""
        key = tuple(sorted(each.sha256 for each in kept))
        with self._lock:
            found = self._years.get(key)
            if found is not None:
                self._years.move_to_end(key)
                return found
        made = screened_by_sums(kept)
        with self._lock:
            self._years[key] = made
            while len(self._years) > _MOST:
                self._years.popitem(last=False)
        return made


@no_collector()
def screened_by_sums(kept: Sequence[KeptStatistics]) -> ScreenedYear:
    """A room's year by the sums of its sessions. The rows of its units are read when they are asked for."""
    rows_of = rows_of_year(lambda: [each.statistics for each in kept])
    testable = summed_year([each.sums for each in kept], rows_of, testable=True)
    repeated = repeated_among((each.sums.session, each.sums.deals) for each in kept)
    return ScreenedYear(beside_others(testable), repeated, tables_in_part(each.sums for each in kept))

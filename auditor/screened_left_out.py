"""Sessions on record that the screening of their room leaves out until they are audited again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from auditor.store.kept_statistics import KeptStatistics
from auditor.store.stored_screening import ScreeningRows

OnRecord = Mapping[
    int, bool
]  # numbers of sessions, and whether an audit of any version kept statistics of each


class LeftOutSessions(Struct, frozen=True):
    """Numbers of sessions that do not count. other_version: another version of screening made their statistics; not_screened: no
    audit kept any.
    """

    other_version: Sequence[int] = ()
    not_screened: Sequence[int] = ()

    @property
    def in_all(self) -> int:
        """Number of both."""
        return len(self.other_version) + len(self.not_screened)


def sessions_on_record(
    rows: ScreeningRows, room: str, first: dt.date | None, last: dt.date | None, entries: int
) -> OnRecord:
    """Sessions of a room's gaming days, as of a number of entries of the register. Without bounds it is the last year with
    statistics, or all days where there are none.
    """
    if first is None and last is None and (years := rows.years(room, entries)):
        first, last = dt.date(years[-1], 1, 1), dt.date(years[-1], 12, 31)
    return rows.of_days(room, first or dt.date.min, last or dt.date.max, entries)


def left_out_of(kept: Iterable[KeptStatistics], on_record: OnRecord) -> LeftOutSessions:
    """Sessions on record without statistics that count."""
    counted = {each.session for each in kept}
    left = [(session, has) for session, has in on_record.items() if session not in counted]
    return LeftOutSessions([each for each, has in left if has], [each for each, has in left if not has])

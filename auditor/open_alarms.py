"""Open alarms of screening of all rooms, from each room's list of the last night: what somebody has to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from auditor.errors import ResultPurged
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.service_clock import now
from auditor.store.stored_screening_lists import NightlyList
from rules.screening.screening_result import ScreeningResult
from rules.typed import from_json

_result = from_json(ScreeningResult)


class OpenAlarm(Struct, frozen=True):
    """An alarm that nobody has closed, as the list of a night has it. listed_at: RFC 3339."""

    result: ScreeningResult
    listed_at: str

    @property
    def video_until(self) -> str | None:
        """The last day on which the videos of all its hands have to be kept; None: not known of any."""
        return min((each.video_until for each in self.result.hands if each.video_until), default=None)


class OpenAlarms:
    """Open alarms of the rooms that the caller sees. A room without a list has none yet, and one whose list is purged none."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    def counted(self) -> dict[str, int]:
        """Number of them by room, of rooms that have some. Raises RecordDamaged, ResultDamaged."""
        found = ((each, self._closed_since(each)) for each in self._lists())
        counts = {each.room: sum(1 for _ in self._of(each, closed)) for each, closed in found}
        return {room: number for room, number in counts.items() if number}

    def every(self) -> list[OpenAlarm]:
        """All of them, the latest list and the largest E first. Raises RecordDamaged, ResultDamaged."""
        found = [alarm for each in self._lists() for alarm in self._of(each, self._closed_since(each))]
        return sorted(found, key=_urgency)

    def of_session(self, room: str, session: str) -> list[OpenAlarm]:
        """Those of a room that name hands of a session. Raises RecordDamaged, ResultDamaged."""
        lists = (each for each in self._lists() if each.room == room)
        return sorted(
            (
                alarm
                for each in lists
                for alarm in self._of(each, self._closed_since(each))
                if any(hand.session == session for hand in alarm.result.hands)
            ),
            key=_urgency,
        )

    def _lists(self) -> Iterable[NightlyList]:
        return [each for each in self._store.screening_lists.with_alarms() if self._rooms.appears(each.room)]

    def _closed_since(self, of: NightlyList) -> set[str]:
        """Alarms of a room that were closed after the entry that its list rests on."""
        now_ = self._store.screening_lists.closed(of.room, self._store.screening.entries())
        then = self._store.screening_lists.closed(of.room, of.as_of + 1) if now_ else {}
        return {each for each, closing in now_.items() if then.get(each) != closing}

    def _of(self, of: NightlyList, closed: set[str]) -> Iterator[OpenAlarm]:
        try:
            body = self._store.screening_lists.body(of)
        except ResultPurged:
            return
        for line in body.splitlines():
            result = _result(line)
            if result.alarm and result.id not in closed:
                yield OpenAlarm(result, of.at)


def _urgency(alarm: OpenAlarm) -> tuple[bool, str, float, str]:
    """Key by which they are sorted: the earliest day until which a video has to be kept and is not over, then the largest E."""
    logs = alarm.result.log10_e
    until = alarm.video_until
    return (
        until is None or until < now()[:10],
        until or "",
        -float(logs.combined) if logs is not None else 0.0,
        alarm.result.id,
    )

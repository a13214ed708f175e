"""Lines of an event by time, then in the order of writing."""

from __future__ import annotations

import datetime as dt

from msgspec import Struct, field

from rules.tournaments.tournament_records import Event


class EventBook(Struct):
    """Lines with their times, in seconds from the start of play."""

    start: dt.datetime
    _lines: list[tuple[int, int, Event]] = field(default_factory=list)

    def text(self, at: int) -> str:
        return (self.start + dt.timedelta(seconds=at)).isoformat()

    def write(self, at: int, record: Event) -> None:
        record.at = self.text(at)
        self._lines.append((at, len(self._lines), record))

    def lines(self) -> list[Event]:
        return [record for _, _, record in sorted(self._lines, key=lambda each: each[:2])]

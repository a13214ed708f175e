"""Deadlines of a person by day: answers, and ends of kept videos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from auditor.home.home_incidents import soonest_first
from auditor.home.sections import Who
from auditor.incident_selection import IncidentStanding
from auditor.incidents import WAITING, Incidents
from reports.incident_row_words import in_a_row
from rules.results import Severity

if TYPE_CHECKING:
    from auditor.service import Service

MOST = 500  # incidents that a calendar has
_BOTH = (("incidents", "answer"), ("incidents", "decide"))


class DueAnswer(Struct, frozen=True):
    """An answer due on a day. found_at: RFC 3339; title: without players, None where purged."""

    day: str
    room: str
    incident: str
    played: str  # the gaming day
    title: str | None
    severity: Severity | None
    found_at: str
    overdue: bool


class EndingVideo(Struct, frozen=True):
    """A day's video kept until a day, with unanswered incidents. found_at: of the first."""

    day: str
    room: str
    played: str  # the gaming day
    incidents: int
    found_at: str


class Deadlines(Struct, frozen=True):
    """Answers by due day, and kept videos by last day."""

    answers: Sequence[DueAnswer] = ()
    videos: Sequence[EndingVideo] = ()


def has_deadlines(who: Who) -> bool:
    """Whether somebody answers incidents or decides on answers."""
    return any(map(who.may, _BOTH))


def deadlines(service: Service, who: Who, at: str) -> Deadlines:
    """Deadlines of somebody at a time (RFC 3339) in the caller's rooms; all or none, by `has_deadlines`."""
    if not has_deadlines(who):
        return Deadlines()
    incidents = service.incidents
    found = incidents.standings(WAITING, at=at)
    severities = incidents.severities(found)
    listed = [each for each in soonest_first(found, severities) if each.due is not None][:MOST]
    titles = _titles(service, listed)
    answers = [
        DueAnswer(
            each.due or "", each.record.room, each.record.incident, each.record.day, titles.get(each.record.incident),
            severities.get(each.record.incident), each.record.found_at, each.overdue,
        )
        for each in listed
    ]  # fmt: skip
    return Deadlines(answers, sorted(_videos(incidents, found, at), key=lambda each: (each.day, each.room)))


def _titles(service: Service, found: Sequence[IncidentStanding]) -> dict[str, str]:
    reported = service.store.room_incidents
    every = ((each.record.incident, reported.newest(each.record.incident)) for each in found)
    return {incident: in_a_row(each, (), None) for incident, each in every if each is not None}


def _videos(incidents: Incidents, found: Sequence[IncidentStanding], at: str) -> Iterator[EndingVideo]:
    by_day: dict[tuple[str, str], list[IncidentStanding]] = {}
    for each in found:
        by_day.setdefault((each.record.room, each.record.day), []).append(each)
    for (room, played), every in by_day.items():
        kept = next(filter(None, (incidents.video(each.record, at) for each in every)), None)
        if kept is not None and not kept.over:
            first = min(each.record.found_at for each in every)
            yield EndingVideo(kept.until, room, played, len(every), first)

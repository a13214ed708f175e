"""Deadlines as an iCalendar (RFC 5545) of whole-day events."""

from __future__ import annotations

import datetime as dt
from urllib.parse import quote

from icalendar import Calendar, Event, vText

from auditor.reminders.deadlines import Deadlines, DueAnswer, EndingVideo

CALENDAR_TYPE = "text/calendar; charset=utf-8"
_MAKER = "-//cardroom-auditor//deadlines//EN"
_EVERY = "PT1H"  # how often a program should look again


def calendar_of(found: Deadlines, address: str) -> bytes:
    """Calendar of deadlines. address: the service's, without a final slash.

    Bytes depend only on the deadlines; an event's stamp is its incident's discovery.
    """
    made = Calendar()
    made.add("prodid", _MAKER)
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made["x-wr-calname"] = vText("Card-room auditor")
    made["x-published-ttl"] = vText(_EVERY)
    for answer in found.answers:
        made.add_component(_of_answer(answer, address))
    for video in found.videos:
        made.add_component(_of_video(video, address))
    return bytes(made.to_ical())


def _of_answer(answer: DueAnswer, address: str) -> Event:
    grave = f"{answer.severity} " if answer.severity in ("critical", "major") else ""
    link = f"{address}/rooms/{quote(answer.room, safe='')}/incidents/{answer.incident}"
    return _event(
        f"answer-{answer.incident}",
        answer.day,
        f"{answer.room}: answer due to a {grave}incident",
        f"{answer.title or 'The results of the incident were purged.'}\nGaming day {answer.played}\n{link}",
        link,
        answer.found_at,
    )


def _of_video(video: EndingVideo, address: str) -> Event:
    link = f"{address}/rooms/{quote(video.room, safe='')}/days/{video.played}"
    waiting = "1 incident awaits" if video.incidents == 1 else f"{video.incidents} incidents await"
    return _event(
        f"video-{video.room}-{video.played}",
        video.day,
        f"{video.room}: last day of the video of {video.played}",
        f"{waiting} an answer. The room has to keep the video of the gaming day until this day.\n{link}",
        link,
        video.found_at,
    )


def _event(uid: str, day: str, summary: str, description: str, link: str, stamp: str) -> Event:
    begins = dt.date.fromisoformat(day)
    event = Event()
    event.add("uid", f"{uid}@cardroom-auditor.invalid")
    event.add("dtstamp", dt.datetime.fromisoformat(stamp).astimezone(dt.UTC).replace(microsecond=0))
    event.add("dtstart", begins)
    event.add("dtend", begins + dt.timedelta(1))
    event.add("summary", summary)
    event.add("description", description)
    event.add("url", link)
    event.add("transp", "TRANSPARENT")
    return event

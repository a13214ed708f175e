"""Options that a history lacks, checked before reading."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

from msgspec import Struct

from auditor.importing.frame import ImportOptions, ImportProblem
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from rules.records.problems import shown
from rules.times import parse_one
from rules.zones import is_zone, zone_of

SHORTEST_KEY = 16  # bytes
CURRENCY = "three capital letters of ISO 4217, such as EUR"
NONE = "none"  # what is found of an option where the history has nothing in its place either
_OF_FIELDS = {
    "room": "room", "currency": "currency", "date": "opened_at", "opened at": "opened_at", "ruleset": "ruleset", "table": "table",
}  # fmt: skip
_TIME = "a time with an offset, such as 2026-03-14T20:00:00+02:00"


class Needed(Struct, frozen=True):
    """The complete options of a history."""

    room: str
    zone: ZoneInfo
    key: bytes
    options: ImportOptions

    def local(self, at: dt.datetime) -> dt.datetime:
        """A time on the room's clock."""
        here = at.astimezone(self.zone)
        for begins, zone in self.options.zones:
            later = at.astimezone(zone_of(zone))
            if later.replace(tzinfo=None).isoformat() >= begins:
                here = later
        return here


def needed(options: ImportOptions, problems: WorkbookProblems) -> Needed | None:
    """A history's options; None, reported, where missing or wrong."""
    before = problems.count
    room, zone, key = options.room, options.zone, options.key
    if not room:
        _missing(problems, "room", "the id of the card room", f"State it with {options.named('room')}.")
    if room or not options.served:
        _check_of_room(options, problems)
    _check(problems, "currency", options, "currency", is_currency, CURRENCY)
    _check(problems, "opened at", options, "opened_at", _is_time, _TIME)
    if problems.count > before or not room or not zone or key is None:
        return None
    return Needed(room, zone_of(zone), key, options)


def _check_of_room(options: ImportOptions, problems: WorkbookProblems) -> None:
    """Report a missing or wrong zone or key, which the service knows by the room."""
    if not options.zone:
        do = f"State it with {options.named('zone')}, such as Europe/Tallinn."
        _missing(problems, "time zone", "the room's time zone", do)
    else:
        _check(problems, "time zone", options, "zone", is_zone, "an IANA time zone such as Europe/Tallinn")
    if options.key is None:
        do = f"State its file with {options.named('key')}: 32 random bytes."
        _missing(problems, "key", "the room's secret, for pseudonyms of names", do)
    elif len(options.key) < SHORTEST_KEY:
        do = f"Make a file of 32 random bytes, and state it with {options.named('key')}."
        problems.add(None, "", "key", f"{len(options.key)} bytes", f"at least {SHORTEST_KEY}", do)


def asks_for(problem: ImportProblem) -> str | None:
    """Option (of `ImportOptions`) that a problem is about, or None."""
    is_option = problem.where == "" or problem.found == NONE
    return _OF_FIELDS.get(problem.field) if is_option else None


def is_currency(text: str) -> bool:
    return re.fullmatch("[A-Z]{3}", text) is not None


def _is_time(text: str) -> bool:
    return parse_one(text) is not None


def _missing(problems: WorkbookProblems, field: str, expected: str, do: str) -> None:
    problems.add(None, "", field, "none, and a hand history does not say it", expected, do)


def _check(
    problems: WorkbookProblems,
    field: str,
    options: ImportOptions,
    option: str,
    is_right: Callable[[str], bool],
    expected: str,
) -> None:
    value = getattr(options, option)
    if value is not None and not is_right(value):
        problems.add(None, "", field, shown(value), expected, f"Correct {options.named(option)}.")

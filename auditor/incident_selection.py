"""Selection and order of a room's incidents, by consequence by default."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct

from auditor.store.incident_rows import IncidentRow
from auditor.store.rows import IncidentState
from rules.audit.incidents import consequence, units_of
from rules.results import Area, Incident, Severity

IncidentSort = Literal["consequence", "due", "day"]
INCIDENT_SORTS: tuple[IncidentSort, ...] = get_args(IncidentSort)
_NO_DAY = "~"  # after every day
_NUMBER = re.compile(r"(?:hand\s*)?([0-9]{1,18})", re.IGNORECASE)


class IncidentSelection(Struct, frozen=True, kw_only=True):
    """Selection of incidents; None or empty restricts nothing. Gaming days are both included.

    codes: of the root finding. clause: an id or its beginning. search: a hand's number, or part of a player's, clause's or
    session's id, or of the description.
    """

    states: tuple[IncidentState, ...] = ()
    overdue: bool | None = None
    first_day: str | None = None
    last_day: str | None = None
    session: str | None = None
    severities: tuple[Severity, ...] = ()
    areas: tuple[Area, ...] = ()
    codes: tuple[str, ...] = ()
    clause: str | None = None
    player: str | None = None
    table: str | None = None
    search: str | None = None
    sort: IncidentSort = "consequence"

    @property
    def of_players(self) -> str | None:
        """Text that players' ids must have, or be; None without one."""
        return self.player or (
            self.search if self.search and not _NUMBER.fullmatch(self.search.strip()) else None
        )


class IncidentStanding(Struct, frozen=True):
    """State of an incident, and its answer's due day."""

    record: IncidentRow
    state: IncidentState
    due: str | None
    overdue: bool


class IncidentDetails(Struct, frozen=True):
    """Details of incidents by id. reported: those with kept results. tables: by session id. of_player: incidents of the wanted
    player.
    """

    reported: Mapping[str, Incident]
    tables: Mapping[str, str]
    of_player: Collection[str] = frozenset()


def stands_as_wanted(each: IncidentStanding, wanted: IncidentSelection) -> bool:
    """Whether an incident's standing is selected."""
    day, record = each.record.day, each.record
    return (
        (not wanted.states or each.state in wanted.states)
        and (wanted.overdue is None or each.overdue == wanted.overdue)
        and (wanted.first_day is None or day >= wanted.first_day)
        and (wanted.last_day is None or day <= wanted.last_day)
        and (wanted.session is None or record.session == wanted.session)
        and (not wanted.codes or record.code in wanted.codes)
        and (wanted.clause is None or record.clause.lower().startswith(wanted.clause.lower()))
    )


def selected_in_order(
    standings: Sequence[IncidentStanding], wanted: IncidentSelection, known: IncidentDetails
) -> list[IncidentStanding]:
    """Selected incidents in the requested order; purged ones last among equals."""
    found = [each for each in standings if _has_wanted(each, wanted, known)]
    units = units_of(
        known.reported[each.record.incident] for each in found if each.record.incident in known.reported
    )
    found.sort(key=lambda each: _by_consequence(each, known, units))
    if wanted.sort == "due":
        found.sort(key=lambda each: each.due or _NO_DAY)
    elif wanted.sort == "day":
        found.sort(key=lambda each: each.record.day)
    return found


def _has_wanted(each: IncidentStanding, wanted: IncidentSelection, known: IncidentDetails) -> bool:
    record = each.record
    reported = known.reported.get(record.incident)
    return (
        (not wanted.severities or (reported is not None and reported.severity in wanted.severities))
        and (not wanted.areas or (reported is not None and reported.area in wanted.areas))
        and (wanted.table is None or known.tables.get(record.session or "") == wanted.table)
        and (wanted.player is None or record.incident in known.of_player)
        and (not wanted.search or _is_found(record, reported, wanted.search, known))
    )


def _is_found(record: IncidentRow, reported: Incident | None, search: str, known: IncidentDetails) -> bool:
    number = _NUMBER.fullmatch(search.strip())
    if number is not None:
        return reported is not None and any(each.hand == int(number[1]) for each in reported.hands)
    text = search.strip().lower()
    words = [record.clause, record.code, record.session or "", record.event or ""]
    if reported is not None:
        words += [reported.title, reported.short or "", reported.explanation or ""]
    return record.incident in known.of_player or any(text in each.lower() for each in words)


def _by_consequence(
    each: IncidentStanding, known: IncidentDetails, units: Sequence[str]
) -> tuple[object, ...]:
    """Sort key: severity, money, due day, then day, session and first hand."""
    record = each.record
    reported = known.reported.get(record.incident)
    place = (
        record.day,
        record.session or "",
        reported.hands[0].hand if reported is not None and reported.hands else 0,
    )
    if reported is None:
        return (True, (0, (), each.due or _NO_DAY), place)
    return (False, consequence(reported, units, each.due), place)

"""/v1/home: what needs the holder of a key, as the home in the pages lists it."""

from __future__ import annotations

from flask import Response, g
from msgspec import Struct

from auditor.home.home_of_person import home_of
from auditor.home.sections import (
    AwaitedApproval,
    AwaitedLog,
    Backups,
    ClauseIncidents,
    ControlsGaps,
    EndingKey,
    Home,
    HomeSection,
    NotAuditable,
    OpenDraft,
    Who,
)
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import base_service, service
from auditor.http.incident_resource import RoomIncidentItem, incident_item
from auditor.incidents import RoomsIncident
from auditor.open_alarms import OpenAlarm
from auditor.overdue import OverdueRoom
from auditor.store.service_clock import now
from auditor.store.stored_keys import KeyRecord

blueprint = Blueprint("home", __name__, url_prefix="/v1/home", description="What needs the holder of a key")

_LISTS = ("logs", "not_auditable", "approvals", "silent", "alarms", "drafts", "gaps", "clauses", "keys")
_INCIDENTS = ("answers", "decisions", "critical")
_EXAMPLE = {
    "at": "2026-03-16T09:12:44.100204Z",
    "totals": {"answers": 0, "logs": 1, "not_auditable": 0},
    "answers": [],
    "logs": [
        {
            "room": "WA-0417", "day": "2026-03-15", "table": "T3", "due": "2026-03-17T01:00:00Z", "overdue": False,
            "last_day": "2026-03-14",
        }
    ],
    "not_auditable": [],
    "approvals": None, "decisions": None, "critical": None, "silent": None, "alarms": None,
    "drafts": None, "gaps": None, "clauses": None,
    "reasons": None, "keys": None, "backups": None,
}  # fmt: skip


class HomeOfKey(Struct, frozen=True, kw_only=True):
    """Home of the holder of a key at a time. A section is null where the key's role has none such.

    totals: how many each section has in all; a section lists the first 25. answers: incidents that wait for the room, what is
    due soonest first. logs: expected and not there. not_auditable: sessions. approvals: controls and terms that wait for the
    authority. decisions: incidents with an answer that waits for it. critical: open ones. silent: rooms whose last log is
    overdue. alarms: open ones of screening, as the last night's lists have them. gaps: what controls in force leave open.
    clauses: incidents by clause. reasons: what is wrong with the service. keys: that end soon.
    """

    at: str
    totals: dict[str, int]
    answers: list[RoomIncidentItem] | None
    logs: list[AwaitedLog] | None
    not_auditable: list[NotAuditable] | None
    approvals: list[AwaitedApproval] | None
    decisions: list[RoomIncidentItem] | None
    critical: list[RoomIncidentItem] | None
    silent: list[OverdueRoom] | None
    alarms: list[OpenAlarm] | None
    drafts: list[OpenDraft] | None
    gaps: list[ControlsGaps] | None
    clauses: list[ClauseIncidents] | None
    reasons: list[str] | None
    keys: list[EndingKey] | None
    backups: Backups | None


@blueprint.route("", methods=["GET"], access=("home", "read"))
@blueprint.response(200, HomeOfKey, example=_EXAMPLE)
@blueprint.problems(403)
@blueprint.doc(operationId="getHome")
def home() -> Response:
    """Home of the holder of the key, by its role: the same as the home in the pages."""
    key: KeyRecord | None = g.get("key")
    who = Who() if key is None else Who(key.role, key.person)
    return answer(_resource(home_of(service(), base_service(), who, now())))


def _resource(found: Home) -> HomeOfKey:
    totals: dict[str, int] = {}
    sections: dict[str, object] = {}
    for name in (*_INCIDENTS, *_LISTS):
        part: HomeSection[object] | None = getattr(found, name)
        sections[name] = None if part is None else _rows(part)
        if part is not None:
            totals[name] = part.total
    reasons = None if found.health is None else [each.reason for each in found.health.reasons]
    return HomeOfKey(at=found.at, totals=totals, reasons=reasons, backups=found.backups, **sections)  # type: ignore[arg-type]


def _rows(part: HomeSection[object]) -> list[object]:
    return [incident_item(each) if isinstance(each, RoomsIncident) else each for each in part.rows]

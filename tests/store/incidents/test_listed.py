"""Which incidents a room has: of sessions, of gaming days, of audits of several rooms; each once."""

import json
from datetime import date, timedelta

import pytest

from auditor.errors import NotFound
from auditor.incident_selection import IncidentSelection
from auditor.store.caller import Caller
from auditor.store.first_found import new_incidents
from auditor.store.rows import Page
from rules.audit.incidents.builder import lost_id
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import upload
from tests.services import unprotected
from tests.store.incidents.kit import (
    MEMO,
    ROOM,
    WRONG,
    answer,
    decide,
    faults,
    listed,
)

# --- which incidents a room has -----------------------------------------------------------------------------------------


def test_each_incident_is_one_of_its_room_with_its_code_and_clause(service):
    of_audit = [each.id for _, each in service.store.results.incidents.every(1)]
    found = listed(service)
    assert sorted(each.record.incident for each in found) == sorted(of_audit)
    assert [
        (each.record.session, each.record.day, each.record.code, each.record.clause, each.record.audit)
        for each in found
    ] == [("S-1", "2026-03-14", "SCR001", "WSGC-6d", 1), ("S-2", "2026-03-14", "SCR001", "WSGC-6d", 1)]
    assert [(each.state, each.changed, each.reported.id == each.record.incident) for each in found] == [
        ("open", None, True)
    ] * 2


def test_what_a_what_if_finds_is_no_incident_of_the_room(client, service):
    before = {each.record.incident for each in listed(service)}
    tried = client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4", "what_if": True}).json
    of_trial = {each.id for _, each in service.store.results.incidents.every(tried["id"])}
    assert of_trial - before  # it finds others
    assert {each.record.incident for each in listed(service)} == before
    (first, *_) = of_trial - before
    assert service.store.room_incidents.get(ROOM, first) is None


def test_an_incident_that_a_correction_removes_is_listed_as_it_was(client, service):
    one, two = (each.record.incident for each in listed(service))
    answer(service, one)
    sha256 = service.store.sessions.get(1).evidence
    for number, name in ((1, "S-1"), (2, "S-2")):
        sha256 = service.store.sessions.get(number).evidence
        supersedes = {"sha256": sha256, "reason": "mistyped", "by": "floor"}
        upload(client, log(hand_line(1), session=name, supersedes=supersedes))
    client.post("/v1/audits", json={"sessions": [3, 4]})
    assert [
        (each.record.incident, each.state, each.record.now, each.record.removed_by)
        for each in listed(service)
    ] == [
        (two, "open", None, 4),  # which awaits an answer
        (one, "answered", None, 3),
    ]
    assert decide(service, one, "accepted").state == "accepted"
    assert service.incidents.get(ROOM, two).record.now is None


def test_the_day_on_which_an_answer_is_due_does_not_move_with_a_later_audit(client, service):
    (first, _) = listed(service)
    reported = date.fromisoformat(service.store.audits.get(1).finished_at[:10])
    assert first.due == (reported + timedelta(14)).isoformat()
    client.post("/v1/audits/1/again", json={"known": "now"})
    (again, _) = listed(service)
    assert (again.record.now, again.record.audit, again.due) == (2, 1, first.due)


def test_a_day_is_overdue_once_it_is_over_in_the_room_and_in_utc(service):
    incident = listed(service)[0]
    due = date.fromisoformat(incident.due)

    def overdue(day, clock):
        return service.incidents.get(ROOM, incident.record.incident, f"{day}T{clock}Z").overdue

    after, later = due + timedelta(1), due + timedelta(2)
    assert [overdue(due, "23:59:59"), overdue(after, "01:00:00"), overdue(after, "20:00:00"), overdue(later, "20:00:00")] == [
        False, False, True, True,
    ]  # fmt: skip
    assert [
        (each.record.incident, title) for each, title in service.incidents.overdue(f"{later}T20:00:00Z")
    ] == [(each.record.incident, each.reported.title) for each in listed(service)]
    assert service.incidents.overdue(f"{due}T20:00:00Z") == []


def test_a_room_without_an_authority_has_no_day(client, service):
    put_room(client, "WA-0600", authority=None)
    made = upload(client, log(hand_line(1, WRONG), room="WA-0600"))
    client.post("/v1/audits", json={"sessions": [made]})
    found = service.incidents.page("WA-0600", IncidentSelection(), Page())[0]
    assert [(each.record.room, each.due, each.overdue) for each in found] == [("WA-0600", None, False)]


# --- gaming days, and audits of several rooms -----------------------------------------------------------------------------


def test_an_incident_of_a_gaming_day_as_a_whole_is_answered_too(client, service, folder):
    made = client.put(f"/v1/rooms/{ROOM}/days/2026-03-14/audit", query_string={"tables": "T1,T9"}).json
    (whole,) = [each for each in listed(service) if each.record.code == "LOG012"]
    assert (whole.record.session, whole.record.day, whole.record.audit, whole.record.now) == (
        None, "2026-03-14", made["id"], made["id"],
    )  # fmt: skip
    found = client.get("/v1/night").json
    (of_day,) = [each for each in found["new"] if each["code"] == "LOG012"]
    answered = answer(service, whole.record.incident, MEMO)
    assert (answered.state, answered.changed) == ("answered", False)
    later = client.get("/v1/night").json
    assert of_day in later["persisting"]
    assert "LOG012" not in {each["code"] for each in later["new"]}
    assert faults(folder) == []


def test_an_incident_is_of_one_room_also_where_an_audit_covers_several(client, service):
    put_room(client, "WA-0500")
    upload(client, log(hand_line(1, WRONG), room="WA-0500"))
    assert client.post("/v1/audits", json={"sessions": [1, 3]}).json["state"] == "finished"
    ours = service.seen_by(Caller("aaaaaaaa", (ROOM,)))
    assert [each.record.room for each in listed(ours)] == [ROOM, ROOM]
    (theirs,), _ = service.incidents.page("WA-0500", IncidentSelection(), Page())
    assert (theirs.record.session, theirs.record.audit) == ("S-1", 2)
    for room in (ROOM, "WA-0500"):
        with pytest.raises(NotFound):
            ours.incidents.get(room, theirs.record.incident)
    with pytest.raises(NotFound):
        ours.incidents.page("WA-0500", IncidentSelection(), Page())


def test_money_without_a_finding_is_an_incident_of_its_session(service):
    """Its root is no finding, and its row names no session: the hand does."""
    with unprotected(service.store.connections.db), service.store.connections.writing() as db:
        db.execute("DELETE FROM room_incidents")
        (text,) = db.execute("SELECT incident FROM incidents WHERE position = 1").fetchone()
        lost = json.loads(text) | {"root": "", "findings": [], "clause": ""}
        lost["id"] = lost_id(ROOM, "S-2", lost["hands"][0]["hand"], lost["seats"][0])
        db.execute(
            "UPDATE incidents SET id = ?, session = NULL, incident = ? WHERE position = 1",
            [lost["id"], json.dumps(lost)],
        )
        _, found = new_incidents(db, 1, {})
    assert (found.incident, found.room, found.position) == (lost["id"], ROOM, 1)
    assert (found.session, found.day, found.code) == ("S-2", "2026-03-14", "SCR001")

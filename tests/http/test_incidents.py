"""/v1/audits/{id}/incidents: what a person acts on."""

import csv
import io

import pytest

from tests.http.filing import put_room
from tests.http.kit import NDJSON, NETS, PROBLEM, hand_line, log
from tests.services import unprotected
from tests.store.entered_audits import enter_alike

WRONG = (300, 200, 300, -800)  # seats 2 and 4 of hand_line


def two_sessions(client):
    one = log(hand_line(1), hand_line(2, WRONG), hand_line(4, (400, 100, 300, -800)))
    two = log(hand_line(1, WRONG), session="S-2")
    for body in (one, two):
        client.post("/v1/sessions", data=body, content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1, 2]})


OF_THE_LIST = ("session_id", "state", "due", "links")  # what an incident has in the list alone
FILLED = {"audited": two_sessions}


@pytest.fixture
def audited(client):
    """Two sessions: S-1 with two faults of money and a gap, S-2 with one fault of money."""
    return client


def listed(client, query=""):
    return client.get(f"/v1/audits/1/incidents?page_size=1000&{query}").json["incidents"]


def test_incidents_name_their_hands_seats_and_debts(audited):
    found = [each for each in listed(audited) if each["area"] == "money"]
    assert [(each["session_id"], each["hands"], each["seats"], each["misallocated"]) for each in found] == [
        (1, [{"session": "S-1", "hand": 2}], [2, 4], 100),
        (1, [{"session": "S-1", "hand": 4}], [1, 4], 100),
        (2, [{"session": "S-2", "hand": 1}], [2, 4], 100),
    ]
    first = found[0]
    assert first["owes"] == [{"debtor": "P2", "creditor": "P4", "amount": 100}]
    assert first["title"] == "Seat 2's recorded result differs from what was due"
    assert (first["misrecorded"], first["pattern"], first["day"], first["severity"]) == (
        None,
        False,
        None,
        "major",
    )
    findings = audited.get("/v1/audits/1/findings?code=SCR001&hand=2").json["findings"]
    assert first["findings"] == [each["fingerprint"] for each in findings]
    assert first["root"] == first["findings"][0]


def test_the_incidents_money_adds_up_to_the_headline(audited):
    audit = audited.get("/v1/audits/1").json
    assert sum(each["misallocated"] or 0 for each in listed(audited)) == audit["money_misallocated"] == 300
    assert (
        {each["misrecorded"] for each in listed(audited)} == {audit["money_misrecorded"]} == {None}
    )  # nets alone


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("area=money", lambda i: i["area"] == "money"),
        ("area=money,cards", lambda i: i["area"] in ("money", "cards")),
        ("severity=critical", lambda i: i["severity"] == "critical"),
        ("pattern=false", lambda i: not i["pattern"]),
        ("session=2", lambda i: i["session_id"] == 2),
        ("session=1&area=evidence", lambda i: (i["session_id"], i["area"]) == (1, "evidence")),
    ],
)
def test_incidents_are_selected_and_keep_their_order(audited, query, wanted):
    everything = listed(audited)
    expected = [each for each in everything if wanted(each)]
    assert expected
    assert listed(audited, query) == expected
    assert audited.get(f"/v1/audits/1/incidents?{query}").json["pagination"]["total"] == len(expected)


def test_no_pattern_is_reported_where_there_is_none(audited):
    assert listed(audited, "pattern=true") == []


@pytest.mark.parametrize(
    "query", ["area=nonsense", "severity=worst", "state=done", "pattern=maybe", "session=x", "page=0"]
)
def test_a_selection_that_cannot_be_is_refused(audited, query):
    answer = audited.get(f"/v1/audits/1/incidents?{query}")
    assert (answer.status_code, answer.mimetype) == (422, PROBLEM)


def test_pages_of_incidents_make_up_the_whole(audited):
    whole, pages, number = listed(audited), [], 1
    while number is not None:
        part = audited.get(f"/v1/audits/1/incidents?page_size=2&page={number}").json
        pages += part["incidents"]
        number = part["pagination"]["next_page"]
    assert pages == whole
    assert len({each["id"] for each in whole}) == len(whole) > 3


def test_the_report_has_the_incidents_as_they_are_listed(audited):
    report = audited.get("/v1/audits/1/report.json").json
    assert report["incidents"] == [
        {name: value for name, value in each.items() if name not in OF_THE_LIST} for each in listed(audited)
    ]


def test_the_csv_has_a_line_for_each_incident(audited):
    answer = audited.get("/v1/audits/1/incidents.csv?area=money")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="audit-1-incidents.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True), newline="")))
    assert [line["id"] for line in lines] == [each["id"] for each in listed(audited, "area=money")]
    assert (lines[0]["hands"], lines[0]["seats"], lines[0]["owes"]) == ("S-1:2", "2 4", "P2 owes P4 100")


# --- what became of them ------------------------------------------------------------------------------------------------


def stepped(client):
    """The incidents of S-1 in the order of the list: the first is answered, the second returned, the third closed."""
    put_room(client)
    two_sessions(client)
    ids = [each["id"] for each in listed(client, "session=1")]
    base = "/v1/rooms/WA-0417/incidents"
    words = {"cause": "misread", "corrective_action": "trained again"}
    for incident in ids[:3]:
        assert client.post(f"{base}/{incident}/answer", json=words).json["state"] == "answered"
    assert (
        client.post(f"{base}/{ids[1]}/return", json={"reason": "which dealer?"}).json["state"] == "returned"
    )
    for step in ("accept", "close"):
        assert client.post(f"{base}/{ids[2]}/{step}", json={}).status_code == 200
    return ids


@pytest.mark.slow
def test_each_incident_has_what_became_of_it(client):
    ids = stepped(client)
    found = listed(client)
    of_room = {each["id"]: each for each in client.get("/v1/rooms/WA-0417/incidents").json["incidents"]}
    states = {each["id"]: each["state"] for each in found}
    assert [states.pop(each) for each in ids[:3]] == ["answered", "returned", "closed"]
    assert set(states.values()) == {"open"}
    assert [(each["due"], each["links"]["incident"]) for each in found] == [
        (of_room[each["id"]]["due"], of_room[each["id"]]["links"]["self"]) for each in found
    ]
    waiting = [each["due"] is not None for each in found]
    assert waiting == [each["state"] in ("open", "returned") for each in found]
    assert client.get(found[0]["links"]["incident"]).json["id"] == found[0]["id"]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("states", ["open", "answered", "returned", "closed", "open,returned", "accepted"])
def test_incidents_are_selected_by_what_became_of_them(client, states):
    stepped(client)
    expected = [each for each in listed(client) if each["state"] in states.split(",")]
    assert listed(client, f"state={states}") == expected
    assert client.get(f"/v1/audits/1/incidents?state={states}").json["pagination"]["total"] == len(expected)
    assert bool(expected) == (states != "accepted")


@pytest.mark.slow
def test_an_audit_done_again_has_the_state_of_the_same_incidents(client):
    stepped(client)
    again = client.post("/v1/audits/1/again", json={"known": "then"}).json["id"]
    found = client.get(f"/v1/audits/{again}/incidents").json["incidents"]
    assert [(each["id"], each["state"]) for each in found] == [
        (each["id"], each["state"]) for each in listed(client)
    ]


@pytest.mark.slow
def test_what_a_what_if_finds_has_no_state(client):
    stepped(client)
    tried = client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-base", "what_if": True}).json[
        "id"
    ]
    found = client.get(f"/v1/audits/{tried}/incidents").json["incidents"]
    assert found[0]["id"] in {each["id"] for each in listed(client)}
    assert {(each["state"], each["due"]) for each in found} == {(None, None)}
    assert all(each["links"] == {} for each in found)
    assert client.get(f"/v1/audits/{tried}/incidents?state=open").json["incidents"] == []


@pytest.mark.of_the_file
@pytest.mark.slow
def test_the_states_of_a_page_are_read_at_once(client, service):
    stepped(client)
    ids = [each["id"] for each in listed(client)]
    assert len(ids) == 6
    said: dict[int, list[str]] = {}
    for many in (2, 6):
        service.store.connections.db.conn.set_trace_callback(said.setdefault(many, []).append)
        assert len(service.incidents.became(ids[:many])) == many
    service.store.connections.db.conn.set_trace_callback(None)
    assert len(said[6]) == len(said[2])


@pytest.mark.slow
def test_an_altered_step_is_not_served(client, service):
    stepped(client)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE incident_events SET action = 'accepted' WHERE action = 'returned'")
    answer = client.get("/v1/audits/1/incidents")
    assert (answer.status_code, answer.json["type"]) == (503, "urn:cardroom-auditor:problem:record-damaged")
    assert "What the store has of step" in answer.json["detail"]


def test_an_audit_without_findings_has_no_incident(client):
    client.post("/v1/sessions", data=log(hand_line(1, NETS)), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    assert client.get("/v1/audits/1/incidents").json["incidents"] == []
    assert client.get("/v1/audits/1/report.json").json["incidents"] == []


def test_an_audit_of_an_engine_that_did_not_group_has_null_and_says_so(audited, service):
    """In audits of engines before incidents existed they are null, never empty."""
    with service.store.connections.writing() as db:
        find = "SELECT json_remove(summary, '$.incidents') FROM audits WHERE id = 1"
        number = enter_alike(service.store, db, 1, *db.execute(find).fetchone())
    address = f"/v1/audits/{number}"
    assert service.store.results.audit(number, service.store.audits.get(number).summary).incidents is None
    answer = audited.get(f"{address}/incidents")
    assert (answer.status_code, answer.json["type"]) == (409, "urn:cardroom-auditor:problem:no-incidents")
    assert f"POST {address}/again" in answer.json["detail"]
    assert audited.get(f"{address}/incidents.csv").status_code == 409
    assert audited.get(f"{address}/report.pdf").status_code == 200

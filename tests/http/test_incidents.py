"""/v1/audits/{id}/incidents: what a person acts on."""

import csv
import io

import pytest

from auditor.store.seals import seal_audit
from tests.http.kit import NDJSON, NETS, PROBLEM, hand_line, log
from tests.services import unprotected

WRONG = (300, 200, 300, -800)  # seats 2 and 4 of hand_line


def two_sessions(client):
    one = log(hand_line(1), hand_line(2, WRONG), hand_line(4, (400, 100, 300, -800)))
    two = log(hand_line(1, WRONG), session="S-2")
    for body in (one, two):
        client.post("/v1/sessions", data=body, content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1, 2]})


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
        0,
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
    assert sum(each["misrecorded"] or 0 for each in listed(audited)) == audit["money_misrecorded"] == 0


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


@pytest.mark.parametrize("query", ["area=nonsense", "severity=worst", "pattern=maybe", "session=x", "page=0"])
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
        {name: value for name, value in each.items() if name != "session_id"} for each in listed(audited)
    ]


def test_the_csv_has_a_line_for_each_incident(audited):
    answer = audited.get("/v1/audits/1/incidents.csv?area=money")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="audit-1-incidents.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True), newline="")))
    assert [line["id"] for line in lines] == [each["id"] for each in listed(audited, "area=money")]
    assert (lines[0]["hands"], lines[0]["seats"], lines[0]["owes"]) == ("S-1:2", "2 4", "P2 owes P4 100")


def test_an_audit_without_findings_has_no_incident(client):
    client.post("/v1/sessions", data=log(hand_line(1, NETS)), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    assert client.get("/v1/audits/1/incidents").json["incidents"] == []
    assert client.get("/v1/audits/1/report.json").json["incidents"] == []


def test_an_audit_of_an_engine_that_did_not_group_has_null_and_says_so(audited, service):
    """In audits of engines before incidents existed they are null, never empty."""
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE audits SET summary = json_remove(summary, '$.incidents') WHERE id = 1")
        db.execute("DELETE FROM incidents WHERE audit = 1")
        seal_audit(db, 1)
    assert service.store.results.audit(1, service.store.audits.get(1).summary).incidents is None
    answer = audited.get("/v1/audits/1/incidents")
    assert (answer.status_code, answer.json["type"]) == (409, "urn:cardroom-auditor:problem:no-incidents")
    assert "POST /v1/audits/1/again" in answer.json["detail"]
    assert audited.get("/v1/audits/1/incidents.csv").status_code == 409
    assert audited.get("/v1/audits/1/report.pdf").status_code == 200

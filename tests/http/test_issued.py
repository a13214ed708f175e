"""/v1/reports: reports are issued once, kept as they were issued, and who was given them is on record."""

import base64
import hashlib
import json
from io import BytesIO

import pytest
from pypdf import PdfReader

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor import examine, verify_register
from auditor.http.context import EXTENSION, OPEN
from auditor.store import Store, stored_reports
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, PROBLEM, hand_line, log
from tests.http.past import old_log, upload
from tests.services import application, unprotected

WRONG = (300, 200, 300, -800)
REGULATOR = NewKey("regulator", "Agent 12", authority="wsgc")
ROOM = NewKey("room", "Dana Reyes", rooms=("WA-0417",))


def audited(client):
    """A room with an audited session, in which hand 1 differs."""
    put_room(client)
    client.post("/v1/sessions", data=log(hand_line(1, WRONG)), content_type=NDJSON)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data", filled=audited) as made:
        yield made


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def by(app):
    """Headers of a key that is made for somebody."""
    store = app.extensions[EXTENSION].store
    app.config[OPEN] = False
    return lambda new: {"Authorization": f"Bearer {keys.make(store, new)[1]}"}


def entries(app):
    store = app.extensions[EXTENSION].store
    found = [json.loads(store.register.entry(index).record) for index in range(store.register.size())]
    return [each for each in found if each["kind"].startswith("report.")]


@pytest.mark.slow
def test_a_report_is_issued_and_pulled_on_record(app, by):
    client, agent, room = app.test_client(), by(REGULATOR), by(ROOM)
    answer = client.post("/v1/audits/1/reports", json={}, headers=agent)
    issued = answer.json
    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/reports/1")
    stated = {
        name: issued[name] for name in ("id", "audit", "room", "edition", "exhibits", "by", "pulls", "signer")
    }
    assert stated == {
        "id": 1, "audit": 1, "room": "WA-0417", "edition": "full", "exhibits": 50, "by": "Agent 12", "pulls": 0, "signer": None,
    }  # fmt: skip
    pulled = client.get(issued["links"]["pdf"], headers=room)
    digest = hashlib.sha256(pulled.data).digest()
    assert (digest.hex(), len(pulled.data)) == (issued["sha256"], issued["size"])
    assert pulled.headers["Repr-Digest"] == f"sha-256=:{base64.b64encode(digest).decode()}:"
    assert pulled.data == client.get("/v1/audits/1/report.pdf", headers=room).data
    made, given = entries(app)
    assert (made["kind"], made["number"], made["rooms"]) == ("report.issued", 1, ["WA-0417"])
    assert (made["sha256"], made["who"]) == (issued["sha256"], "Agent 12")
    assert (given["kind"], given["report"], given["who"]) == ("report.pulled", 1, "Dana Reyes")
    assert given["rooms"] == ["WA-0417"]
    assert client.get("/v1/reports/1", headers=room).json["pulls"] == 1
    entry = client.get(issued["links"]["entry"], headers=agent).json
    assert json.loads(entry["record"]) == made


@pytest.mark.slow
def test_the_same_document_is_issued_once_and_stays_when_its_incident_is_answered(app, by):
    client, agent, room = app.test_client(), by(REGULATOR), by(ROOM)
    first = client.post("/v1/audits/1/reports", json={}, headers=agent).json
    again = client.post("/v1/audits/1/reports", json={}, headers=agent)
    assert (again.status_code, again.json["id"], len(entries(app))) == (200, 1, 1)
    (incident,) = client.get("/v1/rooms/WA-0417/incidents", headers=room).json["incidents"]
    words = {"cause": "row 2 was misread", "corrective_action": "trained again"}
    assert client.post(f"{incident['links']['self']}/answer", json=words, headers=room).status_code == 200
    second = client.post("/v1/audits/1/reports", json={}, headers=agent)
    assert (second.status_code, second.json["id"]) == (201, 2)
    bodies = [client.get(f"/v1/reports/{number}/report.pdf", headers=agent).data for number in (1, 2)]
    assert [hashlib.sha256(each).hexdigest() for each in bodies] == [first["sha256"], second.json["sha256"]]
    assert bodies[0] != bodies[1]


@pytest.mark.slow
def test_another_number_of_exhibits_that_changes_no_byte_is_the_same_document(app, client):
    first = client.post("/v1/audits/1/reports", json={}).json
    for number in ("60", "all"):
        again = client.post("/v1/audits/1/reports", json={"exhibits": number})
        assert (again.status_code, again.json["id"], again.json["exhibits"]) == (200, first["id"], 50)
    fewer = client.post("/v1/audits/1/reports", json={"exhibits": "0"})
    assert (fewer.status_code, fewer.json["exhibits"], len(entries(app))) == (201, 0, 2)


def test_whoever_has_the_document_already_or_asks_for_its_head_is_given_nothing(app, client):
    issued = client.post("/v1/audits/1/reports", json={"exhibits": "all"}).json
    head = client.head("/v1/reports/1/report.pdf")
    assert (head.status_code, head.content_length, head.get_etag()) == (
        200,
        issued["size"],
        (issued["sha256"], False),
    )
    seen = client.get("/v1/reports/1/report.pdf", headers={"If-None-Match": f'"{issued["sha256"]}"'})
    assert (seen.status_code, seen.data) == (304, b"")
    assert [each["kind"] for each in entries(app)] == ["report.issued"]
    assert (issued["exhibits"], client.get("/v1/reports/1").json["pulls"]) == (None, 0)


@pytest.mark.of_the_file
def test_the_entry_of_a_report_is_looked_up_by_its_number(app):
    """And not among the entries of all reports, for each report of a list."""
    db = app.extensions[EXTENSION].store.connections.db
    plan = [row[-1] for row in db.execute(f"EXPLAIN QUERY PLAN {stored_reports._SELECT}")]
    assert "SEARCH register USING INDEX register_by_fact (kind=? AND <expr>=?)" in plan


@pytest.mark.slow
def test_reports_are_listed_by_what_they_are_of(client):
    client.put("/v1/rooms/WA-0417/days/2026-03-14/audit")
    for audit in (1, 2):
        assert client.post(f"/v1/audits/{audit}/reports", json={}).status_code == 201

    def listed(query):
        return [each["id"] for each in client.get(f"/v1/reports?{query}").json["reports"]]

    assert listed("") == [2, 1]
    assert listed("audit=1") == [1]
    assert listed("room=WA-0417&from=2026-03-14&until=2026-03-14&edition=full&page_size=1") == [2]
    assert listed("from=2026-03-15") == listed("room=WA-0500") == listed("edition=redacted") == []


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/v1/audits/9/reports", {}, 404, "There is no audit 9. GET /v1/audits lists those there are."),
        (
            "/v1/audits/1/reports",
            {"edition": "short"},
            422,
            "edition: Must be one of: full, screened, redacted.",
        ),
        (
            "/v1/audits/1/reports",
            {"exhibits": "some"},
            422,
            "exhibits: Must be a number of exhibits, or all.",
        ),
    ],
)
def test_what_cannot_be_issued_is_refused_in_words(client, path, body, status, words):
    answer = client.post(path, json=body)
    assert (answer.status_code, answer.content_type) == (status, PROBLEM)
    assert words in answer.json["detail"]


def test_a_report_that_was_not_issued_is_not_there(client):
    for address in ("/v1/reports/7", "/v1/reports/7/report.pdf"):
        answer = client.get(address)
        assert (answer.status_code, answer.json["type"]) == (
            404,
            "urn:cardroom-auditor:problem:no-such-report",
        )
        assert "There is no report 7." in answer.json["detail"]


@pytest.mark.slow
def test_an_altered_report_is_named_and_not_given_out(app, client, tmp_path):
    client.post("/v1/audits/1/reports", json={})
    store = app.extensions[EXTENSION].store
    before = bytes(store.connections.db.execute("SELECT body FROM reports").fetchone()[0])
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE reports SET body = ?", [before.replace(b"%PDF-1.7", b"%PDF-1.6")])
    answer = client.get("/v1/reports/1/report.pdf")
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (500, "document-damaged")
    assert hashlib.sha256(before).hexdigest() in answer.json["detail"]
    (fault,) = [fault for each in examine(tmp_path / "data" / FILE).checks for fault in each.faults]
    assert (fault.table, fault.row) == ("reports", "1")
    assert [each["kind"] for each in entries(app)] == ["report.issued"]


@pytest.mark.slow
def test_a_report_goes_with_the_result_that_it_is_of(tmp_path):
    folder = tmp_path / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        upload(client, old_log())
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        issued = client.post("/v1/audits/1/reports", json={}).json
        assert client.get("/v1/reports/1/report.pdf").status_code == 200
        assert call("purge", "--data", folder, "--yes", "--by", "Dana Reyes").status == 0
        gone = client.get("/v1/reports/1/report.pdf")
        assert (gone.status_code, gone.json["type"].rpartition(":")[2]) == (410, "result-purged")
        result = client.get("/v1/audits/1").json["result_sha256"]
        assert "The result of audit 1, and with it report 1, was purged on" in gone.json["detail"]
        assert f"On record are its SHA-256, {result}," in gone.json["detail"]
        left = client.get("/v1/reports/1").json
        assert (left["sha256"], left["purged"]["by"], "pdf" in left["links"]) == (
            issued["sha256"],
            "Dana Reyes",
            False,
        )
        assert client.post("/v1/audits/1/reports", json={}).status_code == 410
    assert [each for each in examine(folder / FILE).checks if each.faults] == []
    assert verify_register(folder / FILE).faults == []
    store = Store(folder)
    assert store.connections.db.execute("SELECT length(body) FROM reports").fetchone() == (0,)
    store.close()


@pytest.mark.slow
def test_both_editions_are_issued_and_only_the_full_one_has_a_bundle(app, client, tmp_path):
    for edition in ("full", "redacted"):
        assert client.post("/v1/audits/1/reports", json={"edition": edition}).json["edition"] == edition
    full, redacted = (client.get(f"/v1/reports/{number}/report.pdf").data for number in (1, 2))
    assert list(PdfReader(BytesIO(redacted)).attachments) == ["audit-1-redacted.json"]
    assert "audit-1.json" in PdfReader(BytesIO(full)).attachments
    refused = client.get("/v1/reports/2/bundle.zip")
    assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (409, "no-bundle")
    assert "Report 2 is the redacted edition, and a bundle has the logs." in refused.json["detail"]
    assert "bundle" not in client.get("/v1/reports/2").json["links"]
    (tmp_path / "data" / "redaction.key").write_text("nonsense")
    answer = client.post("/v1/audits/1/reports", json={"edition": "redacted", "exhibits": "3"})
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (500, "redaction-key")
    assert "redaction.key is not the key of redacted editions." in answer.json["detail"]

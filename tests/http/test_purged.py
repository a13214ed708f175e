"""What the service answers about what was purged: who did it, when and on which ground; never a fault, never no findings."""

import hashlib
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.errors import ResultPurged
from auditor.evidence import Evidence
from auditor.http.context import OPEN
from auditor.retention import purge
from auditor.store import Store
from auditor.store import stored_results as results
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, PROBLEM, hand_line, log, zipped
from tests.http.past import WRONG, old_log, planned, upload
from tests.services import application

DAY = "/v1/rooms/WA-0417/days/2015-03-14"
GROUND = (
    "by Dana Reyes under wsgc:retention.years (external:WAC-230-06-070-5): it was kept until 2018-06-30, 3 years from the end "
    "of the fiscal year on 2015-06-30."
)
# Audit 1 is of the session, 2 a what-if of it, 3 the same again, 4 its gaming day, 5 of it and of one that is kept.
OF_LOGS = (
    "/v1/sessions/1/log",
    "/v1/sessions/1/hands/1",
    "/v1/sessions/1/hands/9",
    "/v1/audits/5/report.pdf",
)
OF_RESULTS = (
    *(f"/v1/audits/1/{each}" for each in
      ("findings", "incidents", "report.pdf", "report.json", "findings.csv", "incidents.csv", "what-if.json", "what-if.pdf")),
    "/v1/audits/2/what-if.json", "/v1/audits/2/what-if.pdf", "/v1/audits/1/compare/3", "/v1/audits/5/compare/1",
    "/v1/audits/1/compare/3/report.pdf", f"{DAY}/report.json", f"{DAY}/report.pdf",
)  # fmt: skip


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A service over a session that was audited in every way and purged, beside one that is kept."""
    folder = tmp_path_factory.mktemp("purged") / "data"
    with application(folder) as made:
        client = made.test_client()
        put_room(client)
        old = upload(client, old_log())
        kept = upload(client, log(hand_line(1, WRONG), session="S-kept"))
        for body in (
            {"sessions": [old]},
            {"sessions": [old], "ruleset": "wsgc-2-4", "what_if": True},
        ):
            assert client.post("/v1/audits", json=body).json["state"] == "finished"
        assert client.post("/v1/audits/1/again", json={"known": "then"}).json["state"] == "finished"
        assert client.put(f"{DAY}/audit").json["id"] == 4
        assert client.post("/v1/audits", json={"sessions": [old, kept]}).json["state"] == "finished"
        made.config["before"] = {path: client.get(path) for path in (*OF_LOGS, *OF_RESULTS, "/v1/night")}
        never = upload(client, old_log("2015-03-15", "S-never", 3))
        assert never == 3
        assert "it was never audited" in call("purge", "--data", folder).out
        assert call("purge", "--data", folder, "--yes", "--by", "Dana Reyes").status == 0
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("paths", "kind", "what"),
    [
        (OF_LOGS, "evidence-purged", "The log of session 1 (WA-0417, S-old)"),
        (OF_RESULTS, "result-purged", "The result of audit"),
    ],
)
def test_every_address_of_what_was_purged_says_so(app, client, paths, kind, what):
    for path in paths:
        answer = client.get(path)
        assert (answer.status_code, answer.content_type) == (410, PROBLEM), path
        assert answer.json["type"] == f"urn:cardroom-auditor:problem:{kind}", path
        assert what in answer.json["detail"], path
        assert " was purged on 20" in answer.json["detail"], path
        assert GROUND in answer.json["detail"], path


def test_what_was_read_before_is_not_said_to_be_unchanged(app, client):
    before = app.config["before"]["/v1/sessions/1/log"]
    assert before.status_code == 200
    again = client.get("/v1/sessions/1/log", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status_code == 410


def test_sessions_and_audits_stay_with_what_is_on_record(client):
    session = client.get("/v1/sessions/1").json
    digest = hashlib.sha256(old_log()).hexdigest()
    assert (session["sha256"], session["bytes"], session["hands"], session["pending"]) == (
        digest,
        len(old_log()),
        1,
        False,
    )
    purged = session["purged"]
    assert (purged["by"], purged["sha256"], purged["fiscal_year_ends"], purged["years"], purged["kept_until"]) == (
        "Dana Reyes", digest, "2015-06-30", 3, "2018-06-30",
    )  # fmt: skip
    assert (purged["parameter"], purged["clause"]) == ("wsgc:retention.years", "external:WAC-230-06-070-5")
    audit = client.get("/v1/audits/1").json
    assert audit["counts"]["findings"] > 0
    assert audit["purged"]["sha256"] == audit["result_sha256"]
    assert client.get("/v1/sessions/2").json["purged"] is None
    assert client.get("/v1/audits/5").json["purged"] is None
    assert [each["id"] for each in client.get("/v1/sessions").json["sessions"]] == [1, 2, 3]
    day = client.get(DAY).json
    assert [each["id"] for each in day["audits"]] == [4]
    assert client.get(f"{DAY}/audit").json["purged"]["clause"] == "external:WAC-230-06-070-5"


def test_an_audit_over_a_kept_log_too_keeps_its_findings(app, client):
    for path in ("/v1/audits/5/findings", "/v1/audits/5/report.json"):
        assert client.get(path).status_code == 200
    found = client.get("/v1/audits/5/findings").json["findings"]
    assert {each["session"] for each in found} == {"S-old", "S-kept"}


def test_no_audit_is_made_without_the_log_that_it_needs(client):
    answer = client.post("/v1/audits", json={"sessions": [1]})
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (422, "cannot-audit")
    assert GROUND in answer.json["detail"] or GROUND in answer.json["errors"][0]["detail"]
    tried = client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4", "what_if": True})
    assert (tried.status_code, GROUND in str(tried.json)) == (422, True)
    for known in ("then", "now"):
        again = client.post("/v1/audits/1/again", json={"known": known})
        assert (again.status_code, GROUND in again.json["detail"]) == (409, True)
    day = client.put(f"{DAY}/audit")
    assert (day.status_code, GROUND in day.json["detail"]) == (409, True)


def test_of_a_selection_it_is_skipped_with_the_reason(client):
    made = client.post("/v1/audits", json={"room": "WA-0417"}).json
    assert made["sessions"] == [2]
    assert [each["session"] for each in made["skipped"]] == [1, 3]
    assert all(GROUND in each["reason"] for each in made["skipped"])
    pending = client.get("/v1/sessions", query_string={"pending": "true"}).json["sessions"]
    assert pending == []  # not even what was never audited


def test_purged_findings_are_neither_new_nor_gone_in_a_night(app, client):
    before = app.config["before"]["/v1/night"].json
    assert {each["session"] for each in before["new"]} == {"S-old", "S-kept"}
    since = client.get("/v1/night", query_string={"since": before["cursor"]}).json
    assert {each["session"] for each in since["persisting"]} == {"S-kept"}
    assert (since["new"], since["gone"], since["sessions"]) == ([], [], 1)
    every = client.get("/v1/night")
    assert {each["session"] for each in every.json["new"]} == {"S-kept"}
    assert every.headers["ETag"] != app.config["before"]["/v1/night"].headers["ETag"]


@pytest.mark.parametrize(
    "body", [old_log(), zipped(old_log())], ids=["the same bytes", "the same log in gzip"]
)
def test_a_purged_log_that_comes_again_is_recognised_and_not_stored(app, client, body):
    store: Store = app.extensions["auditor"].store
    for query in ({"dry_run": "true"}, {}):
        answer = client.post("/v1/sessions", data=body, content_type=NDJSON, query_string=query)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (410, "evidence-purged")
        assert answer.json["detail"].startswith("This log was here before and was purged on 20")
        assert answer.json["detail"].endswith("It is not stored again.")
    db = store.connections.db
    sha256 = Evidence(body).sha256
    assert db.execute("SELECT count(*) FROM returns WHERE sha256 = ?", [sha256]).fetchone() == (1,)
    assert db.execute(
        "SELECT count(*) FROM evidence WHERE sha256 = ? AND length(body) > 0", [sha256]
    ).fetchone() == (0,)
    client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert db.execute("SELECT count(*) FROM returns WHERE sha256 = ?", [sha256]).fetchone() == (
        1,
    )  # once a key


def test_a_program_sees_the_purge_only_of_its_own_rooms(app):
    store: Store = app.extensions["auditor"].store
    text = keys.make(store, NewKey("room", "Lee", rooms=("WA-0500",)))[1]
    app.config[OPEN] = False
    try:
        headers = {"Authorization": f"Bearer {text}"}
        assert app.test_client().get("/v1/sessions/1/log", headers=headers).status_code == 404
        sent = app.test_client().post("/v1/sessions", data=old_log(), content_type=NDJSON, headers=headers)
        assert (sent.status_code, "purged" in sent.json["detail"]) == (403, False)
    finally:
        app.config[OPEN] = True


def test_metrics_count_the_bytes_that_are_kept(app, client):
    store: Store = app.extensions["auditor"].store
    assert store.evidence.totals()["session"][0] == 1


def test_health_has_nothing_to_say_of_a_purge(client):
    assert (client.get("/healthz").json["status"], client.get("/healthz").json["reasons"]) == ("ok", [])


@pytest.mark.slow
def test_a_correction_of_a_purged_log_is_a_new_log(tmp_path):
    with application(tmp_path / "data") as made:
        client = made.test_client()
        put_room(client)
        upload(client, old_log())
        assert call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana").status == 0
        later = old_log(
            hand=2, supersedes={"sha256": Evidence(old_log()).sha256, "reason": "a slip", "by": "s-1"}
        )
        assert upload(client, later) == 2
        assert client.post("/v1/audits", json={"sessions": [2]}).json["state"] == "finished"
        assert client.get("/v1/sessions/1").json["superseded_by"] == 2
        assert {each["session"] for each in client.get("/v1/night").json["new"]} == {"S-old"}
        assert call("doctor", "--data", tmp_path / "data").status == 0
        assert call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana").status == 0
        assert client.get("/v1/sessions/2/log").status_code == 410


def test_a_report_that_is_being_sent_while_its_audit_is_purged_does_not_end_as_if_that_was_all(tmp_path):
    """The findings were checked, then purged, then read: what is read is not given out as a whole result."""
    with application(tmp_path / "data") as made:
        client = made.test_client()
        put_room(client)
        upload(client, old_log())
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        service = made.extensions["auditor"]
        results = service.store.results
        findings, incidents = results.findings(1), results.incidents.every(1)
        night = service.night(None)
        assert call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana").status == 0
        for reading in (findings, incidents):
            with pytest.raises(ResultPurged, match="The result of audit 1 was purged on 20"):
                list(reading)
        assert service.compared(night).new == []
        assert service.compared(night).sessions == 0


def test_a_purge_while_a_result_is_looked_at_damages_nothing(tmp_path, monkeypatch):
    folder, document_of, purged = tmp_path / "data", results.document_of, []

    def then_purged(db, audit):
        found = document_of(db, audit)
        if not purged:
            with closing(Store(folder)) as other:
                purged.extend(each.left for each in purge(other, planned(other), "Dana Reyes"))
        return found

    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        upload(client, old_log())
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        monkeypatch.setattr(results, "document_of", then_purged)
        (code, *_) = [each["code"] for each in client.get("/v1/audits/1/findings").json["findings"]]
        gone = client.get("/v1/audits/1/findings")
        assert (purged, code, gone.status_code) == ([None], "SCR001", 410)
        assert "damaged" not in client.get("/v1/health").text

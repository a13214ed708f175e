"""Rulesets, checks and the log format; the OpenAPI document; the pages next to the API."""

import json
import re
import time

import jsonschema
import msgspec
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from auditor.engine import program
from rules.checks.catalogue import every_check
from rules.controls.library import library
from rules.version import VERSION
from tests.cli.kit import call
from tests.http.kit import NDJSON, PROBLEM, hand_line, log, session_line
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments import build as tournaments

PROBLEM_STATUSES = ("400", "403", "404", "409", "413", "415", "422")


def test_the_library_is_listed_with_every_revision(client):
    found = client.get("/v1/rulesets").json
    assert found["library"] == library().digest
    assert [(each["id"], each["revision"], each["digest"]) for each in found["rulesets"]] == [
        (each.id, each.revision, each.digest) for each in library().listed()
    ]


def test_a_ruleset_is_shown_with_its_parameters_and_their_clauses(client):
    found = client.get("/v1/rulesets/wsgc-2-4/1").json
    assert (found["id"], found["revision"], found["digest"]) == (
        "wsgc-2-4",
        1,
        library().get("wsgc-2-4@1").digest,
    )
    assert found["params"]["rows"]["table"]["3-0-0"] == 4
    cited = found["params"]["rows"]["cite"]
    for clause in [cited] if isinstance(cited, str) else cited:
        assert found["clauses"][clause]["statement"]
    assert client.get("/v1/rulesets/wsgc-2-4").json == found
    assert client.get("/v1/rulesets/wsgc-2-4@1").json == found


@pytest.mark.parametrize("name", ["wsgc-2-5", "wsgc-2-4@9", "wsgc-2-4/9", "x" * 500])
def test_an_unknown_ruleset_lists_the_library(client, name):
    answer = client.get(f"/v1/rulesets/{name}")
    assert answer.status_code == 404
    assert "wsgc-2-4@1" in answer.json["detail"]


def test_the_command_line_shows_a_ruleset_alike(client):
    for name in ("wsgc-2-4", "wsgc-full@1"):
        found = client.get(f"/v1/rulesets/{name}").json
        del found["links"]
        assert call("rulesets", name, "--format", "json").json == found
    listed = [
        {key: value for key, value in each.items() if key != "links"}
        for each in client.get("/v1/rulesets").json["rulesets"]
    ]
    assert call("rulesets", "--format", "json").json == listed


def test_two_rulesets_differ_as_the_command_line_says(client):
    found = client.get("/v1/rulesets/wsgc-2-4/1/diff/wsgc-1-6/1").json
    reported = call("rulesets", "diff", "wsgc-2-4", "wsgc-1-6", "--format", "json").json
    assert list(found) == list(reported)
    assert (found["differences"], found["clauses"]) == (reported["differences"], reported["clauses"])
    listed = {each["id"]: each for each in client.get("/v1/rulesets").json["rulesets"]}
    assert (found["a"], found["b"]) == (listed["wsgc-2-4"], listed["wsgc-1-6"])
    assert found["differences"][0] == {
        "parameter": "rows.table.3-0-0",
        "kind": "changed",
        "a": 4,
        "b": 6,
        "a_cites": ["WSGC-24-sweep"],
        "b_cites": ["WSGC-16-sweep"],
    }
    for path in ("wsgc-2-4/diff/wsgc-1-6", "wsgc-2-4@1/diff/wsgc-1-6"):
        assert client.get(f"/v1/rulesets/{path}").json == found


def test_a_comparison_has_an_etag_and_its_sides_an_order(client):
    there, back = (
        client.get(f"/v1/rulesets/{path}") for path in ("wsgc-base/diff/wsgc-2-4", "wsgc-2-4/diff/wsgc-base")
    )
    again = client.get(
        "/v1/rulesets/wsgc-base/diff/wsgc-2-4", headers={"If-None-Match": there.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    assert there.headers["ETag"] != back.headers["ETag"]
    kinds = [[each["kind"] for each in answer.json["differences"]].count("added") for answer in (there, back)]
    assert kinds == [7, 0]
    same = client.get("/v1/rulesets/wsgc-base/1/diff/wsgc-base/1").json
    assert (same["a"], same["differences"], same["clauses"]) == (same["b"], [], {})


@pytest.mark.parametrize(
    "path", ["wsgc-2-5/diff/wsgc-base", "wsgc-base/diff/wsgc-2-5", "wsgc-base/1/diff/wsgc-2-4/9"]
)
def test_an_unknown_ruleset_cannot_be_compared(client, path):
    answer = client.get(f"/v1/rulesets/{path}")
    assert (answer.status_code, answer.mimetype) == (404, PROBLEM)
    assert answer.json["type"].endswith(":no-such-ruleset")
    assert "wsgc-2-4@1" in answer.json["detail"]


@pytest.mark.slow
def test_every_check_is_listed_and_documented(client):
    found = client.get("/v1/checks").json["checks"]
    assert [each["code"] for each in found] == [entry.code for entry in every_check()]
    for each in found:
        page = client.get(each["links"]["self"]).json
        assert page["documentation"].startswith(f"### {each['code']} {each['name']}")
        assert page["summary"] == each["summary"]
    assert client.get("/v1/checks/scr001").json["code"] == "SCR001"
    unknown = client.get("/v1/checks/XYZ999")
    assert (unknown.status_code, "SCR001" in unknown.json["detail"]) == (404, True)


@pytest.mark.slow
def test_the_format_is_a_json_schema_that_logs_meet(client):
    answer = client.get("/v1/formats/cardroom-log-1")
    assert answer.mimetype == "application/schema+json"
    validator = jsonschema.Draft202012Validator(answer.json)
    validator.check_schema(answer.json)
    assert validator.is_valid(session_line())
    assert validator.is_valid(hand_line(1))
    assert not validator.is_valid({**hand_line(1), "hand": "1"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "line"), [("tournament", tournaments.header()), ("ledger", ledgers.header())]
)
def test_the_formats_of_events_are_json_schemas_that_their_files_meet(client, kind, line):
    answer = client.get(f"/v1/formats/cardroom-{kind}-1")
    assert answer.mimetype == "application/schema+json"
    validator = jsonschema.Draft202012Validator(answer.json)
    validator.check_schema(answer.json)
    assert validator.is_valid(line)
    assert not validator.is_valid({**line, "currency": 1})


CONTROLS = (
    "", "/history", "/source.toml", "/document", "/submit", "/withdraw", "/deny", "/approve",
)  # fmt: skip


DAYS = ("", "/audit", "/report.pdf", "/report.json", "/totals")


@pytest.mark.night
@pytest.mark.slow
def test_the_openapi_document_is_valid(client):
    OpenAPIV31SpecValidator(client.get("/v1/openapi.json").json).validate()


EVENTS = ("", "/{event}", "/{event}/file", "/{event}/audit")


def test_the_openapi_document_has_every_address(client):
    document = client.get("/v1/openapi.json").json
    assert (document["openapi"], document["info"]["version"]) == ("3.1.0", VERSION)
    assert set(document["paths"]) == {
        "/v1/controls/sample", "/v1/sessions", "/v1/sessions/{session}", "/v1/sessions/{session}/log",
        "/v1/sessions/{session}/ruleset",
        "/v1/sessions/{session}/hands/{hand}", "/v1/audits", "/v1/audits/{audit}", "/v1/audits/{audit}/findings",
        "/v1/audits/{audit}/corrections", "/v1/audits/{audit}/corrections/{session}",
        "/v1/rooms/{room}/terms", "/v1/rooms/{room}/terms/{proposal}", "/v1/rooms/{room}/terms/{proposal}/approve",
        "/v1/rooms/{room}/terms/{proposal}/refuse", "/v1/rooms/{room}/terms/{proposal}/withdraw",
        "/v1/audits/{audit}/corrections/{session}/facts",
        "/v1/audits/{audit}/report.pdf", "/v1/audits/{audit}/report.json", "/v1/audits/{audit}/findings.csv",
        "/v1/audits/{audit}/incidents", "/v1/audits/{audit}/incidents.csv",
        "/v1/rulesets", "/v1/rulesets/{name}", "/v1/rulesets/{name}/{revision}", "/v1/rulesets/{name}/diff/{other}",
        "/v1/rulesets/{name}/{revision}/diff/{other}/{other_revision}", "/v1/checks", "/v1/checks/{code}",
        *(f"/v1/formats/cardroom-{kind}-1" for kind in ("log", "tournament", "ledger")), "/v1/audits/{audit}/again",
        "/v1/audits/{audit}/what-if.json", "/v1/audits/{audit}/what-if.pdf",
        "/v1/audits/{audit}/compare/{other}", "/v1/audits/{audit}/compare/{other}/report.pdf",
        "/v1/rulesets/{name}/{revision}/canonical.toml",
        "/v1/rulesets/{name}/{revision}/gaps.json", "/v1/rulesets/{name}/{revision}/gaps.pdf",
        "/v1/holds", "/v1/holds/{hold}", "/v1/holds/{hold}/lift", "/v1/register/entries/{index}",
        "/v1/originals", *(f"/v1/originals/{{original}}{each}" for each in ("", "/file", "/marked.xlsx")),
        *(f"/v1/{kind}{each}" for kind in ("tournaments", "ledgers") for each in EVENTS),
        "/v1/samples", "/v1/samples/{sample}", "/v1/samples/{sample}/hands/{hand}", "/v1/samples/{sample}/close",
        "/v1/screening", "/v1/screening/gains", "/v1/screening/gains.csv", "/v1/screening/{alarm}/close",
        "/v1/screening/lists", "/v1/screening/lists/{night}",
        "/v1/home", "/v1/night", "/v1/rooms", "/v1/rooms/{room}", "/v1/rooms/{room}/history", "/v1/rooms/{room}/controls",
        "/v1/rooms/{room}/template.xlsx",
        "/v1/rooms/{room}/incidents.csv", "/v1/rooms/{room}/incidents.xlsx", "/v1/audits/{audit}/report.xlsx",
        "/v1/rooms/{room}/incidents", "/v1/rooms/{room}/incidents/{incident}/files/{sha256}",
        "/v1/audits/{audit}/reports", "/v1/reports",
        *(f"/v1/reports/{{report}}{each}" for each in ("", "/report.pdf", "/bundle.zip")),
        *(f"/v1/rooms/{{room}}/incidents/{{incident}}{each}" for each in ("", "/answer", "/accept", "/return", "/close")),
        *(f"/v1/rooms/{{room}}/days/{{date}}{each}" for each in DAYS),
        *(f"/v1/rooms/{{room}}/controls/{{ruleset}}/{{revision}}{each}" for each in CONTROLS),
    }  # fmt: skip


def test_every_reference_of_the_openapi_document_leads_to_something(client):
    document = client.get("/v1/openapi.json").json
    named = set(re.findall(r'"\$ref": ?"#/([^"]+)"', json.dumps(document)))
    assert "components/schemas/RoomIncident" in named
    for path in sorted(named):
        found = document
        for step in path.split("/"):
            assert step in found, path
            found = found[step]


def test_every_operation_is_described_and_its_errors_are_problems(client):
    document = client.get("/v1/openapi.json").json
    for path, operations in document["paths"].items():
        for method in ("get", "post", "put"):
            operation = operations.get(method)
            if operation is None:
                continue
            assert operation["summary"], path
            assert operation["operationId"], path
            statuses = set(operation["responses"]) & set(PROBLEM_STATUSES)
            assert statuses, path
            for status in statuses:
                response = operation["responses"][status]
                if "$ref" in response:
                    response = document["components"]["responses"][response["$ref"].split("/")[-1]]
                assert list(response["content"]) == ["application/problem+json"], (path, status)
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert all("application/problem+json" not in answer["content"] for answer in good), path


def test_the_documentation_needs_nothing_from_elsewhere(client):
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    text = page.get_data(as_text=True)
    assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//", text)
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert client.get(address).status_code == 200, address
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "http" not in policy
    assert "validatorUrl: null" in client.get("/static/docs/start.js").get_data(as_text=True)
    assert client.get("/static/docs/LICENSE").status_code == 200
    assert client.get("/static/docs/NOTICE").status_code == 200


@pytest.mark.parametrize(
    "path", ["/static/docs/../../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"]
)
def test_nothing_but_the_static_files_is_served(client, path):
    assert client.get(path, follow_redirects=True).status_code == 404


def test_health_says_whether_the_store_and_the_worker_are_there(client, service):
    well = client.get("/healthz")
    assert (well.status_code, well.json["status"], well.json["version"]) == (200, "ok", VERSION)
    assert well.headers["Cache-Control"] == "no-store"
    assert well.json["library"] == library().digest
    assert well.json["engine"] == msgspec.to_builtins(program().engine(library().digest))
    assert well.json["documents"] == program().documents
    service.worker.stop()
    ill = client.get("/healthz")
    assert (ill.status_code, ill.json["status"], ill.json["worker"]) == (503, "failing", False)
    assert [each["part"] for each in ill.json["reasons"]] == ["worker"]
    assert "No worker runs: audits wait and none is begun" in ill.json["reasons"][0]["reason"]


def test_metrics_count_what_happened(client):
    client.post("/v1/sessions", data=log(hand_line(1), hand_line(2)), content_type=NDJSON)
    client.post("/v1/sessions", data=log(hand_line(1), hand_line(2)), content_type=NDJSON)
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    client.post("/v1/sessions", data=b"{}", content_type=NDJSON)
    client.post("/v1/audits", json={"pending": True})
    client.get("/v1/nothing")
    counted = b'auditor_audit_seconds_count{state="finished"} 1.0'
    for _ in range(1000):  # the job counts itself after its end is on record
        if counted in (answer := client.get("/metrics")).data:
            break
        time.sleep(0.01)
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.get_data(as_text=True).splitlines()
    engine = msgspec.to_builtins(program().engine(library().digest))
    labels = ",".join(f'{name}="{value}"' for name, value in sorted(engine.items()))
    for line in (
        f"auditor_build_info{{{labels}}} 1.0",
        'auditor_uploads_total{outcome="stored"} 1.0',
        'auditor_uploads_total{outcome="same"} 1.0',
        'auditor_uploads_total{outcome="conflict"} 1.0',
        'auditor_uploads_total{outcome="refused"} 1.0',
        'auditor_audits{state="finished"} 1.0',
        'auditor_audits{state="failed"} 0.0',
        'auditor_audit_seconds_count{state="finished"} 1.0',
        "auditor_hands_audited_total 2.0",
        "auditor_sessions 1.0",
        'auditor_evidence_files{outcome="refused"} 1.0',
        'auditor_http_requests_total{method="POST",route="/v1/sessions",status="409"} 1.0',
        'auditor_http_requests_total{method="GET",route="none",status="404"} 1.0',
    ):
        assert line in lines


def test_answers_keep_the_words_of_logs_as_they_are(client):
    client.post("/v1/sessions", data=log(table="Tisch Ⅳ «ß»"), content_type=NDJSON)
    answer = client.get("/v1/sessions?table=Tisch+Ⅳ+«ß»")
    assert json.loads(answer.data.decode())["sessions"][0]["table"] == "Tisch Ⅳ «ß»"

"""Reports of an audit as PDF, JSON and CSV."""

import csv
import hashlib
import io
import json

import msgspec
import pytest
from pypdf import PdfReader

from auditor.engine import judged
from auditor.evidence import Evidence
from auditor.serialization import AuditDocument, document
from rules.audit import audit_log, combine
from rules.controls.library import library
from rules.results import Audit
from tests.http.earlier import on_record
from tests.http.kit import NDJSON, ended, hand_line, log
from tests.pdf import text_of

WRONG = (300, 200, 300, -800)
FIRST = log(hand_line(1), hand_line(2, WRONG), hand_line(5, WRONG, players="=cmd|' /C calc'!A"))
SECOND = log(hand_line(1, WRONG), session="S-2")


def two_audits(client):
    for body in (FIRST, SECOND):
        client.post("/v1/sessions", data=body, content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    client.post("/v1/audits", json={"sessions": [1, 2]})


FILLED = {"audited": two_audits}


@pytest.fixture
def audited(client):
    return client


@pytest.mark.slow
def test_the_json_report_is_the_audit_as_the_rules_give_it(audited):
    answer = audited.get("/v1/audits/1/report.json")
    assert answer.mimetype == "application/json"
    assert msgspec.json.decode(answer.data, type=Audit) == judged(audit_log(Evidence(FIRST)))
    assert list(answer.json) == list(AuditDocument.__struct_fields__)
    assert (answer.json["controls"], answer.json["unaudited"]) == ([], [])


def test_the_json_report_names_the_parameters_that_no_audit_consults(audited):
    number = audited.post("/v1/audits", json={"sessions": [1], "ruleset": "classic-surrender"}).json["id"]
    assert audited.get(f"/v1/audits/{number}/report.json").json["unaudited"] == [
        {"ruleset": "classic-surrender@1", "parameters": ["surrender.payees"]}
    ]


def test_the_json_report_of_several_sessions_is_the_audit_over_all(audited):
    answer = audited.get("/v1/audits/2/report.json")
    whole = judged(combine([audit_log(Evidence(FIRST)), audit_log(Evidence(SECOND))]))
    assert msgspec.json.decode(answer.data, type=Audit) == whole
    assert (answer.json["log"], len(answer.json["logs"])) == (None, 2)


@pytest.mark.slow
def test_a_what_if_shows_how_the_controls_differ_in_every_document(audited):
    audited.post("/v1/audits", json={"sessions": [1, 2], "ruleset": "wsgc-2-4"})
    audited.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4"})
    for number in (3, 4):
        whole = audited.get(f"/v1/audits/{number}/report.json").json
        assert whole["controls"] == [
            {
                "as_played": "wsgc-base@1",
                "as_tried": "wsgc-2-4@1",
                "differing": 8,
                "command": "auditor rulesets diff wsgc-base@1 wsgc-2-4@1",
            }
        ]
        text = text_of(audited.get(f"/v1/audits/{number}/report.pdf").data)
        assert "8 parameters differ" in text
        assert "Response of the licensee" not in text
    alone = document(judged(audit_log(Evidence(FIRST), ruleset="wsgc-2-4")), library())
    served = msgspec.json.decode(audited.get("/v1/audits/4/report.json").data, type=AuditDocument)
    assert served == msgspec.structs.replace(alone, answers=[])  # nobody answered an incident


@pytest.mark.slow
def test_a_what_if_of_a_session_under_unknown_rules_reports_that_they_cannot_be_compared(client):
    on_record(client, log(ruleset="house-rules"))
    client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4"})
    whole = client.get("/v1/audits/1/report.json").json
    assert [list(each.values()) for each in whole["controls"]] == [["house-rules", "wsgc-2-4@1", None, None]]
    text = text_of(client.get("/v1/audits/1/report.pdf").data)
    assert (
        "The library does not have house-rules, or has a different version of it, so the two cannot be compared."
        in text
    )


@pytest.mark.slow
def test_the_pdf_report_is_a_pdf_and_the_same_every_time(audited):
    answer = audited.get("/v1/audits/2/report.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    text = text_of(answer.data)
    assert "WA-0417" in text
    assert "SCR001" in text
    assert audited.get("/v1/audits/2/report.pdf").data == answer.data


def test_the_csv_has_a_header_and_a_line_for_each_finding(audited):
    answer = audited.get("/v1/audits/1/findings.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="audit-1-findings.csv"'
    assert answer.data.count(b"\n") == answer.data.count(b"\r\n")
    lines = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True), newline="")))
    found = audited.get("/v1/audits/1/findings?page_size=1000").json["findings"]
    assert [(line["code"], line["fingerprint"]) for line in lines] == [
        (each["code"], each["fingerprint"]) for each in found
    ]
    seat_two = next(line for line in lines if line["code"] == "SCR001" and line["seat"] == "2")
    assert (seat_two["hand"], seat_two["stated"], seat_two["expected"], seat_two["difference"]) == (
        "2", "200", "100", "100",
    )  # fmt: skip


def test_no_cell_of_the_csv_is_a_formula(audited):
    lines = list(csv.DictReader(io.StringIO(audited.get("/v1/audits/1/findings.csv").get_data(as_text=True))))
    players = {line["player"] for line in lines if line["hand"] == "5" and line["player"]}
    assert players
    assert all(player.startswith("'=cmd|") for player in players)
    numbers = ("stated", "expected", "difference")
    assert not [
        cell
        for line in lines
        for name, cell in line.items()
        if cell.startswith(("=", "+", "@")) or (cell.startswith("-") and name not in numbers)
    ]
    assert any(line["stated"] == "-800" for line in lines)


def test_the_csv_takes_the_same_selection_as_the_findings(audited):
    answer = audited.get("/v1/audits/2/findings.csv?code=SCR001&session=2")
    lines = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True))))
    assert {(line["session"], line["code"]) for line in lines} == {("S-2", "SCR001")}
    assert audited.get("/v1/audits/2/findings.csv?code=nonsense").status_code == 422


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "document", ["report.pdf", "report.json", "findings.csv", "findings", "incidents.csv", "incidents"]
)
def test_a_document_is_not_made_again_for_those_who_have_it(audited, document, monkeypatch):
    first = audited.get(f"/v1/audits/1/{document}")
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    again = audited.get(f"/v1/audits/1/{document}", headers={"If-None-Match": etag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    assert audited.get(f"/v1/audits/2/{document}").headers["ETag"] != etag
    head = audited.head(f"/v1/audits/1/{document}")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", etag)


@pytest.mark.slow
@pytest.mark.sampled(10)
def test_twenty_thousand_findings_come_as_one_report(client, share):
    bodies = (hand_line(number, WRONG) for number in range(1, share(10_000) + 1))
    client.post("/v1/sessions", data=log(*bodies), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    audit = ended(lambda: client.get("/v1/audits/1").json)
    assert audit["counts"]["findings"] >= 2 * share(10_000)
    whole = json.loads(client.get("/v1/audits/1/report.json").data)
    assert len(whole["findings"]) == audit["counts"]["findings"]
    last = client.get(f"/v1/audits/1/findings?page_size=1&page={audit['counts']['findings']}").json
    assert last["findings"][0]["fingerprint"] == whole["findings"][-1]["fingerprint"]
    assert client.get("/v1/audits/1/findings.csv").data.count(b"\r\n") == audit["counts"]["findings"] + 1


@pytest.mark.slow
def test_the_report_prints_the_digest_of_the_list_of_incidents(audited):
    for number in (1, 2):
        listed = audited.get(f"/v1/audits/{number}/incidents.csv").data
        assert hashlib.sha256(listed).hexdigest() in text_of(
            audited.get(f"/v1/audits/{number}/report.pdf").data
        )


def test_the_report_has_the_date_of_the_stored_audit(audited):
    finished = audited.get("/v1/audits/1").json["finished_at"]
    answer = audited.get("/v1/audits/1/report.pdf")
    assert f"Audit and report made {finished[:10]} {finished[11:16]} UTC." in text_of(answer.data)
    made = PdfReader(io.BytesIO(answer.data)).metadata.creation_date
    assert made.strftime("%Y-%m-%dT%H:%M:%S") == finished[:19]


@pytest.mark.slow
def test_the_report_shows_the_requested_number_of_places(audited):
    drawn = {
        asked: text_of(audited.get(f"/v1/audits/2/report.pdf{asked}").data).count("Pair, to the first seat")
        for asked in ("", "?exhibits=1", "?exhibits=all", "?exhibits=0")
    }
    assert drawn == {"": 3, "?exhibits=1": 1, "?exhibits=all": 3, "?exhibits=0": 0}
    assert audited.get("/v1/audits/2/report.pdf?exhibits=2").status_code == 200
    one, every = (audited.get(f"/v1/audits/2/report.pdf?exhibits={asked}") for asked in ("1", "all"))
    assert one.headers["ETag"] != every.headers["ETag"]


@pytest.mark.parametrize("asked", ["some", "-1", "1.5", "9999999"])
def test_exhibits_are_a_number_or_all(audited, asked):
    answer = audited.get(f"/v1/audits/1/report.pdf?exhibits={asked}")
    assert answer.status_code == 422
    assert "Must be a number of exhibits, or all." in answer.get_data(as_text=True)

"""The record of a service as files: what `auditor export` writes, beside what the service says and what `auditor bulk` finds."""

import json

import pytest

from tests.bulk.kit import rows
from tests.cli.kit import call
from tests.http.filing import audit, upload
from tests.http.test_days import put, session
from tests.services import unprotected

COMPARED = (
    "fingerprint",
    "code",
    "session",
    "hand",
    "seat",
    "stated_number",
    "expected_number",
    "difference",
    "money",
    "message",
)


@pytest.fixture
def record(two_revisions):
    """A gaming day whose numbers have a gap, audited as a whole."""
    upload(two_revisions, session(1, hands=3))
    upload(two_revisions, session(3, 22))
    assert put(two_revisions).status_code == 201
    return two_revisions


def exported(tmp_path, *words):
    done = call(
        "export", "--data", tmp_path / "data", "--out", tmp_path / "record", "--format", "json", *words
    )
    assert done.err == ""
    return done


def of(out, table, *columns):
    """Some columns of a table, in an order that is the same for the same rows."""
    return sorted((tuple(each[name] for name in columns) for each in rows(out, table)), key=repr)


def test_the_findings_of_the_record_are_those_that_the_service_has(record, tmp_path):
    done = exported(tmp_path)
    assert (done.status, done.json["files"]["audited"], done.json["wholes"]["day"]["audited"]) == (0, 2, 1)
    stated = record.get("/v1/audits/1/findings").json["findings"]
    mine = rows(tmp_path / "record", "findings")
    assert sorted(each["fingerprint"] for each in mine) == sorted(each["fingerprint"] for each in stated)
    (gap,) = [each for each in mine if each["code"] == "LOG009"]
    assert (gap["scope"], gap["subject"], gap["audit"], gap["file_sha256"]) == ("day", "2026-06-02", 1, None)
    incidents = record.get("/v1/audits/1/incidents").json["incidents"]
    assert of(tmp_path / "record", "incidents", "incident", "misallocated") == sorted(
        ((each["id"], each["misallocated"]) for each in incidents), key=repr
    )
    coverage = record.get("/v1/audits/1/report.json").json["coverage"]
    assert {(each["code"], each["tested"]) for each in rows(tmp_path / "record", "coverage")} == {
        (each["code"], each["tested"]) for each in coverage
    }
    assert [(each["session"], each["hand"]) for each in rows(tmp_path / "record", "hands")] == [
        ("S-1", 1), ("S-1", 2), ("S-1", 3), ("S-3", 1),
    ]  # fmt: skip


@pytest.mark.slow
def test_bulk_with_the_controls_of_the_store_finds_what_the_service_found(record, tmp_path):
    (tmp_path / "logs").mkdir()
    for number in (1, 2):
        (tmp_path / "logs" / f"{number}.ndjson").write_bytes(record.get(f"/v1/sessions/{number}/log").data)
    exported(tmp_path)
    done = call(
        "bulk", tmp_path / "logs", "--out", tmp_path / "bulk", "--data", tmp_path / "data", "--jobs", 1
    )
    assert done.err == ""
    assert (
        of(tmp_path / "bulk", "findings", "scope", *COMPARED)
        == of(tmp_path / "record", "findings", "scope", *COMPARED)
        != []
    )
    assert of(tmp_path / "bulk", "hands", "session", "hand", "day", "line") == of(
        tmp_path / "record", "hands", "session", "hand", "day", "line"
    )
    assert of(tmp_path / "bulk", "incidents", "incident", "misallocated", "misrecorded", "day") == of(
        tmp_path / "record", "incidents", "incident", "misallocated", "misrecorded", "day"
    )


@pytest.mark.slow
def test_a_later_export_keeps_what_is_the_same_and_removes_what_a_correction_took_the_place_of(
    record, tmp_path
):
    exported(tmp_path)
    sha256 = record.get("/v1/sessions/2").json["sha256"]
    same = exported(tmp_path).json
    assert (same["files"]["kept"], same["files"]["audited"], same["wholes"]["day"]["kept"]) == (2, 0, 1)
    corrects = {"sha256": sha256, "reason": "mistyped", "by": "floor"}
    upload(record, session(2, 22, table="T3", supersedes=corrects).replace("S-2", "S-3"))
    assert put(record).status_code == 201
    assert exported(tmp_path).json["files"]["audited"] == 2
    logs = rows(tmp_path / "record", "logs")
    assert sha256 not in {each["log_sha256"] for each in [*logs, *rows(tmp_path / "record", "hands")]}
    assert "LOG009" not in {each["code"] for each in rows(tmp_path / "record", "findings")}


def test_a_session_that_was_audited_alone_has_its_coverage_and_money(two_revisions, tmp_path):
    upload(two_revisions, session(1, hands=2))
    audit(two_revisions, sessions=[1])
    stated = two_revisions.get("/v1/audits/1/report.json").json
    exported(tmp_path)
    (log,) = rows(tmp_path / "record", "logs")
    assert (log["hands"], log["testable"], log["misallocated"]) == (
        2,
        stated["testable"],
        stated["money_misallocated"],
    )
    assert of(tmp_path / "record", "coverage", "code", "tested", "scope", "subject") == sorted(
        ((each["code"], each["tested"], "session", "S-1") for each in stated["coverage"]), key=repr
    )


def test_a_result_that_was_damaged_is_named_and_costs_no_other(record, tmp_path, app):
    upload(record, session(5, 20, day="2026-06-04"))
    audit(record, sessions=[3])
    with unprotected(app.extensions["auditor"].store.connections.db) as db:
        db.execute("UPDATE result_chunks SET body = x'00' WHERE audit = 1 AND list = 'findings'")
    done = call("export", "--data", tmp_path / "data", "--out", tmp_path / "record", "--format", "json")
    assert done.status == 3
    assert {each["what"] for each in done.json["not_audited"]} == {
        "session 1", "session 2", "day 2026-06-02 of room WA-0417",
    }  # fmt: skip
    assert (
        "The result of audit 1 is no longer what was stored (findings)"
        in done.json["not_audited"][0]["reason"]
    )
    assert {each["session"] for each in rows(tmp_path / "record", "hands")} == {"S-5"}


def test_a_folder_of_a_bulk_run_is_not_exported_to(record, tmp_path):
    exported(tmp_path)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.ndjson").write_bytes(b"")
    done = call("bulk", tmp_path / "logs", "--out", tmp_path / "record")
    assert done.status == 2
    assert "was written by `auditor export`. Name another folder." in done.err
    assert call("export", "--data", tmp_path / "none", "--out", tmp_path / "new").status == 2
    assert json.loads((tmp_path / "record" / "summary.json").read_bytes())["hands"] == 4

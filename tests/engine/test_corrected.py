"""A program that is corrected, on the store of the one before: it judges again, and says that it is another one."""

import json
import sqlite3

import msgspec
import pytest

from auditor.engine import program
from auditor.store.store import FILE
from rules.controls.library import library
from rules.version import JUDGEMENT
from tests.bulk.kit import bulk
from tests.cli.kit import hand, log
from tests.engine.kit import ROOT, altered, copied, run
from tests.services import application

pytestmark = pytest.mark.night

_RECORDS = "SELECT record FROM register WHERE kind = ? ORDER BY entry"
DAY = "/v1/rooms/WA-0417/days/2026-03-14/audit"
# A night of the earlier program: a room, a log, and its gaming day; the answers that a client keeps.
NIGHT = """
import json, sys
from pathlib import Path
from tests.http.filing import put_room
from tests.http.past import upload
from tests.services import application
with application(Path(sys.argv[1])) as app:
    client = app.test_client()
    put_room(client)
    upload(client, Path(sys.argv[2]).read_bytes())
    audit = client.put(DAY).json
    report = client.get(f"/v1/audits/{audit['id']}/report.json")
    pdf = client.get(f"/v1/audits/{audit['id']}/report.pdf")
    gaps = client.get("/v1/rulesets/wsgc-base/1/gaps.json").json
    print(json.dumps({"audit": audit, "etag": report.headers["ETag"], "pdf": pdf.headers["ETag"], "gaps": gaps["engine"],
                      "engine": report.json["engine"], "findings": report.json["findings"]}))
""".replace("DAY", repr(DAY))
BULK = """
import json, sys
from tests.bulk.kit import bulk
print(json.dumps([bulk([sys.argv[1]], __import__("pathlib").Path(sys.argv[2])).files for _ in range(2)]))
"""


@pytest.fixture(scope="module")
def wrong_program(tmp_path_factory):
    """A build in which SCR001 finds nothing."""
    folder = copied(tmp_path_factory.mktemp("wrong"))
    altered(
        folder, "rules/checks/money/scr001_net_differs.py", "    return Tested(\n        _findings(view, different),",
        "    return Tested(\n        _findings(view, different & False),",
    )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """300 is due of each hand; hand 1 states 500."""
    file = tmp_path_factory.mktemp("log") / "log.ndjson"
    file.write_bytes(log(hand(1, 500, -500), hand(2, 300, -300), session="s-1"))
    return file


def net_differs(findings):
    return [
        (each["hand"], each["seat"], each["stated"], each["expected"])
        for each in findings
        if each["code"] == "SCR001"
    ]


@pytest.fixture(scope="module")
def after(wrong_program, session, tmp_path_factory):
    """What the wrong program said of a night, and what this one says on its store."""
    folder = tmp_path_factory.mktemp("store") / "data"
    before = json.loads(run(wrong_program, NIGHT, folder, session))
    with application(folder) as app:
        client = app.test_client()
        old = client.get(f"/v1/audits/{before['audit']['id']}/report.json")
        answer = client.put(DAY)
        again = client.put(DAY)
        report = client.get(f"/v1/audits/{answer.json['id']}/report.json")
        comparison = client.get(f"/v1/audits/{before['audit']['id']}/compare/{answer.json['id']}").json
        gaps = client.get("/v1/rulesets/wsgc-base/1/gaps.json").json
        pdf = client.get(f"/v1/audits/{before['audit']['id']}/report.pdf")
    with sqlite3.connect(folder / FILE) as db:
        entries = {
            kind: [json.loads(text) for (text,) in db.execute(_RECORDS, [kind])]
            for kind in ("engine.changed", "audit.finished")
        }
    return {
        "before": before, "old": old, "answer": answer, "again": again, "report": report.json, "comparison": comparison,
        "gaps": gaps, "pdf": pdf, "entries": entries,
    }  # fmt: skip


def test_the_day_is_audited_again_with_its_two_discrepancies(after):
    assert net_differs(after["before"]["findings"]) == []
    assert after["answer"].status_code == 201
    assert net_differs(after["report"]["findings"]) == [(1, 1, 500, 300), (1, 2, -500, -300)]


def test_the_same_program_keeps_the_audit_of_the_day(after):
    assert (after["again"].status_code, after["again"].json["id"]) == (200, after["answer"].json["id"])


def test_each_audit_names_the_engine_that_judged(after):
    mine = msgspec.to_builtins(program().engine(library().digest))
    assert after["report"]["engine"] == mine
    assert after["old"].json["engine"] == after["before"]["engine"]
    assert after["old"].json["engine"]["code"] != mine["code"]
    assert after["answer"].json["knowledge"]["code"] == mine["code"]
    changes = {each["what"]: (each["before"], each["after"]) for each in after["comparison"]["known"]}
    assert changes == {"engine code": (after["before"]["engine"]["code"], mine["code"])}


def test_the_register_has_an_entry_of_the_change(after):
    first, second = after["entries"]["engine.changed"]
    assert first["code"] == after["before"]["engine"]["code"]
    assert (second["code"], second["version"]) == (program().code, program().version)
    judged = [
        (each["about"]["number"], each["about"]["code"], each["about"]["judgement"])
        for each in after["entries"]["audit.finished"]
    ]
    assert judged == [(1, first["code"], JUDGEMENT), (2, program().code, JUDGEMENT)]


def test_a_document_of_the_earlier_audit_has_another_etag(after):
    assert after["old"].headers["ETag"] != after["before"]["etag"]
    assert after["pdf"].headers["ETag"] != after["before"]["pdf"]


def test_the_gap_report_is_made_again(after):
    assert after["before"]["gaps"].endswith(f"({after['before']['engine']['code'][:8]})")
    assert after["gaps"]["engine"] == program().release


def test_a_bulk_run_audits_all_files_again(wrong_program, session, tmp_path):
    first, second = json.loads(run(wrong_program, BULK, session, tmp_path / "out"))
    assert [(each["audited"], each["kept"]) for each in (first, second)] == [(1, 0), (0, 1)]
    again = bulk([session], tmp_path / "out")
    assert (again.files["audited"], again.files["kept"], again.codes["SCR001"]) == (1, 0, 2)
    assert again.engine == program().engine(library().digest)


def test_a_worker_with_another_program_is_refused_with_both_names(wrong_program, tmp_path):
    """Of a cluster: the run began with this program, and a worker has the other one."""
    code = """
import sys
from pathlib import Path
from auditor.bulk.bulk_controls import OtherEngine, controls_of, put, snapshot
from auditor.bulk.folder import Folder
if sys.argv[2] == "begin":
    folder = Folder(Path(sys.argv[1]))
    folder.begin()
    print(put(folder, controls_of(None)))
else:
    try:
        snapshot(Path(sys.argv[1]), sys.argv[2])
    except OtherEngine as error:
        print(error)
"""
    digest = run(ROOT, code, tmp_path / "out", "begin").strip()
    assert run(ROOT, code, tmp_path / "out", digest) == ""
    said = run(wrong_program, code, tmp_path / "out", digest)
    assert f"the run began with auditor {program().release} with library {library().digest[:12]}" in said
    assert "install the same one everywhere" in said

"""`auditor reports`: issue, list and pull, and with which status each ends."""

import hashlib

import pytest

from auditor.http.context import EXTENSION
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application, listening, unprotected


def audited(client):
    """Two rooms with an audited session each."""
    for number, room in enumerate(("WA-0417", "WA-0500"), 1):
        put_room(client, room)
        client.post("/v1/sessions", data=log(hand_line(1), room=room), content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"


@pytest.fixture
def run(tmp_path):
    with application(tmp_path / "data", filled=audited):
        pass
    with listening(tmp_path / "data") as url:
        yield lambda *args: call("reports", *args, "--url", url)


@pytest.mark.slow
def test_a_report_is_issued_listed_and_pulled(run, tmp_path):
    issued = run("issue", "1", "--by", "Agent 12", "-o", str(tmp_path / "first.pdf"))
    assert issued.status == 0, issued.err
    digest = hashlib.sha256((tmp_path / "first.pdf").read_bytes()).hexdigest()
    assert issued.lines[0].startswith("1  audit 1, WA-0417, full edition: issued 20")
    assert f"by Agent 12, not signed; entry 9; SHA-256 {digest}" in issued.lines[0]
    assert run("issue", "2").status == 0
    listed = run("list", "--room", "WA-0500", "--from", "2026-03-14")
    assert [line.partition(":")[0] for line in listed.lines] == ["2  audit 2, WA-0500, full edition"]
    folder = tmp_path / "march"
    folder.mkdir()
    pulled = run("pull", "--until", "2026-03-31", "-o", str(folder))
    assert (pulled.status, sorted(each.name for each in folder.iterdir())) == (
        0,
        ["report-1.pdf", "report-2.pdf"],
    )
    assert hashlib.sha256((folder / "report-1.pdf").read_bytes()).hexdigest() == digest


@pytest.mark.slow
def test_what_is_wrong_is_said_in_words_and_saves_nothing(run, tmp_path):
    nothing = run("list")
    assert (nothing.status, nothing.out) == (0, "")
    assert nothing.err == "auditor: There is no such report; 'auditor reports issue' issues one.\n"
    none = run("pull", "--room", "WA-0700", "-o", str(tmp_path))
    assert (none.status, none.out, list(tmp_path.glob("*.pdf"))) == (0, "", [])
    assert none.err.startswith("auditor: No report is selected, so that nothing is saved;")
    for args, words in (
        (("pull",), "Name reports by their numbers, or select them"),
        (("pull", "1", "--room", "WA-0417"), "Name reports by their numbers, or select them"),
        (("pull", "7"), "There is no report 7."),
        (("issue", "9"), "There is no audit 9."),
    ):
        found = run(*args)
        assert (found.status, found.out) == (2, ""), args
        assert words in found.err
    assert (run("issue", "1").status, run("issue", "2").status) == (0, 0)
    target = tmp_path / "one.pdf"
    target.write_bytes(b"mine")
    several = run("pull", "1", "2", "-o", str(target))
    assert (several.status, target.read_bytes()) == (2, b"mine")
    assert "2 reports need one. Make it first." in several.err


@pytest.mark.slow
def test_a_file_that_is_not_what_was_issued_is_not_kept(tmp_path):
    target = tmp_path / "one.pdf"
    target.write_bytes(b"mine")
    with application(tmp_path / "data", filled=audited) as app:
        app.test_client().post("/v1/audits/1/reports", json={})
        with unprotected(app.extensions[EXTENSION].store.connections.db) as db:
            db.execute("UPDATE reports SET body = CAST(body || x'0a' AS BLOB)")
    with listening(tmp_path / "data") as url:
        found = call("reports", "pull", "1", "-o", str(target), "--url", url)
    assert (found.status, target.read_bytes()) == (3, b"mine")
    assert "Report 1 is no longer what was issued" in found.err

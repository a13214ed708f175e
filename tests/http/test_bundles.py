"""/v1/reports/{id}/bundle.zip: what a hearing gets, with a proof for each fact."""

import base64
import datetime as dt
import errno
import hashlib
import io
import json
import random
import resource
import shutil
import signal
import subprocess
import zipfile
from contextlib import contextmanager

import metamorphic_log as judge
import pytest

from auditor.bundles.bundle_archive import ArchiveFile, write_archive
from auditor.bundles.bundle_contents import Contents
from auditor.engine import program
from auditor.http import report_api as written_reports
from auditor.http.context import EXTENSION
from auditor.store.register_rotation import hand_over
from auditor.store.service_clock import now
from rules.controls.library import load
from tests import altered_stores
from tests.cli.kit import call
from tests.http.filing import AT, file, put_room, step
from tests.http.kit import NDJSON, PROBLEM, hand_line, log
from tests.http.past import WRONG, old_log, upload
from tests.importing.workbooks import content, written
from tests.pdf import text_of
from tests.rules.filed import controls
from tests.services import application, listening

DOCUMENT = b"%PDF-1.4\n%%EOF\n"
BODY = log(hand_line(1, (300, 200, 300, -800)), hand_line(2), ruleset="wa-0417-thirteen@1")
FOLDER = "controls/wa-0417-thirteen-1"


def issued(client):
    """A room of the authority with approved controls, whose incident was answered with a file, and an issued report."""
    put_room(client)
    at = f"{AT}/wa-0417-thirteen/1"
    assert file(client, controls(1, "2026-01-01")).status_code == 201
    assert client.put(f"{at}/document", data=DOCUMENT, content_type="application/pdf").status_code == 200
    assert step(client, "submit", at).status_code == 200
    assert step(client, "approve", at, reference="letter 1").status_code == 200
    assert client.post("/v1/sessions", data=BODY, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    (incident, *_) = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    memo = (io.BytesIO(b"memo"), "a memo.txt", "text/plain")
    answer = {"cause": "misread", "corrective_action": "trained", "file": memo}
    assert client.post(f"{incident['links']['self']}/answer", data=answer).status_code == 200
    assert client.post("/v1/audits/1/reports", json={"by": "Agent 12"}).status_code == 201


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data", filled=issued) as made:
        yield made


@pytest.fixture
def client(app):
    return app.test_client()


def opened(body):
    archive = zipfile.ZipFile(io.BytesIO(body))
    assert archive.testzip() is None
    return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_a_bundle_has_the_originals_of_its_logs(client):
    data = written(content())
    made = client.post("/v1/originals", data=data).json
    session = made["logs"][0]["session_id"]
    audit = client.post("/v1/audits", json={"sessions": [session]}).json["id"]
    report = client.post(f"/v1/audits/{audit}/reports", json={}).json["id"]
    files = opened(client.get(f"/v1/reports/{report}/bundle.zip").data)
    assert files["originals/WA-0417-1.xlsx"] == data
    line = json.loads(files[f"logs/WA-0417-s-1-{session}.ndjson"].splitlines()[0])
    assert line["_derived_from"]["sha256"] == hashlib.sha256(data).hexdigest()
    (entry,) = [json.loads(files[each]) for each in files if each.endswith("-original.accepted.json")]
    assert (entry["file"]["sha256"], entry["logs"][0]["number"]) == (made["sha256"], session)
    others = opened(client.get("/v1/reports/1/bundle.zip").data)
    assert not [each for each in others if each.startswith("originals/")]


def test_a_bundle_has_what_the_report_rests_on(client):
    answer = client.get("/v1/reports/1/bundle.zip")
    assert (answer.status_code, answer.content_type) == (200, "application/zip")
    files = opened(answer.data)
    assert files["report-1.pdf"] == client.get("/v1/reports/1/report.pdf").data
    audit = json.loads(files["audit-1.json"])
    (name,) = [each for each in files if each.startswith("logs/")]
    assert (name, files[name]) == ("logs/WA-0417-S-1-1.ndjson", BODY)
    assert audit["log"]["sha256"] == hashlib.sha256(BODY).hexdigest()
    assert files[f"{FOLDER}.toml"].decode() == controls(1, "2026-01-01")
    assert files[f"{FOLDER}-document.pdf"] == DOCUMENT
    used = {each["id"]: each for each in audit["rulesets"]}
    for name in (f"{FOLDER}-applied.toml", "controls/wac-230-15-080-2-applied.toml"):
        (applied,) = load({"applied.toml": files[name].decode()}).revisions()
        assert applied.digest == used[applied.id]["digest"]
    history = json.loads(files[f"{FOLDER}-history.json"])
    assert [each["action"] for each in history] == ["draft", "document", "submitted", "approved"]
    (steps,) = [name for name in files if name.endswith("steps.json")]
    (answered,) = json.loads(files[steps])
    assert (answered["action"], answered["words"]["cause"]) == ("answered", "misread")
    assert files[steps.replace("steps.json", "1-1-a_memo.txt")] == b"memo"
    declaration = text_of(files["declaration.pdf"])
    assert "Declaration of the custodian of records" in declaration
    assert hashlib.sha256(BODY).hexdigest() in declaration.replace(" ", "")


def proven(files, key):
    """The kinds of the facts of a bundle, each proven to be in the register of a key."""
    kinds = []
    for name in sorted(files):
        if not name.endswith(".tlog-proof"):
            continue
        record = files[name.replace(".tlog-proof", ".json")]
        head, _, checkpoint = files[name].decode().partition("\n\n")
        _, extra, index, *hashes = head.split("\n")
        entry = hashlib.sha256(base64.b64decode(extra.split()[1]) + record).digest()
        leaf = hashlib.sha256(b"\0" + entry).digest()
        proof = [base64.b64decode(each) for each in hashes]
        judge.checkpoint_verify_inclusion(checkpoint, [key], int(index.split()[1]), leaf, proof)
        kinds.append(json.loads(record)["kind"])
    return kinds


FACTS = [
    "room.terms", "controls.draft", "controls.document", "controls.submitted", "controls.approved", "upload.accepted",
    "audit.asked", "audit.finished", "incident.answered", "report.issued",
]  # fmt: skip


def test_each_fact_is_proven_to_be_in_the_register(client):
    files = opened(client.get("/v1/reports/1/bundle.zip").data)
    key = client.get("/v1/register").json["key"]
    assert files["register/key.txt"].decode() == f"{key}\n"
    assert proven(files, key) == FACTS


def test_after_the_key_of_the_register_was_lost_each_fact_is_proven_under_the_next_one(tmp_path):
    folder = tmp_path / "data"
    with application(folder, filled=issued) as app:
        lost = app.test_client().get("/v1/register").json["key"]
    for name in ("register.key", "register.head"):  # the second one on purpose
        (folder / name).unlink(missing_ok=True)  # nothing was signed yet since the store was copied
    altered_stores.forget_keys(folder)
    with application(folder) as app:
        files = opened(app.test_client().get("/v1/reports/1/bundle.zip").data)
    key = files["register/key.txt"].decode().strip()
    assert key != lost
    assert proven(files, key) == FACTS
    assert json.loads(files["manifest.json"])["missing"] == []


def test_a_bundle_of_a_gaming_day_without_a_log_has_the_terms_of_its_room(client):
    assert client.put("/v1/rooms/WA-0417/days/2026-03-20/audit").json["state"] == "finished"
    report = client.post("/v1/audits/2/reports", json={}).json
    files = opened(client.get(report["links"]["bundle"]).data)
    key = files["register/key.txt"].decode().strip()
    others = ("upload.accepted", "incident.answered")
    assert proven(files, key) == [each for each in FACTS if each not in others]  # the approved controls, too
    assert json.loads(files["register/0000001-room.terms.json"])["room"] == "WA-0417"
    assert not any(name.startswith("logs/") for name in files)


def test_the_digests_are_those_that_sha256sum_checks(client, tmp_path):
    body = client.get("/v1/reports/1/bundle.zip").data
    zipfile.ZipFile(io.BytesIO(body)).extractall(tmp_path / "bundle")
    check = [shutil.which("sha256sum"), "--check", "--strict", "SHA256SUMS"]
    done = subprocess.run(check, cwd=tmp_path / "bundle", capture_output=True, text=True, check=True)
    checked = {line.partition(": OK")[0] for line in done.stdout.splitlines()}
    files = opened(body)
    assert checked == set(files) - {"SHA256SUMS"}
    manifest = json.loads(files["manifest.json"])
    assert (manifest["report"], manifest["audit"], manifest["missing"]) == (1, 1, [])
    assert manifest["engine"] == json.loads(files["audit-1.json"])["engine"]
    assert manifest["engine"]["code"] == program().code
    assert manifest["issued_by"] == f"cardroom-auditor {program().release}"
    listed = {each["name"]: each["sha256"] for each in manifest["files"]}
    assert listed == {
        name: hashlib.sha256(files[name]).hexdigest()
        for name in files
        if name not in ("manifest.json", "manifest.note", "SHA256SUMS")
    }
    (tmp_path / "bundle" / "logs" / "WA-0417-S-1-1.ndjson").write_bytes(BODY + b"\n")
    spoiled = subprocess.run(check, cwd=tmp_path / "bundle", capture_output=True, text=True, check=False)
    assert "logs/WA-0417-S-1-1.ndjson: FAILED" in spoiled.stdout


def verify(folder, body, key=None, *more):
    """`auditor verify` of a bundle: its exit status, and what it prints."""
    path = folder / "bundle.zip"
    path.write_bytes(body)
    done = call("verify", path, "--data", folder / "nothing", *(("--key", key) if key else ()), *more)
    return done.status, done.out


def rewritten(body, change):
    """An archive whose files went through a function of their names and bytes; None leaves one out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content_ in opened(body).items():
            changed = change(name, content_)
            if changed is not None:
                archive.writestr(name, changed)
    return out.getvalue()


def test_a_bundle_is_verified_by_its_signed_manifest(client, tmp_path):
    body, key = client.get("/v1/reports/1/bundle.zip").data, client.get("/v1/register").json["key"]
    status, said = verify(tmp_path, body, key)
    assert (status, said.splitlines()[-1]) == (0, "The bundle is verified.")
    assert f"Signed by {key}." in said
    status, said = verify(tmp_path, body)
    assert (status, said.splitlines()[-1]) == (3, "The bundle is not verified.")
    assert "No key of the register is given" in said


def test_a_bundle_of_before_the_key_was_replaced_is_verified_by_the_handover(client, app, tmp_path):
    store, before = app.extensions[EXTENSION].store, client.get("/v1/register").json["key"]
    body = client.get("/v1/reports/1/bundle.zip").data
    size = store.register.size()
    made = hand_over(store, now())
    after = client.get("/v1/register").json["key"]
    assert (f"{made.before}", f"{made.after}", made.size) == (before, after, size)
    status, said = verify(tmp_path, body, after)
    assert (status, said.splitlines()[-1]) == (1, "The bundle is refused.")
    note = tmp_path / "handover"
    note.write_text(made.note)
    for key in (before, after):
        status, said = verify(tmp_path, body, key, "--handover", note)
        assert (status, said.splitlines()[-1]) == (0, "The bundle is verified.")
        assert f"Signed by {before}, the key of the register up to its entry {made.size:,}" in said
    later = client.get("/v1/reports/1/bundle.zip").data
    status, said = verify(tmp_path, later, before, "--handover", note)
    assert (status, f"Signed by {after}." in said) == (0, True)
    altered = made.note.replace(f"\n{made.size}\n", f"\n{made.size - 1}\n")
    note.write_text(altered)
    assert (altered != made.note, verify(tmp_path, body, after, "--handover", note)[0]) == (True, 2)
    path = tmp_path / "bundle.zip"
    path.write_bytes(body)
    assert call("verify", path, "--data", tmp_path / "data").status == 0  # by the folder's own handovers


def test_a_bundle_that_was_altered_is_refused(client, tmp_path):
    body, key = client.get("/v1/reports/1/bundle.zip").data, client.get("/v1/register").json["key"]
    log_ = "logs/WA-0417-S-1-1.ndjson"

    def spoiled(name, content_):
        return content_ + b"\n" if name == log_ else content_

    def listed(name, content_):
        """The manifest, too, so that the digests agree again."""
        return content_.replace(b"WA-0417", b"WA-0418") if name == "manifest.json" else content_

    def short(name, content_):
        return None if name == log_ else content_

    for change, words in (
        (spoiled, f"{log_} is not what the manifest lists"),
        (listed, "manifest.note is of another manifest.json"),
        (short, f"{log_} is missing"),
    ):
        status, said = verify(tmp_path, rewritten(body, change), key)
        assert (status, words in said) == (1, True), said
    with zipfile.ZipFile(grown := io.BytesIO(body), "a") as archive:
        archive.writestr("logs/another.ndjson", b"{}")
    status, said = verify(tmp_path, grown.getvalue(), key)
    assert (status, "logs/another.ndjson is not in the manifest" in said) == (1, True)


def test_a_file_that_is_no_bundle_is_not_read_as_one(tmp_path):
    status, _ = verify(tmp_path, b"PK\x03\x04 and no more")
    assert status == 2


def test_a_bundle_has_the_approved_controls_also_where_the_log_names_others(client):
    other = log(hand_line(1, (300, 200, 300, -800)), session="S-9", ruleset="wsgc-1-6")
    session = client.post("/v1/sessions", data=other, content_type=NDJSON).json["id"]
    audit = client.post("/v1/audits", json={"sessions": [session]}).json
    assert audit["controls_decided"] == "approved"
    report = client.post(f"/v1/audits/{audit['id']}/reports", json={}).json["id"]
    files = opened(client.get(f"/v1/reports/{report}/bundle.zip").data)
    assert files[f"{FOLDER}.toml"].decode() == controls(1, "2026-01-01")
    history = json.loads(files[f"{FOLDER}-history.json"])
    assert [each["action"] for each in history][-1] == "approved"
    assert "controls.approved" in proven(files, files["register/key.txt"].decode().strip())


def test_a_file_in_pieces_is_written_as_it_comes():
    out, at = io.BytesIO(), dt.datetime(2026, 3, 14, tzinfo=dt.UTC)
    held, given = [], [random.Random(number).randbytes(1 << 20) for number in range(3)]

    def pieces():
        for piece in given:
            held.append(out.tell())
            yield piece

    write_archive([ArchiveFile("audit-1.json", "the audit", pieces())], {}, at, out)
    files = opened(out.getvalue())
    body = b"".join(given)
    assert files["audit-1.json"] == body
    (listed,) = json.loads(files["manifest.json"])["files"]
    assert (listed["size"], listed["sha256"]) == (3 << 20, hashlib.sha256(body).hexdigest())
    assert held == sorted(set(held))  # each piece was written before the next one was asked for


@pytest.mark.slow
def test_the_same_record_gives_the_same_bundle_and_each_is_on_record(app, client):
    first = client.get("/v1/reports/1/bundle.zip").data
    assert client.head("/v1/reports/1/bundle.zip").content_length == len(first)
    assert client.get("/v1/reports/1/bundle.zip").data == first
    register = app.extensions[EXTENSION].store.register
    entries = [json.loads(register.entry(index).record) for index in range(register.size())]
    pulls = [each for each in entries if each["kind"] == "report.pulled"]
    assert [(each["report"], each["what"]) for each in pulls] == [(1, "bundle"), (1, "bundle")]


@pytest.mark.slow
def test_of_a_what_if_it_has_the_draft_that_was_tried_and_no_answers(client):
    """Also once the draft was filed anew, and discarded."""
    draft = controls(2, "2026-06-01")
    assert file(client, draft).status_code == 201
    tried = {"sessions": [1], "what_if": True, "ruleset": "wa-0417-thirteen@2"}
    assert client.post("/v1/audits", json=tried).json["state"] == "finished"
    report = client.post("/v1/audits/2/reports", json={}).json
    facts = [
        "room.terms", "controls.draft", "controls.document", "controls.submitted", "controls.approved", "controls.draft",
        "upload.accepted", "audit.asked", "audit.finished", "report.issued",
    ]  # fmt: skip
    later = (
        lambda: file(client, draft.replace('title = "', 'title = "Second ')),
        lambda: client.delete(f"{AT}/wa-0417-thirteen/2"),
    )
    for then, kinds in zip((None, *later), ([], ["controls.draft"], ["controls.discarded"]), strict=True):
        assert then is None or then().status_code == 200
        facts += kinds
        files = opened(client.get(report["links"]["bundle"]).data)
        assert files["controls/wa-0417-thirteen-2.toml"].decode() == draft
        assert files[f"{FOLDER}.toml"].decode() == controls(1, "2026-01-01")  # in force
        assert files[f"{FOLDER}-document.pdf"] == DOCUMENT
        entered = [name for name in files if name.startswith("register/") and name.endswith(".json")]
        assert sorted(json.loads(files[name])["kind"] for name in entered) == sorted(facts)
        manifest = json.loads(files["manifest.json"])["files"]
        (about,) = [each["about"] for each in manifest if each["name"] == "controls/wa-0417-thirteen-2.toml"]
        assert about == "controls that were tried: the draft as it was filed when the audit was requested"
        assert not any(name.startswith("answers/") for name in files)


@pytest.mark.slow
def test_what_was_purged_is_listed_as_missing(tmp_path):
    folder = tmp_path / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        old = upload(client, old_log())
        kept = upload(client, log(hand_line(1, WRONG), session="S-kept"))
        assert client.post("/v1/audits", json={"sessions": [old, kept]}).json["state"] == "finished"
        assert client.post("/v1/audits/1/reports", json={"exhibits": "0"}).status_code == 201
        assert call("purge", "--data", folder, "--yes", "--by", "Dana Reyes").status == 0
        files = opened(client.get("/v1/reports/1/bundle.zip").data)
    (missing,) = json.loads(files["manifest.json"])["missing"]
    assert missing["name"] == "logs/WA-0417-S-old-1.ndjson"
    assert "by Dana Reyes under wsgc:retention.years" in missing["why"]
    assert "logs/WA-0417-S-kept-2.ndjson" in files


@contextmanager
def full_disk():
    """No file of this process can grow over a kilobyte: also not that to which the output of the tests may go."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    on_signal = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, on_signal)


def test_a_bundle_for_which_the_disk_has_no_room_is_refused_in_words(client, monkeypatch):
    monkeypatch.setattr(written_reports, "_IN_MEMORY", 10)
    with full_disk():
        answer = client.get("/v1/reports/1/bundle.zip")
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "store-unavailable")
    assert "A disk of the service is full" in answer.json["detail"]
    assert "temporary files (TMPDIR)" in answer.json["detail"]
    assert client.get("/v1/reports/1").json["pulls"] == 0


def test_another_error_of_the_system_is_a_fault_of_the_service(client, monkeypatch):
    def broken(self):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Contents, "_audited", broken)
    answer = client.get("/v1/reports/1/bundle.zip")
    assert (answer.status_code, answer.content_type) == (500, PROBLEM)
    assert answer.json["detail"].startswith("The service failed on this request.")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("part", ["_log", "_answers", "_files", "_note_audit"])
def test_a_purge_while_it_is_written_leaves_no_part_of_a_bundle(tmp_path, monkeypatch, part):
    folder, write = tmp_path / "data", getattr(Contents, part)
    done = []

    def purged_before(self, *given):
        if not done:
            done.append(call("purge", "--data", folder, "--yes", "--by", "Dana Reyes").status)
        return write(self, *given)

    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        upload(client, old_log())
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        (incident, *_) = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
        answer = {"cause": "misread", "corrective_action": "trained", "file": (io.BytesIO(b"memo"), "m.txt")}
        assert client.post(f"{incident['links']['self']}/answer", data=answer).status_code == 200
        assert client.post("/v1/audits/1/reports", json={}).status_code == 201
        assert set(opened(client.get("/v1/reports/1/bundle.zip").data)) > {"audit-1.json"}
        monkeypatch.setattr(Contents, part, purged_before)
        gone = client.get("/v1/reports/1/bundle.zip")
        pulled = client.get("/v1/reports/1").json["pulls"]
    assert (done, gone.status_code, gone.json["type"].rpartition(":")[2]) == ([0], 410, "result-purged")
    assert pulled == 1


def test_a_bundle_of_a_report_that_was_not_issued_is_refused_in_words(client):
    answer = client.get("/v1/reports/7/bundle.zip")
    assert (answer.status_code, answer.content_type) == (404, PROBLEM)
    assert "There is no report 7." in answer.json["detail"]


def test_the_command_saves_a_bundle(tmp_path):
    with application(tmp_path / "data", filled=issued):
        pass
    with listening(tmp_path / "data") as url:
        done = call("reports", "bundle", "1", "-o", str(tmp_path), "--url", url)
        refused = call("reports", "bundle", "7", "-o", str(tmp_path / "x.zip"), "--url", url)
    assert (done.status, done.lines) == (0, [str(tmp_path / "report-1-bundle.zip")])
    assert "README.txt" in opened((tmp_path / "report-1-bundle.zip").read_bytes())
    assert (refused.status, (tmp_path / "x.zip").exists()) == (2, False)
    assert "There is no report 7." in refused.err

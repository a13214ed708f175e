"""A service whose bytes are in a folder: what is sent is there alone, is read from there, and goes with its purge."""

import hashlib

import pytest

from auditor.store.blobs.kept_bytes import POINTED, pointer
from tests.cli.kit import call
from tests.http.kit import hand_line, log
from tests.http.past import NEEDLE, WRONG, old_log, upload
from tests.store.purging.kit import in_files


def files_in(place):
    return sorted(each.name for each in place.glob("??/*") if len(each.name) == 64)


def columns(store):
    """(digest, column) of all rows with bytes."""
    found = []
    for table in POINTED:
        found += store.connections.db.execute(f"SELECT sha256, body FROM {table}").fetchall()
    return {sha256: bytes(body) for sha256, body in found}


def digest(body):
    return hashlib.sha256(body).hexdigest()


def test_what_is_sent_is_in_the_folder_alone_and_comes_back(client, store, place):
    body = log(hand_line(1, WRONG))
    assert upload(client, body) == 1
    assert files_in(place) == [digest(body)]
    assert columns(store) == {digest(body): pointer(digest(body))}
    assert client.get("/v1/sessions/1/log").data == body
    found = client.post("/v1/audits", json={"sessions": [1]}).json
    assert (found["state"], found["counts"]["findings"] > 0) == ("finished", True)
    assert client.post("/v1/sessions", data=body, content_type="application/x-ndjson").status_code == 200
    assert in_files(store.folder, body) == []


def test_folder_and_files_are_the_owners_alone(client, place):
    body = log()
    upload(client, body)
    modes = {each.stat().st_mode & 0o777 for each in place.rglob("*") if each.is_file()}
    assert modes == {0o600}
    assert {each.stat().st_mode & 0o777 for each in (place, place / digest(body)[:2])} == {0o700}


def test_a_purge_takes_the_bytes_of_log_and_report_from_the_folder(client, store, place, tmp_path):
    old = old_log()
    upload(client, old)
    upload(client, log(hand_line(1, WRONG), session="S-kept"))
    for number in (1, 2):
        client.post("/v1/audits", json={"sessions": [number]})
    report = client.post("/v1/audits/1/reports", json={"edition": "full"})
    assert report.status_code == 201, report.json
    assert len(files_in(place)) == 3
    done = call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana Reyes", AUDITOR_BYTES=f"{place}")
    assert (done.status, "Purged: 1 (1 file" in done.out) == (0, True), done.err
    assert files_in(place) == [digest(log(hand_line(1, WRONG), session="S-kept"))]
    assert in_files(tmp_path, NEEDLE) == []
    assert client.get("/v1/sessions/1/log").status_code == 410
    assert client.get("/v1/reports/1/report.pdf").status_code == 410
    assert call("doctor", "--data", tmp_path / "data", AUDITOR_BYTES=f"{place}").status == 0


@pytest.mark.parametrize("damage", ["altered", "cut", "removed", "swapped"])
def test_damaged_bytes_are_named_and_repaired_when_sent_again(client, store, place, tmp_path, damage):
    body, other = log(), log(session="S-other")
    upload(client, body)
    upload(client, other)
    file, second = (place / digest(each)[:2] / digest(each) for each in (body, other))
    if damage == "altered":
        file.write_bytes(body.replace(b"S-", b"T-", 1))
    elif damage == "cut":
        file.write_bytes(body[:-10])
    elif damage == "removed":
        file.unlink()
    else:
        file.write_bytes(second.read_bytes())
    found = digest(file.read_bytes() if file.exists() else b"")
    answer = client.get("/v1/sessions/1/log")
    assert (answer.status_code, found in answer.json["detail"]) == (500, True), answer.json
    looked = call("doctor", "--data", tmp_path / "data", AUDITOR_BYTES=f"{place}")
    assert (looked.status, f"evidence {digest(body)}" in looked.out, found in looked.out) == (
        1,
        True,
        True,
    ), looked.out
    health = client.get("/healthz").json
    assert (health["status"], {each["part"] for each in health["reasons"]}) == ("degraded", {"evidence"})
    assert client.post("/v1/sessions", data=body, content_type="application/x-ndjson").status_code == 200
    assert client.get("/v1/sessions/1/log").data == body
    repairs = store.connections.db.execute("SELECT sha256, found_sha256 FROM repairs").fetchall()
    assert repairs == [(digest(body), found)]
    assert client.get("/healthz").json["status"] == "ok"
    assert call("doctor", "--data", tmp_path / "data", AUDITOR_BYTES=f"{place}").status == 0


def test_a_folder_that_is_gone_is_503_in_words_and_nothing_is_half(client, store, place, tmp_path):
    body, later = log(), log(session="S-later")
    upload(client, body)
    place.rename(tmp_path / "away")
    before = store.connections.db.execute("SELECT count(*) FROM register").fetchone()
    answer = client.post("/v1/sessions", data=later, content_type="application/x-ndjson")
    assert (answer.status_code, answer.json["type"]) == (
        503,
        "urn:cardroom-auditor:problem:store-unavailable",
    )
    assert "The folder that AUDITOR_BYTES names is not there, or is another one" in answer.json["detail"]
    assert client.get("/v1/sessions/1/log").status_code == 503
    assert store.connections.db.execute("SELECT count(*) FROM register").fetchone() == before
    health = client.get("/healthz")
    assert [(each["part"], each["status"]) for each in health.json["reasons"]] == [("bytes", "failing")]
    place.mkdir()  # an empty mount point is not the place
    assert client.post("/v1/sessions", data=later, content_type="application/x-ndjson").status_code == 503
    assert list(place.iterdir()) == []
    place.rmdir()
    (tmp_path / "away").rename(place)
    assert upload(client, later) == 2
    assert client.get("/v1/sessions/1/log").data == body
    assert client.get("/healthz").json["status"] == "ok"

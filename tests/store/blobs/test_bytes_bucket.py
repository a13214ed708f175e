"""Bytes in S3, over HTTP: what is put is got, what does not answer is said in words, and erased is gone or an earlier version."""

import base64
import datetime as dt
import hashlib
import os
import socket
import threading

import pytest

from auditor.store.blobs.bytes_bucket import BytesBucket
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.past import NEEDLE, WRONG, old_log, upload
from tests.services import application
from tests.store.blobs.s3_server import header_server
from tests.store.blobs.test_place_of_a_store import clean_until
from tests.store.purging.kit import in_files

OWNED = "of/auditor/auditor-bytes"


def digest(body):
    return hashlib.sha256(body).hexdigest()


def key(body):
    return f"of/auditor/{digest(body)[:2]}/{digest(body)}"


@pytest.fixture
def place(bucket):
    made = BytesBucket(bucket, "of/auditor")
    made.claim("register.example/1")
    return made


@pytest.mark.parametrize("body", [b"a", b"\0" * 100, b"\r\n\xff" * 40_000, os.urandom(6_000_000)], ids=len)
def test_what_is_put_is_got_and_erased_is_gone(place, s3, bucket, body):
    assert (place.get(digest(body)), place.put(digest(body), body)) == (None, None)
    assert (place.get(digest(body)), place.put(digest(body), body)) == (body, body)
    (found,) = place.blobs()
    assert (found.sha256, found.size) == (digest(body), len(body))
    assert abs(found.at - dt.datetime.now(dt.UTC)) < dt.timedelta(minutes=5)
    assert s3.keys(bucket) == sorted([key(body), OWNED])
    assert not place.erase(digest(body), lambda: True)
    assert not place.erase(digest(body), lambda: False, dt.datetime.now(dt.UTC) - dt.timedelta(days=1))
    assert place.get(digest(body)) == body
    assert place.erase(digest(body), lambda: False)
    assert (place.get(digest(body)), s3.keys(bucket)) == (None, [OWNED])
    assert place.erase(digest(body), lambda: False)


def test_damaged_bytes_are_returned_and_replaced(place, s3, bucket):
    place.put(digest(b"right"), b"right")
    s3.put(bucket, key(b"right"), b"wrong")
    with place.keeping({digest(b"right"): b"right"}) as found:
        assert found == {digest(b"right"): b"wrong"}
    assert place.get(digest(b"right")) == b"right"


def test_bytes_that_somebody_erases_before_the_commit_are_put_back(place, s3, bucket):
    with place.keeping({digest(b"kept"): b"kept"}):
        s3.remove(bucket, key(b"kept"))
    assert place.get(digest(b"kept")) == b"kept"


def test_bytes_that_somebody_needs_while_they_are_erased_are_put_back(place):
    place.put(digest(b"kept"), b"kept")
    answers = [False, True]
    assert not place.erase(digest(b"kept"), lambda: answers.pop(0))
    assert place.get(digest(b"kept")) == b"kept"


def test_each_put_states_its_sha256_signed(bucket, monkeypatch):
    with header_server() as (url, came):
        monkeypatch.setenv("AWS_ENDPOINT_URL", url)
        BytesBucket(bucket, "").claim("register.example/1")
    (headers,) = came  # what a bucket with Object Lock asks of each request to put
    assert base64.b64decode(headers["x-amz-checksum-sha256"]).hex() == digest(b"register.example/1\n")
    assert ";x-amz-checksum-sha256;" in headers["authorization"]


def test_an_erased_object_stays_as_a_version_where_the_bucket_keeps_them_and_the_purge_says_so(
    s3, bucket, monkeypatch, tmp_path
):
    versioned = f"{bucket}-versions"
    s3.make(versioned, versions=True)
    assert not BytesBucket(versioned, "").keeps_versions
    monkeypatch.setenv(BYTES_VARIABLE, f"s3://{versioned}")
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        upload(app.test_client(), old_log())
        assert place_of_bytes().keeps_versions
        environment = {BYTES_VARIABLE: f"s3://{versioned}", **s3.environment()}
        done = call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana Reyes", **environment)
    assert (done.status, done.err) == (0, "")
    assert f"s3://{versioned} keeps versions: what was erased there stays in it" in done.out
    found = s3.client.list_object_versions(Bucket=versioned, Prefix=digest(old_log())[:2])
    ((version,), (marker,)) = found["Versions"], found["DeleteMarkers"]
    name = {"Bucket": versioned, "Key": version["Key"], "VersionId": version["VersionId"]}
    assert s3.client.get_object(**name)["Body"].read() == old_log()
    assert marker["IsLatest"]


def test_a_bucket_that_was_emptied_is_not_taken_for_the_place(place, s3, bucket):
    place.put(digest(b"kept"), b"kept")
    assert place.get(digest(b"other")) is None
    s3.remove(bucket, OWNED)
    s3.remove(bucket, key(b"kept"))
    with pytest.raises(
        BytesUnavailable, match="is not there, or is another one: it has no object auditor-bytes"
    ):
        place.get(digest(b"kept"))


def test_a_bucket_that_goes_away_after_the_commit_costs_no_answer(place, s3, bucket, monkeypatch):
    with place.keeping({digest(b"kept"): b"kept"}):
        monkeypatch.setattr(place, "_changed", gone)
    assert place.get(digest(b"kept")) == b"kept"


def gone(sha256):
    raise BytesUnavailable("gone")


@pytest.mark.parametrize("how", ["nobody listens", "no such bucket"])
def test_a_bucket_that_does_not_answer_is_said_in_words(s3, monkeypatch, bucket, how):
    if how == "nobody listens":
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free.getsockname()[1]}")
        place = BytesBucket(bucket, "")
    else:
        place = BytesBucket("no-such-bucket", "")
    with pytest.raises(
        BytesUnavailable, match=r"^the bucket that AUDITOR_BYTES names does not answer as it should \("
    ):
        place.put(digest(b"a"), b"a")
    with pytest.raises(BytesUnavailable):
        next(place.blobs())


def test_a_service_keeps_repairs_and_purges_bytes_in_a_bucket(s3, bucket, tmp_path):
    old, kept = old_log(), log(hand_line(1, WRONG), session="S-kept")
    environment = {BYTES_VARIABLE: os.environ[BYTES_VARIABLE], **s3.environment()}
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for number, body in enumerate((old, kept), 1):
            assert upload(client, body) == number
            assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
            assert client.get(f"/v1/sessions/{number}/log").data == body
        assert client.post("/v1/audits/1/reports", json={"edition": "full"}).status_code == 201
        pdf = client.get("/v1/reports/1/report.pdf").data
        assert in_files(tmp_path / "data", old, pdf) == []
        assert set(s3.keys(bucket)) == {key(old), key(kept), key(pdf), OWNED}
        s3.put(bucket, key(kept), b"altered")
        assert client.get("/v1/sessions/2/log").status_code == 500
        found = call("doctor", "--data", tmp_path / "data", **environment)
        assert (found.status, digest(b"altered") in found.out) == (1, True), found.out
        assert client.post("/v1/sessions", data=kept, content_type=NDJSON).status_code == 200
        assert client.get("/v1/sessions/2/log").data == kept
        done = call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana Reyes", **environment)
        assert (done.status, "Purged: 1 (1 file" in done.out) == (0, True), done.err
        assert set(s3.keys(bucket)) == {key(kept), OWNED}
        assert in_files(tmp_path / "data", NEEDLE) == []
        assert client.get("/v1/sessions/1/log").status_code == 410
        assert call("doctor", "--data", tmp_path / "data", **environment).status == 0
        assert client.get("/healthz").json["status"] == "ok"


def noted(asked, connections, name):
    """A method of the bucket that notes whether its thread is in a transaction that writes."""
    of = getattr(BytesBucket, name)

    def seen(self, *args):
        asked.append((name, connections.is_writing()))
        return of(self, *args)

    return seen


def test_no_request_goes_to_the_bucket_within_a_transaction_that_writes(s3, bucket, tmp_path, monkeypatch):
    asked = []
    with application(tmp_path / "data") as app:
        connections = app.extensions["auditor"].store.connections
        for name in ("_read", "_write", "_changed"):
            monkeypatch.setattr(BytesBucket, name, noted(asked, connections, name))
        client = app.test_client()
        put_room(client)
        body = log(hand_line(1, WRONG))
        upload(client, body)
        s3.put(bucket, key(body), b"altered")
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 200
        client.post("/v1/sessions", data=b"no log", content_type=NDJSON)
        client.post("/v1/audits", json={"sessions": [1]})
        assert client.post("/v1/audits/1/reports", json={"edition": "full"}).status_code == 201
    assert {name for name, _ in asked} == {"_read", "_write", "_changed"}
    assert [each for each in asked if each[1]] == []


def test_addresses_that_name_no_place_are_refused_in_words(monkeypatch):
    for named in ("relative/folder", "s3://", "http://example.com/bucket", "file://host/folder"):
        monkeypatch.setenv(BYTES_VARIABLE, named)
        with pytest.raises(BytesUnavailable, match="AUDITOR_BYTES names no place of bytes"):
            place_of_bytes()


@pytest.mark.slow
def test_a_cleaning_that_takes_all_for_old_takes_nothing_of_uploads_beside_it(s3, bucket, tmp_path):
    with application(tmp_path / "data") as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        put_room(client)
        done, took = threading.Event(), []
        cleaner = threading.Thread(target=clean_until, args=(store, done, took))
        cleaner.start()
        sent = {}
        try:
            for number in range(1, 31):
                body = log(hand_line(1), session=f"S-{number}")
                sent[upload(client, body)] = body
        finally:
            done.set()
            cleaner.join()
        assert len(took) > 5
        assert {each: client.get(f"/v1/sessions/{each}/log").data for each in sent} == sent

"""A real service in processes of its own, whose bytes are elsewhere: killed at any time it loses nothing that it acknowledged."""

import hashlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time

import pytest
import requests

from auditor.store.blobs.named_place import BYTES_VARIABLE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import ended, hand_line, log, serving
from tests.http.past import WRONG, old_log, upload
from tests.processes import finished
from tests.services import application
from tests.store.blobs.killed_purge import KILLED_PURGE

pytestmark = pytest.mark.slow


def digest(body):
    return hashlib.sha256(body).hexdigest()


def test_a_service_takes_audits_and_reports_what_is_in_a_bucket(bucket, s3, tmp_path):
    body = log(hand_line(1, WRONG))
    with serving(tmp_path / "data", workers=2) as server:
        assert server.post_log(body).status_code == 201
        server.post_audit(sessions=[1])
        assert ended(lambda: server.get("/v1/audits/1").json())["state"] == "finished"
        made = requests.post(f"{server.url}/v1/audits/1/reports", json={"edition": "full"}, timeout=60)
        assert made.status_code == 201, made.json()
        pdf = server.get("/v1/reports/1/report.pdf").content
        assert server.get("/v1/sessions/1/log").content == body
        assert server.get("/healthz").json()["status"] == "ok"
    keys = {each.rpartition("/")[2] for each in s3.keys(bucket)}
    assert keys == {digest(body), digest(pdf), "auditor-bytes"}


def test_a_start_with_a_bucket_that_does_not_answer_ends_in_words(bucket, tmp_path):
    named = {**os.environ, BYTES_VARIABLE: "s3://no-such-bucket"}
    command = [sys.executable, "-m", "auditor.cli", "serve", "--data", tmp_path / "data", "--port", "0"]
    done = subprocess.run(command, env=named, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert "the bucket that AUDITOR_BYTES names does not answer as it should" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_service_that_is_killed_amid_uploads_has_all_that_it_acknowledged(place, tmp_path):
    acknowledged: dict[int, bytes] = {}
    for turn in range(4):
        with serving(tmp_path / "data") as server:
            stopped = threading.Event()
            senders = [
                threading.Thread(target=send, args=(server, acknowledged, stopped, f"{turn}-{each}"))
                for each in range(2)
            ]
            for sender in senders:
                sender.start()
            wanted = len(acknowledged) + 3 + turn
            until = time.monotonic() + 60
            while len(acknowledged) < wanted and time.monotonic() < until:
                time.sleep(0.01)
            server.kill()
            stopped.set()
            for sender in senders:
                sender.join()
    assert len(acknowledged) >= 16
    with serving(tmp_path / "data") as server:
        found = {number: server.get(f"/v1/sessions/{number}/log").content for number in acknowledged}
    assert found == acknowledged
    looked = call("doctor", "--data", tmp_path / "data", AUDITOR_BYTES=os.environ[BYTES_VARIABLE])
    assert looked.status == 0, looked.out


def send(server, acknowledged, stopped, name):
    number = 0
    while not stopped.is_set():
        number += 1
        body = log(hand_line(1), session=f"S-{name}-{number}-{secrets.token_hex(4)}")
        try:
            answer = server.post_log(body)
        except requests.RequestException:
            return
        if answer.status_code == 201:
            acknowledged[answer.json()["id"]] = body


def test_a_start_erases_what_a_killed_purge_left(place, tmp_path):
    old = old_log()
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        upload(app.test_client(), old)
    assert finished(KILLED_PURGE, tmp_path / "data").returncode == -signal.SIGKILL
    file = place / digest(old)[:2] / digest(old)
    assert file.exists()
    with serving(tmp_path / "data"):
        until = time.monotonic() + 60
        while file.exists() and time.monotonic() < until:
            time.sleep(0.1)
    assert not file.exists()
    assert (
        call("doctor", "--data", tmp_path / "data", AUDITOR_BYTES=f"{place}").status == 1
    )  # the store's file is not made anew yet
    done = call("purge", "--data", tmp_path / "data", "--yes", AUDITOR_BYTES=f"{place}")
    assert done.status == 0, done.err
    assert call("doctor", "--data", tmp_path / "data", AUDITOR_BYTES=f"{place}").status == 0


def test_a_start_without_the_place_ends_in_words(place, tmp_path, monkeypatch):
    with serving(tmp_path / "data") as server:
        assert server.post_log(log()).status_code == 201
    place.rename(tmp_path / "away")
    done = call("serve", "--data", tmp_path / "data", "--port", "0", AUDITOR_BYTES=f"{place}")
    assert (done.status, "at another place than the folder that AUDITOR_BYTES names" in done.err) == (
        2,
        True,
    ), done
    assert "Traceback" not in done.err
